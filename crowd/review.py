"""The review desk: what a person decides about handed-in work, and takes back in time.

The permission to decide is the view's business; what may be decided, and how often, is the law of
crowd.due_process. What else the desk does stands in crowd.second_reading, appeals, excluding and
rejudging; whoever locks here locks the study first, then the assignment.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd import budget, outbox
from crowd.budget import BudgetExceeded
from crowd.due_process import (
    DecisionError,
    is_paid,
    milder,
    refuse,
    refuse_beyond_cap,
)
from crowd.kinds import kind_named
from crowd.models import Appeal, Assignment, Call, Decision, Item, Reading, ReviewEvent, Study
from crowd.replacement import replace_lost
from crowd.tasks import deliver_call

logger = logging.getLogger(__name__)

Status, Verdict = Assignment.Status, Decision.Verdict

AT_ONCE = timedelta(0)
# So long before the endpoint pays by itself nothing waits for second thoughts.
LAST_MINUTES = timedelta(minutes=5)


def decide(
    assignment_id: int,
    *,
    verdict: str,
    reason: str = "",
    by: AbstractBaseUser | None,
    now: datetime,
    evidence: dict[str, Any] | None = None,
    beyond_cap: bool = False,
    undo_for: timedelta = AT_ONCE,
) -> Decision:
    """Pay or refuse to pay for an assignment, overturn a rejection, or pay and not use the work.

    Writes the decision, the call that tells the endpoint and, where the item now lacks a judge, a
    replacement; enqueues the delivery, or leaves it to the sweep once `undo_for` is over. Where a
    first reader asked for a second, this is the second reading, and the milder verdict is decided.
    The same decision again is answered with the first one. Raises DecisionError; CapReached unless
    `beyond_cap`.
    """
    with transaction.atomic():
        study, assignment = locked(assignment_id)
        reason = reason.strip()
        standing = assignment.decisions.order_by("pk").last()
        said = (verdict, reason, by)
        if standing and (standing.verdict, standing.reason, standing.decided_by) == said:
            return standing
        reading = Reading.objects.open().filter(assignment=assignment).first()
        refuse(study, assignment, standing, reading, verdict=verdict, reason=reason, by=by, now=now)
        seen = dict(evidence or {})
        if reading is not None:
            seen["readings"] = [as_seen(reading), as_said(by, verdict, reason)]
            if milder(reading.verdict, verdict) != verdict:
                verdict, reason = reading.verdict, reading.reason
        if verdict == Verdict.REJECT and not beyond_cap:
            refuse_beyond_cap(study)
        decision = Decision.objects.create(
            assignment=assignment,
            verdict=verdict,
            reason=reason,
            decided_by=by,
            decided_at=now,
            evidence=seen,
        )
        follow_up(decision, reading, now)
        calls = replace(assignment.hit.item, study, now)
        if not is_paid(assignment, standing):
            wait = wait_of(assignment, now, undo_for)
            call = outbox.tell_decision(decision, overturns=standing is not None)
            if wait:
                Call.objects.filter(pk=call.pk).update(not_before=now + wait)
            else:
                calls.append(call)
        enqueue(calls)
    return decision


def undo(decision_id: int, *, by: AbstractBaseUser, now: datetime) -> Decision:
    """Take back one's own decision as long as the endpoint was not told; it stays in the log.

    Deletes the decision and its call and makes the work wait again. A replacement that was opened
    stays: the work still failed. Raises DecisionError when it is too late, or not theirs.
    """
    with transaction.atomic():
        found = Decision.objects.filter(pk=decision_id).first()
        if found is None:
            raise DecisionError("this decision was undone already")
        study, assignment = locked(found.assignment_id)
        decision = assignment.decisions.order_by("pk").last()
        if decision is None or decision.pk != decision_id or decision.decided_by != by:
            raise DecisionError("only the last decision can be undone, by whoever took it")
        untold = Call.objects.open().filter(decision=decision, attempts=0)
        if not untold.delete()[0]:
            raise DecisionError(f"the endpoint is being told about {assignment}: it is too late")
        ReviewEvent.objects.create(
            kind=ReviewEvent.Kind.UNDONE,
            study=study,
            assignment=assignment,
            by=by,
            at=now,
            text=f"{decision.verdict}: {decision.reason}",
            seen=decision.evidence,
        )
        Appeal.objects.filter(decision=decision).update(closed_at=None, closed_by=None)
        if assignment.voided_at == decision.decided_at:  # by this decision, and not before
            use(assignment, voided_at=None, void_reason="")
        decision.delete()
    return decision


def locked(assignment_id: int) -> tuple[Study, Assignment]:
    """Two who decide at once queue here; money first, as everywhere."""
    assignments = Assignment.objects.select_related("hit__item__batch__study", "worker")
    study_id = assignments.get(pk=assignment_id).hit.item.batch.study_id
    study = budget.lock_study(study_id)
    return study, assignments.select_for_update(of=("self",)).get(pk=assignment_id)


def as_seen(reading: Reading) -> dict[str, str]:
    return as_said(reading.read_by, reading.verdict, reading.reason)


def as_said(by: AbstractBaseUser | None, verdict: str, reason: str) -> dict[str, str]:
    return {"by": str(by or "the machine"), "verdict": verdict, "reason": reason}


def follow_up(decision: Decision, reading: Reading | None, now: datetime) -> None:
    """What a decision settles besides the pay: the reading, open appeals, whether work counts."""
    assignment = decision.assignment
    if reading is not None:
        reading.decision = decision
        reading.save(update_fields=["decision"])
    if decision.pays and decision.decided_by is not None:
        assignment.appeals.open().update(
            closed_at=now, closed_by=decision.decided_by, decision=decision
        )
    if decision.verdict == Verdict.SOFT_REJECT and assignment.voided_at is None:
        why = f"soft-rejected by {decision.decided_by}: {decision.reason}"[:300]
        use(assignment, voided_at=decision.decided_at, void_reason=why)


def use(assignment: Assignment, **facts: Any) -> None:
    """Change what says whether the work may count; what is computed from it is made anew."""
    before = is_usable(assignment)
    for name, value in facts.items():
        setattr(assignment, name, value)
    assignment.save(update_fields=facts)
    if is_usable(assignment) != before:
        changed([assignment.hit.item])


def is_usable(assignment: Assignment) -> bool:
    return Assignment.objects.usable().filter(pk=assignment.pk).exists()


def changed(items: Sequence[Item]) -> None:
    """Other work than before is usable: what is computed from it is made anew after the commit."""
    Item.objects.filter(pk__in=[item.pk for item in items]).mark_changed()
    for kind in {item.batch.kind for item in items}:
        of_kind = sorted({item.pk for item in items if item.batch.kind == kind})
        transaction.on_commit(partial(kind_named(kind).refresh, of_kind), robust=True)


def wait_of(assignment: Assignment, now: datetime, undo_for: timedelta) -> timedelta:
    """How long the endpoint is not told yet; never so long that it might pay by itself."""
    pays_at = assignment.auto_approval_at
    is_last_minute = pays_at is not None and pays_at <= now + undo_for + LAST_MINUTES
    return AT_ONCE if is_last_minute else undo_for


def enqueue(calls: Sequence[Call]) -> None:
    for call in calls:
        transaction.on_commit(partial(deliver_call.delay, call.pk), robust=True)


def replace(item: Item, study: Study, now: datetime) -> list[Call]:
    """A spent budget stops no decision; sync replaces what is missing when there is money."""
    try:
        return replace_lost(item, study, now)
    except BudgetExceeded as error:
        logger.warning("no replacement for %s: %s", item, error)
        return []
