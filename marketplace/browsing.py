"""What workers see: the groups on offer, a task and its frame, their own history. Writes nothing
but what was due (`market.catch_up`)."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

from django.conf import settings
from django.db.models import Count, DurationField, F, Min, QuerySet, Sum

from marketplace import market, participating, qualifying
from marketplace.accepting import NO_HIT, may_discover
from marketplace.hourly_pay import per_hour
from marketplace.models import (
    HIT,
    Assignment,
    Bonus,
    HITType,
    Message,
    Qualification,
    QualificationRequest,
    Worker,
    WorkerBlock,
)
from marketplace.models.fields import MoneyField
from marketplace.refusals import Refused
from marketplace.requirements import ACCEPT, DISCOVER, PREVIEW
from marketplace.submitting import PREVIEW_ID
from marketplace.tally import State

# Of so many open HITs one is chosen for who lost the race for another.
AMONG = 20


@dataclass(frozen=True)
class Group:
    """The open HITs of one type: a worker sees one line for them."""

    hit_type: HITType
    n_hits: int
    next_hit: HIT
    can_preview: bool = True
    can_accept: bool = True


@dataclass(frozen=True)
class Standing:
    """How a worker's work fared: counts by state, what was paid, rewards awaiting review.

    `approval_percent` is None while nothing was reviewed.
    """

    accepted: int
    submitted: int
    approved: int
    rejected: int
    earned: Decimal
    bonuses: Decimal
    awaiting: Decimal
    worked: timedelta

    @property
    def hourly(self) -> Decimal | None:
        """Pay and what still awaits it, by the hour from accepting to handing in."""
        return per_hour(self.earned + self.awaiting, self.worked.total_seconds())

    @property
    def approval_percent(self) -> Decimal | None:
        reviewed = self.approved + self.rejected
        return Decimal(100 * self.approved) / reviewed if reviewed else None


def open_hits(worker: Worker | None) -> QuerySet[HIT]:
    """HITs with a free slot that this worker has not done and is not doing."""
    found = HIT.objects.assignable()
    found = found.filter(hit_type__in=participating.offered_types(worker))
    if worker:
        found = found.exclude(id__in=worker.assignments.taking_a_slot().values("hit"))
        found = found.exclude(account__in=worker.blocks.filter(lifted_at=None).values("account"))
    return found


def open_groups(worker: Worker | None = None) -> list[Group]:
    """The groups on offer, newest first."""
    market.catch_up()
    rows = open_hits(worker).values("hit_type").annotate(n=Count("id"), next=Min("id"))
    by_type = {row["hit_type"]: row for row in rows.order_by()}
    types = HITType.objects.filter(id__in=by_type).select_related("account").order_by("-id")
    hits = HIT.objects.in_bulk([row["next"] for row in by_type.values()])
    values = qualifying.values_of(worker) if worker else {}
    return [
        Group(
            kind,
            by_type[kind.id]["n"],
            hits[by_type[kind.id]["next"]],
            can_preview=qualifying.may(PREVIEW, kind, values),
            can_accept=qualifying.may(ACCEPT, kind, values),
        )
        for kind in types
        if qualifying.may(DISCOVER, kind, values)
    ]


def next_hit(worker: Worker | None, hit_type: HITType) -> HIT | None:
    """Another open HIT of the group, or None."""
    return open_hits(worker).filter(hit_type=hit_type).order_by("id").first()


def any_hit(worker: Worker | None, hit_type: HITType) -> HIT | None:
    """One of the first open HITs of the group, by chance, or None."""
    ids = open_hits(worker).filter(hit_type=hit_type).order_by("id").values_list("id", flat=True)
    first = list(ids[:AMONG])
    return HIT.objects.filter(id=random.choice(first)).first() if first else None


def find_hit(hit_id: str) -> HIT:
    """A HIT by its id, for preview and accept. Raises Refused when it is gone."""
    market.catch_up()
    if hit := HIT.objects.undeleted().named(hit_id).select_related("hit_type__account").first():
        return hit
    raise Refused(NO_HIT, not_found=True)


def discover_hit(worker: Worker, hit_id: str) -> HIT:
    """A HIT that this worker may know of. Raises Refused as for one that does not exist."""
    hit = find_hit(hit_id)
    if own_attempt(worker, hit) or may_discover(worker, hit.hit_type):
        return hit
    raise Refused(NO_HIT, not_found=True)


def own_attempt(worker: Worker, hit: HIT) -> Assignment | None:
    """The assignment of this HIT that the worker has in work or has handed in."""
    return history(worker).filter(hit=hit).exclude(state__in=Assignment.LEFT).first()


def find_assignment(worker: Worker, assignment_id: str) -> Assignment:
    """One of the worker's own assignments. Raises Refused for anybody else's."""
    market.catch_up()
    if found := history(worker).named(assignment_id).first():
        return found
    raise Refused("This assignment is not one of yours.", not_found=True)


def frame_url(hit: HIT, assignment: Assignment | None = None) -> str:
    """Where the task page of this HIT is, with the parameters of the frame; else of the preview."""
    parameters = {"assignmentId": PREVIEW_ID, "hitId": hit.public_id}
    if assignment:
        parameters |= {
            "assignmentId": assignment.public_id,
            "turkSubmitTo": submit_origin(),
            "workerId": assignment.worker.public_id,
        }
    parts = urlsplit(hit.external_url)
    added = urlencode(parameters, quote_via=quote, safe="")
    query = f"{parts.query}&{added}" if parts.query else added
    return urlunsplit(parts._replace(query=query))


def submit_origin() -> str:
    return settings.MARKETPLACE_ORIGIN + ("/" if settings.MARKETPLACE_SUBMIT_TO_SLASH else "")


def frame_origin(hit: HIT) -> str:
    """The origin of the task page, as it stands in a Content-Security-Policy."""
    parts = urlsplit(hit.external_url)
    return f"{parts.scheme}://{parts.netloc}"


def history(worker: Worker) -> QuerySet[Assignment]:
    """The worker's assignments, newest first; of a guest those of the study it came to."""
    found = shown_work(worker).select_related("hit__hit_type__account", "worker", "appeal")
    found = found.prefetch_related("bonuses")
    return found.defer("answer", "hit__question").order_by("-id")


def shown_work(worker: Worker) -> QuerySet[Assignment]:
    """What this browser may see of the worker's work: a guest's is that of one study."""
    if not worker.visiting:
        return worker.assignments.all()
    return worker.assignments.filter(hit__hit_type__in=worker.visiting.hit_types.values("id"))


def shown_from(worker: Worker) -> datetime:
    """Since when this browser may see what was written to the worker."""
    if not worker.visiting:
        return worker.created_at
    return worker.visiting.participations.get(guest__worker=worker).consented_at


def messages(worker: Worker) -> QuerySet[Message]:
    """What requesters wrote to the worker, newest first."""
    found = worker.messages.filter(sent_at__gte=shown_from(worker))
    return found.select_related("account").order_by("-id")


def qualifications(worker: Worker) -> QuerySet[Qualification]:
    """What the worker holds or held, newest first."""
    found = worker.qualifications.filter(granted_at__gte=shown_from(worker))
    return found.select_related("kind__account").order_by("-granted_at")


def open_requests(worker: Worker) -> QuerySet[QualificationRequest]:
    """What the worker asked for and did not get, nor was given unasked, newest first."""
    held = worker.qualifications.filter(status=Qualification.Status.GRANTED)
    asked = worker.qualification_requests.exclude(state=QualificationRequest.State.GRANTED)
    without = asked.exclude(kind__in=held.values("kind"))
    return without.select_related("kind__account").order_by("-id")


def blocks_of(worker: Worker) -> QuerySet[WorkerBlock]:
    """The blocks in force. Their reasons are the requesters' own business."""
    return worker.blocks.filter(lifted_at=None).select_related("account").order_by("id")


def standing(worker: Worker) -> Standing:
    """Counts by state, and what the rewards add up to."""
    market.catch_up()
    reward = Sum("hit__hit_type__reward", output_field=MoneyField())
    rows = shown_work(worker).values("state").annotate(n=Count("id"), rewards=reward).order_by()
    counts = {row["state"]: row["n"] for row in rows}
    rewards = {row["state"]: row["rewards"] for row in rows}
    paid = Bonus.objects.filter(assignment__in=shown_work(worker)).aggregate(
        total=Sum("amount", output_field=MoneyField())
    )
    bonuses = paid["total"] or Decimal("0.00")
    return Standing(
        accepted=counts.get(State.ACCEPTED, 0),
        submitted=counts.get(State.SUBMITTED, 0),
        approved=counts.get(State.APPROVED, 0),
        rejected=counts.get(State.REJECTED, 0),
        earned=rewards.get(State.APPROVED, Decimal("0.00")) + bonuses,
        bonuses=bonuses,
        awaiting=rewards.get(State.SUBMITTED, Decimal("0.00")),
        worked=worked(worker),
    )


def worked(worker: Worker) -> timedelta:
    """The time from accepting to handing in, of everything handed in."""
    spent = Sum(F("submitted_at") - F("accepted_at"), output_field=DurationField())
    return shown_work(worker).handed_in().aggregate(total=spent)["total"] or timedelta()
