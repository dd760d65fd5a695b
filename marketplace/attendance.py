"""What a requester sees of how people come: its invitations, its study links, who came by them."""

from dataclasses import dataclass

from django.db.models import Count, Q

from marketplace import invitations, outcomes
from marketplace.models import Account, HITType, Invitation, Outcome, Participation, StudyLink
from marketplace.overseeing import Slice, newest
from marketplace.refusals import Refused

NO_STUDY = "This study link does not exist, or belongs to another account."


@dataclass(frozen=True)
class Invited:
    """An invitation, and how many came by it."""

    invitation: Invitation
    n_admitted: int

    @property
    def state(self) -> invitations.State:
        return invitations.state_of(self.invitation, self.n_admitted)


@dataclass(frozen=True)
class Attended:
    """A study link, and how many visits it has by what they came to."""

    link: StudyLink
    n_came: int
    n_complete: int
    n_failed: int
    n_screened: int

    @property
    def n_undecided(self) -> int:
        return self.n_came - self.n_complete - self.n_failed - self.n_screened


def invited(account: Account, *, before: str = "") -> Slice:
    """The account's invitations."""
    found = newest(account.invitations.all(), before=before)
    ids = [row.id for row in found.rows]
    counted = Invitation.objects.filter(id__in=ids).annotate(n=Count("admissions"))
    n_of = dict(counted.values_list("id", "n"))
    return Slice([Invited(row, n_of[row.id]) for row in found.rows], found.older, found.is_first)


def studies(account: Account, *, before: str = "") -> Slice:
    """The account's study links with what the visits came to, as far as it is decided."""
    found = newest(account.study_links.prefetch_related("hit_types"), before=before)
    counts = counts_of([row.id for row in found.rows])
    rows = [Attended(row, **counts[row.id]) for row in found.rows]
    return Slice(rows, found.older, found.is_first)


def counts_of(link_ids: list[int]) -> dict[int, dict[str, int]]:
    """Of each link: n_came, n_complete, n_failed, n_screened."""
    counted = StudyLink.objects.filter(id__in=link_ids).annotate(
        n_came=Count("participations"),
        n_complete=Count("participations", Q(participations__outcome=Outcome.COMPLETE)),
        n_failed=Count("participations", Q(participations__outcome=Outcome.FAILED_CHECK)),
        n_screened=Count("participations", Q(participations__outcome=Outcome.SCREENED_OUT)),
    )
    names = ("n_came", "n_complete", "n_failed", "n_screened")
    return {row.pop("id"): row for row in counted.values("id", *names)}


def find_study(account: Account, public_id: str) -> StudyLink:
    """One of the account's study links. Raises Refused."""
    mine = account.study_links.filter(public_id=public_id)
    found = mine.select_related("failed_by", "screened_by").prefetch_related("hit_types").first()
    if found is None:
        raise Refused(NO_STUDY, not_found=True)
    return found


def visits(link: StudyLink, *, before: str = "") -> Slice:
    """Who came. Decides what can be decided by now, as whoever looks does."""
    mine = Participation.objects.filter(link=link).select_related("link", "guest__worker")
    found = newest(mine, before=before)
    return Slice([outcomes.settle(row) for row in found.rows], found.older, found.is_first)


def newest_types(account: Account, *, size: int) -> list[HITType]:
    """The HIT types made last, which are what one makes a link to."""
    return list(account.hit_types.order_by("-id")[:size])
