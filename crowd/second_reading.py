"""The desk where a first reader asks for a second, who does not see what the first one thought.

The second reading itself is crowd.review.decide. Work whose second reader never comes is approved
in time by crowd.overdue.
"""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd.due_process import DecisionError, refuse_empty, refuse_unlawful
from crowd.models import Decision, Reading, ReviewEvent
from crowd.review import locked


def ask_second_reader(
    assignment_id: int,
    *,
    verdict: str,
    reason: str = "",
    by: AbstractBaseUser,
    now: datetime,
    evidence: dict[str, Any] | None = None,
) -> Reading:
    """Keep a verdict that decides nothing until somebody else has read the work too.

    Writes the reading and the log; enqueues nothing. The same again is answered with the first.
    Raises DecisionError.
    """
    reason = reason.strip()
    with transaction.atomic():
        study, assignment = locked(assignment_id)
        standing = assignment.decisions.order_by("pk").last()
        refuse_unlawful(assignment, standing, verdict, by, now)
        if standing is not None:
            raise DecisionError(f"{assignment} was decided already: a second reader comes before")
        if verdict == Decision.Verdict.REJECT:
            refuse_empty(reason, study.rejection_reason_min_length)
        asked = Reading.objects.filter(assignment=assignment).first()
        if asked is not None:
            if (asked.read_by, asked.verdict, asked.reason) == (by, verdict, reason):
                return asked
            raise DecisionError(f"a second reader was asked for {assignment} already")
        reading = Reading.objects.create(
            assignment=assignment,
            verdict=verdict,
            reason=reason,
            read_by=by,
            read_at=now,
            evidence=evidence or {},
        )
        log(reading, ReviewEvent.Kind.ASKED, by, now)
    return reading


def withdraw(assignment_id: int, *, by: AbstractBaseUser, now: datetime) -> None:
    """Take back one's own request, so that one may decide alone. Raises DecisionError."""
    with transaction.atomic():
        locked(assignment_id)
        reading = Reading.objects.open().filter(assignment=assignment_id, read_by=by).first()
        if reading is None:
            raise DecisionError(f"no second reader that {by} asked for is being waited for")
        log(reading, ReviewEvent.Kind.WITHDRAWN, by, now)
        reading.delete()


def log(reading: Reading, kind: str, by: AbstractBaseUser, now: datetime) -> None:
    ReviewEvent.objects.create(
        kind=kind,
        study=reading.assignment.hit.item.batch.study,
        assignment=reading.assignment,
        by=by,
        at=now,
        text=f"{reading.verdict}: {reading.reason}",
        seen=reading.evidence,
    )
