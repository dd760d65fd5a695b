"""What may be decided about pay, by whom, and how often: the law behind the review desk.

Only reads; what it forbids it forbids with DecisionError, in words for whoever tried.
"""

import re
from datetime import datetime
from math import ceil

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, OuterRef

from crowd.budget import OVERTURN_WINDOW
from crowd.models import Assignment, Decision, Reading, Study, Worker

Status, Verdict = Assignment.Status, Decision.Verdict

LONGEST_REASON = 1024
# Words that say no without saying why.
EMPTY_WORDS = re.compile(
    r"\b(?:an?|and|answers?|bad|because|did|do|does|fail(?:ed|ure)?|false|hit|incorrect(?:ly)?|"
    r"invalid|is|it|job|not?|poor|quality|reject(?:ed)?|sorry|task|the|this|was|were|work|"
    r"wrong(?:ly)?|your?)\b",
    re.IGNORECASE,
)
# Of two readers who disagree, the milder one decides.
MILDEST_FIRST = (Verdict.APPROVE, Verdict.SOFT_REJECT, Verdict.REJECT)


class DecisionError(ValueError):
    """It may not be decided so; the text says why."""


class CapReached(DecisionError):
    """One more rejection would exceed the study's cap; a person may say that it is meant."""


def refuse(
    study: Study,
    assignment: Assignment,
    standing: Decision | None,
    reading: Reading | None,
    *,
    verdict: str,
    reason: str,
    by: AbstractBaseUser | None,
    now: datetime,
) -> None:
    """Raises DecisionError for everything but the cap, which is a question and not a no."""
    refuse_unlawful(assignment, standing, verdict, by, now)
    if verdict == Verdict.REJECT:
        refuse_empty(reason, study.rejection_reason_min_length)
    if reading is not None:
        refuse_first_reader(reading, by)
    elif verdict == Verdict.REJECT and study.rejections_need_two:
        raise DecisionError(f"in study {study} a rejection takes two: ask for a second reader")


def refuse_unlawful(
    assignment: Assignment,
    standing: Decision | None,
    verdict: str,
    by: AbstractBaseUser | None,
    now: datetime,
) -> None:
    refuse_own_work(assignment, by)
    if verdict not in Verdict.values:
        raise DecisionError(f"a verdict is 'approve', 'soft' or 'reject', got {verdict!r}")
    if verdict == Verdict.REJECT and by is None:
        raise DecisionError("only a person can reject")
    if assignment.confirmed_at is None:
        raise DecisionError(f"the endpoint has not confirmed who did {assignment}")
    if verdict == Verdict.SOFT_REJECT and is_paid(assignment, standing):
        if assignment.voided_at is not None:
            raise DecisionError(f"{assignment} does not count already: {assignment.void_reason}")
        return
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


def refuse_own_account(worker: Worker, by: AbstractBaseUser | None) -> None:
    if by is not None and worker.account_id == by.pk:
        raise DecisionError(f"{by} works as {worker}: nobody decides on their own work")


def refuse_own_work(assignment: Assignment, by: AbstractBaseUser | None) -> None:
    refuse_own_account(assignment.worker, by)


def is_paid(assignment: Assignment, standing: Decision | None) -> bool:
    """The endpoint has approved it, or will hear so."""
    if standing is not None:
        return standing.pays
    return assignment.status == Status.APPROVED


def is_overturn(standing: Decision, verdict: str) -> bool:
    return not standing.pays and verdict != Verdict.REJECT


def described(decision: Decision) -> str:
    who = decision.decided_by or "the check it passed"
    return f"{decision.verdict} by {who} on {decision.decided_at:%Y-%m-%d %H:%M}"


def refuse_empty(reason: str, shortest: int) -> None:
    """The worker reads it and loses pay by it: it must say why."""
    if not shortest <= len(reason) <= LONGEST_REASON:
        raise DecisionError(
            f"a reason has {shortest} to {LONGEST_REASON} characters, got {len(reason)}"
        )
    if not re.search(r"\w", EMPTY_WORDS.sub("", reason)):
        raise DecisionError(f"a reason says what was wrong, not only that it was: {reason!r}")


def rejections(study: Study) -> tuple[int, int]:
    """How many assignments of the study stand rejected, and how many were handed in."""
    work = Assignment.objects.confirmed().filter(hit__item__batch__study=study)
    later = Decision.objects.filter(assignment=OuterRef("assignment"), pk__gt=OuterRef("pk"))
    standing = Decision.objects.filter(~Exists(later), assignment__in=work)
    return standing.filter(verdict=Verdict.REJECT).count(), work.count()


def most_rejections(study: Study, n_handed_in: int) -> int:
    """The cap as a number, rounded up, so that the smallest study can reject somebody."""
    return ceil(study.rejection_cap_percent * n_handed_in / 100)


def refuse_beyond_cap(study: Study) -> None:
    """Raises CapReached if one more rejection is more than the study's setting allows."""
    n_rejected, n_handed_in = rejections(study)
    most = most_rejections(study, n_handed_in)
    if n_rejected >= most:
        raise CapReached(
            f"{n_rejected} of {n_handed_in} assignments of study {study} are rejected already; its "
            f"cap of {study.rejection_cap_percent} % allows {most}. Are the instructions clear and "
            "the check fair? To reject more, say that you mean it"
        )


def refuse_first_reader(reading: Reading, by: AbstractBaseUser | None) -> None:
    if by is not None and reading.read_by_id == by.pk:
        raise DecisionError(
            f"{by} read it first, and asked for a second reader: somebody else decides"
        )


def milder(first: str, second: str) -> str:
    """What holds when two have read the work: in doubt the worker is paid."""
    return min(first, second, key=MILDEST_FIRST.index)
