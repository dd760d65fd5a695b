"""The review desk: what a person decides about work that failed its check.

The permission to decide is the view's business; what may be decided, and how often, is law here.
"""

import logging
import re
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd import budget, outbox
from crowd.budget import OVERTURN_WINDOW, BudgetExceeded
from crowd.models import Assignment, Call, Decision, Item, Study
from crowd.replacement import replace_lost
from crowd.tasks import deliver_call

logger = logging.getLogger(__name__)

Status, Verdict = Assignment.Status, Decision.Verdict

LONGEST_REASON = 1024
# Words that say no without saying why.
EMPTY_WORDS = re.compile(
    r"\b(?:an?|and|answers?|bad|because|did|do|does|fail(?:ed|ure)?|false|hit|incorrect(?:ly)?|"
    r"invalid|is|it|job|not?|poor|quality|reject(?:ed)?|sorry|task|the|this|was|were|work|"
    r"wrong(?:ly)?|your?)\b",
    re.IGNORECASE,
)


class DecisionError(ValueError):
    """It may not be decided so; the text says why."""


def decide(
    assignment_id: int,
    *,
    verdict: str,
    reason: str = "",
    by: AbstractBaseUser | None,
    now: datetime,
    evidence: dict[str, Any] | None = None,
) -> Decision:
    """Pay or refuse to pay for an assignment, or overturn a rejection by approving.

    Writes the decision, the call that tells the endpoint and, where the item now lacks a judge, a
    replacement; enqueues the delivery. The same decision again is answered with the first one.
    Raises DecisionError.
    """
    with transaction.atomic():
        study, assignment = locked(assignment_id)
        standing = assignment.decisions.order_by("pk").last()
        if standing and (standing.verdict, standing.reason, standing.decided_by) == (
            verdict,
            reason.strip(),
            by,
        ):
            return standing
        refuse_unlawful(assignment, standing, verdict, by, now)
        if verdict == Verdict.REJECT:
            refuse_empty(reason.strip(), study.rejection_reason_min_length)
        decision = Decision.objects.create(
            assignment=assignment,
            verdict=verdict,
            reason=reason.strip(),
            decided_by=by,
            decided_at=now,
            evidence=evidence or {},
        )
        calls = [outbox.tell_decision(decision, overturns=standing is not None)]
        calls += replace(assignment.hit.item, study, now)
        for call in calls:
            transaction.on_commit(partial(deliver_call.delay, call.pk), robust=True)
    return decision


def locked(assignment_id: int) -> tuple[Study, Assignment]:
    """Two who decide at once queue here; money first, as everywhere."""
    assignments = Assignment.objects.select_related("hit__item__batch__study")
    study_id = assignments.get(pk=assignment_id).hit.item.batch.study_id
    study = budget.lock_study(study_id)
    return study, assignments.select_for_update(of=("self",)).get(pk=assignment_id)


def refuse_unlawful(
    assignment: Assignment,
    standing: Decision | None,
    verdict: str,
    by: AbstractBaseUser | None,
    now: datetime,
) -> None:
    if verdict not in Verdict.values:
        raise DecisionError(f"a verdict is 'approve' or 'reject', got {verdict!r}")
    if verdict == Verdict.REJECT and by is None:
        raise DecisionError("only a person can reject")
    if assignment.confirmed_at is None:
        raise DecisionError(f"the endpoint has not confirmed who did {assignment}")
    if standing is not None and not is_overturn(standing, verdict):
        raise DecisionError(f"{assignment} was decided already: {described(standing)}")
    if standing is None and assignment.status != Status.SUBMITTED:
        raise DecisionError(f"the endpoint already says {assignment.status} of {assignment}")
    if assignment.status == Status.APPROVED:
        raise DecisionError(f"{assignment} is approved at the endpoint, and that is final")
    if standing is not None and now > assignment.handed_in_at + OVERTURN_WINDOW:
        raise DecisionError(
            f"{assignment} was handed in on {assignment.handed_in_at:%Y-%m-%d}: a rejection can "
            f"be overturned for {OVERTURN_WINDOW.days} days only"
        )


def is_overturn(standing: Decision, verdict: str) -> bool:
    return (standing.verdict, verdict) == (Verdict.REJECT, Verdict.APPROVE)


def described(decision: Decision) -> str:
    who = decision.decided_by or "the check it passed"
    return f"{decision.verdict} by {who} on {decision.decided_at:%Y-%m-%d %H:%M}"


def refuse_empty(reason: str, shortest: int) -> None:
    """The worker reads it and loses pay by it: it must say why (MTURK.md section 10)."""
    if not shortest <= len(reason) <= LONGEST_REASON:
        raise DecisionError(
            f"a reason has {shortest} to {LONGEST_REASON} characters, got {len(reason)}"
        )
    if not re.search(r"\w", EMPTY_WORDS.sub("", reason)):
        raise DecisionError(f"a reason says what was wrong, not only that it was: {reason!r}")


def replace(item: Item, study: Study, now: datetime) -> list[Call]:
    """A spent budget stops no decision; sync replaces what is missing when there is money."""
    try:
        return replace_lost(item, study, now)
    except BudgetExceeded as error:
        logger.warning("no replacement for %s: %s", item, error)
        return []
