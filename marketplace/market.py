"""One HIT at a time: locked, brought up to date, changed, and restated.

Deadlines, expiry, automatic approval and disposal happen when their time comes, whoever looks
first: every call and every page begins with `catch_up`, and `changing` repeats it under the lock
for the HIT it is about to change. They take effect in the order of their times.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from marketplace import clock, events, ledger
from marketplace.models import HIT, Assignment, Event
from marketplace.prepared import Prepared, insert
from marketplace.tally import State, Status, status_of, tally

DISPOSAL_DELAY = timedelta(days=settings.MARKETPLACE_DISPOSE_AFTER_D)  # zero: never
NEVER = timedelta(days=365 * 500)
CHANGEABLE = (
    "hit_type", "max_assignments", "expires_at", "expired_at", "deleted_at", "reviewing",
    "fee", "held", "status", "finished_at",
)  # fmt: skip


@contextmanager
def changing(hits: QuerySet[HIT], *, missing: Exception) -> Iterator[tuple[HIT, datetime]]:
    """Lock a HIT and yield it, up to date, with the time; restate it when the block ends well.

    One transaction: an exception in the block undoes everything. Raises `missing` when there is
    no such HIT. The lock joins no other table: PostgreSQL drops a joined row that has changed
    while it waited.
    """
    with transaction.atomic():
        hit = hits.select_for_update(no_key=True).defer("question").first()
        if hit is None:
            raise missing
        now = clock.now()
        settle(hit, now)
        yield hit, now
        restate(hit, now)


def put_on(hit: HIT, at: datetime) -> None:
    """A new HIT: written as it will be found, with its hold. Nobody has accepted it yet."""
    amount = hit.max_assignments * hit.price
    hit.held = amount
    insert(hit)
    ledger.hold_new(hit, amount, at=at)


def restate(hit: HIT, at: datetime) -> None:
    """Derive status and hold from the assignments; write them, and log what became of the HIT."""
    count = tally(hit)
    status = status_of(hit, count)
    unpaid = 0 if hit.deleted_at else count.unpaid + count.open(hit)
    ledger.hold_exactly(hit, unpaid * hit.price, at=at)
    if status in (Status.ASSIGNABLE, Status.UNASSIGNABLE):
        hit.reviewing, hit.finished_at = False, None
    elif hit.finished_at is None:
        hit.finished_at = at
        if status == Status.REVIEWABLE:
            events.record_hit(Event.Kind.HIT_REVIEWABLE, hit, at=at)
    hit.status = status
    hit.save(update_fields=CHANGEABLE)


def settle(hit: HIT, now: datetime) -> None:
    """Let everything happen to the locked HIT that was due by now, in the order of its time."""
    if hit.deleted_at:
        return
    for at, happen, subject in sorted(due_by(now, hit), key=lambda row: row[0]):
        happen(hit, subject, at)
        restate(hit, at)
    if can_be_disposed(hit, now):
        dispose(hit, hit.finished_at + DISPOSAL_DELAY)
        restate(hit, hit.deleted_at)


def due_by(now: datetime, hit: HIT) -> Iterator[tuple[datetime, Callable, Assignment | None]]:
    """When, what happens, to which assignment. None of it makes anything else fall due."""
    if hit.expired_at is None and hit.expires_at <= now:
        yield hit.expires_at, expire, None
    for work in hit.assignments.overdue(now).defer("answer").order_by("id"):
        if work.state == State.ACCEPTED:
            yield work.deadline, abandon, work
        else:
            yield work.auto_approval_at, approve_automatically, work


def expire(hit: HIT, _: None, at: datetime) -> None:
    hit.expired_at = at
    events.record_hit(Event.Kind.HIT_EXPIRED, hit, at=at)


def abandon(hit: HIT, assignment: Assignment, at: datetime) -> None:
    assignment.state, assignment.left_at = State.ABANDONED, at
    assignment.save(update_fields=["state", "left_at"])
    events.record_assignment(Event.Kind.ASSIGNMENT_ABANDONED, hit, assignment, at=at)


def approve_automatically(hit: HIT, assignment: Assignment, at: datetime) -> None:
    approve(hit, assignment, at, detail="automatic")


def approve(hit: HIT, assignment: Assignment, at: datetime, *, detail: str = "") -> None:
    """Pay a submitted assignment of the locked HIT."""
    ledger.pay(hit, assignment, at=at)
    assignment.state, assignment.approved_at = State.APPROVED, at
    assignment.save(update_fields=["state", "approved_at", "feedback"])
    events.record_assignment(Event.Kind.ASSIGNMENT_APPROVED, hit, assignment, at=at, detail=detail)


def dispose(hit: HIT, at: datetime) -> None:
    hit.deleted_at = at
    events.record_hit(Event.Kind.HIT_DISPOSED, hit, at=at)


def can_be_disposed(hit: HIT, now: datetime) -> bool:
    """Whether a HIT finished so long ago that it goes by itself; not while work awaits review."""
    if not DISPOSAL_DELAY or hit.finished_at is None or hit.finished_at + DISPOSAL_DELAY > now:
        return False
    return not hit.assignments.awaiting_review().exists()


def catch_up() -> int:
    """Settle every HIT for which something is due; cheap when nothing is. Returns how many."""
    late = overdue(clock.now())
    for hit_id in late:
        with changing(HIT.objects.filter(id=hit_id), missing=HIT.DoesNotExist(hit_id)):
            pass  # settling is all there is to do
    return len(late)


def overdue(now: datetime) -> list[int]:
    """The HITs for which something is due by now."""
    return [hit_id for (hit_id,) in DUE(now, now - (DISPOSAL_DELAY or NEVER))]


def due_query(now: datetime, finished_before: datetime) -> QuerySet:
    living = HIT.objects.filter(deleted_at=None)
    old = living.filter(finished_at__lte=finished_before)
    return (
        Assignment.objects.overdue(now)
        .values_list("hit")
        .union(
            living.filter(expired_at=None, expires_at__lte=now).values_list("id"),
            old.exclude(assignments__state=State.SUBMITTED).values_list("id"),
        )
    )


# Asked by every call and every page.
DUE = Prepared(due_query, datetime(2001, 1, 1, tzinfo=UTC), datetime(2002, 2, 2, tzinfo=UTC))
