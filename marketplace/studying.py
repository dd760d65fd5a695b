"""Where a guest stands in a study, and the next step: a task, waiting for a code, or the end."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction

from marketplace import browsing, choosing, clock, market, outcomes
from marketplace.models import Assignment, HITType, Participation, StudyLink, Worker
from marketplace.participating import check_room, work_of
from marketplace.refusals import Refused
from marketplace.tally import State

NOTHING_OPEN = "No task of this study is free for you at the moment."


@dataclass(frozen=True)
class Standing:
    """How far a visit is. `reason` says why there is no next task; empty when there is one."""

    visit: Participation
    held: Assignment | None
    n_done: int
    reason: str

    @property
    def number(self) -> int:
        """The task they are at, counted from 1."""
        return self.n_done + 1

    @property
    def waiting(self) -> bool:
        """Whether everything is handed in and only the requester's word is missing."""
        complete = self.n_done >= self.visit.link.tasks or self.visit.ended_at is not None
        return bool(complete and not self.visit.outcome and not self.held)

    @property
    def may_end(self) -> bool:
        """Whether they may leave with a code although tasks of their share are missing."""
        short = self.n_done < self.visit.link.tasks and not self.visit.ended_at
        return bool(self.n_done and short and self.reason and not self.held)


def visit_of(worker: Worker, link: StudyLink) -> Participation:
    """The guest's visit. Raises Refused for everybody else."""
    visits = link.participations.filter(guest__worker=worker)
    if visit := visits.select_related("link__account", "guest__worker").first():
        return visit
    raise Refused("You have not begun this study here.", not_found=True)


def stand(visit: Participation) -> Standing:
    """Where the visit stands now; a code that is due is decided."""
    market.catch_up()
    visit = outcomes.settle(visit)
    work = list(work_of(visit).taking_a_slot().order_by("id"))
    held = next((row for row in work if row.state == State.ACCEPTED), None)
    reason = "" if held or visit.outcome else why_not(visit, work)
    return Standing(visit, held, len(work) - bool(held), reason)


def why_not(visit: Participation, work: list[Assignment]) -> str:
    """Why the guest cannot take another task now; empty when they can."""
    try:
        check_room(visit, [row.state for row in work])
    except Refused as refused:
        return str(refused)
    return "" if next(free_groups(visit), None) else NOTHING_OPEN


def free_groups(visit: Participation) -> Iterator[HITType]:
    """The HIT types of the study that have a task for the guest."""
    mine = set(visit.link.hit_types.values_list("id", flat=True))
    for group in browsing.open_groups(visit.guest.worker):
        if group.can_accept and group.hit_type.id in mine:
            yield group.hit_type


def take_next(visit: Participation) -> Assignment:
    """The task the guest is at, or else a new one. Raises Refused when there is none.

    Pressed twice or in two tabs it gives one task: who comes second finds the first one's.
    """
    standing = stand(visit)
    if taken := standing.held or accept_any(standing):
        return taken
    # Between any two questions asked above the other click may have been given its task; then
    # nothing more was free for this one, and only looking again tells why.
    standing = stand(visit)
    if standing.held:
        return standing.held
    raise Refused(standing.reason or NOTHING_OPEN)


def accept_any(standing: Standing) -> Assignment | None:
    """A new task of any group of the study; None where no group has one for the guest now."""
    visit = standing.visit
    if standing.reason or visit.outcome:
        return None
    for kind in free_groups(visit):
        try:
            return choosing.accept_from_group(visit.guest.worker, kind.public_id)
        except Refused:
            continue  # others took the last of this group; there may be some of another
    return None


def end(visit: Participation) -> None:
    """Leave with what was done, where nothing is left to do. Twice is as good as once."""
    if not stand(visit).may_end:
        return
    with transaction.atomic():
        still = Participation.objects.filter(id=visit.id, ended_at=None)
        still.update(ended_at=clock.now())
    visit.refresh_from_db()
