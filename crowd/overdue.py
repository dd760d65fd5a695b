"""Approves in time what a first reader would reject and nobody else has read.

In doubt the worker is paid, and by a decision of ours that says so, not silently by the endpoint
when its deadline passes.
"""

from datetime import datetime, timedelta

from django.db import transaction

from crowd import budget, outbox
from crowd.models import Assignment, Decision, Reading

# So long before the endpoint pays by itself, or a quarter of its delay where that is shorter.
BEFORE = timedelta(hours=1)
REASON = "No second reader confirmed the first one's verdict in time."


def approve_unconfirmed(now: datetime) -> list[int]:
    """Decide every open reading whose time is over; the calls that will say so.

    Each in a transaction of its own. Enqueues nothing. A repeat decides nothing.
    """
    waiting = Reading.objects.open().filter(
        assignment__status=Assignment.Status.SUBMITTED,
        assignment__auto_approval_at__lte=now + BEFORE,
    )
    related = waiting.select_related("assignment__hit__item__batch")
    return [
        call_id
        for reading in related
        if now >= last_moment(reading.assignment)
        for call_id in approve(reading.pk, now)
    ]


def last_moment(assignment: Assignment) -> datetime:
    delay = timedelta(seconds=assignment.hit.item.batch.auto_approval_delay_s)
    return assignment.auto_approval_at - min(BEFORE, delay / 4)


def approve(reading_id: int, now: datetime) -> list[int]:
    with transaction.atomic():
        reading = Reading.objects.select_related("assignment__hit__item__batch").get(pk=reading_id)
        budget.lock_study(reading.assignment.hit.item.batch.study_id)
        reading = Reading.objects.open().filter(pk=reading_id).first()
        if reading is None or reading.assignment.decisions.exists():
            return []
        reading.decision = Decision.objects.create(
            assignment=reading.assignment,
            verdict=Decision.Verdict.APPROVE,
            reason=REASON,
            decided_at=now,
            evidence=reading.evidence | {"readings": [seen(reading)]},
        )
        reading.save(update_fields=["decision"])
        return [outbox.tell_decision(reading.decision).pk]


def seen(reading: Reading) -> dict[str, str]:
    return {"by": str(reading.read_by), "verdict": reading.verdict, "reason": reading.reason}
