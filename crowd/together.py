"""The desk for one decision about many assignments: first who would be hit, then the decision."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from crowd.due_process import CapReached, DecisionError, most_rejections, refuse, rejections
from crowd.models import Assignment, Decision, Reading, Study
from crowd.review import AT_ONCE, decide

MOST = 500
"""Assignments one decision can be about: as many as a person can still look through."""


@dataclass(frozen=True)
class Hit:
    """One of the assignments; `problem` says why it would not be decided, or is empty."""

    assignment: Assignment
    problem: str


@dataclass(frozen=True)
class Cap:
    """A study whose rejections would become `n_after` of `n_handed_in`, above the `most`."""

    study: Study
    n_rejected: int
    n_after: int
    n_handed_in: int
    most: int


@dataclass(frozen=True)
class DryRun:
    """Who would be hit by a decision; nothing was written."""

    verdict: str
    rows: list[Hit]
    caps: list[Cap]

    @property
    def hit(self) -> list[Assignment]:
        return [row.assignment for row in self.rows if not row.problem]

    @property
    def spared(self) -> list[Hit]:
        return [row for row in self.rows if row.problem]

    @property
    def n_workers(self) -> int:
        return len({assignment.worker_id for assignment in self.hit})

    @property
    def rewards_usd(self) -> Decimal:
        """What the workers are paid by it, or are not."""
        rewards = (assignment.hit.item.batch.reward_usd for assignment in self.hit)
        return sum(rewards, Decimal("0.00"))


@dataclass
class Decided:
    """What became of it; `stopped` says why the rest was left alone, or is empty."""

    decisions: list[Decision] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    stopped: str = ""


def dry_run(
    assignments: Sequence[Assignment],
    *,
    verdict: str,
    reason: str,
    by: AbstractBaseUser,
    now: datetime,
) -> DryRun:
    """What `decide_together` would do; `assignments` come with worker, HIT, item, batch, study."""
    readings = {row.assignment_id: row for row in Reading.objects.open()}
    rows = [
        Hit(assignment, problem_of(assignment, readings, verdict, reason.strip(), by, now))
        for assignment in assignments
    ]
    run = DryRun(verdict, rows, [])
    if verdict == Decision.Verdict.REJECT:
        run.caps.extend(caps_of(run.hit))
    return run


def problem_of(
    assignment: Assignment,
    readings: dict[int, Reading],
    verdict: str,
    reason: str,
    by: AbstractBaseUser,
    now: datetime,
) -> str:
    study, reading = assignment.hit.item.batch.study, readings.get(assignment.pk)
    standing = assignment.decisions.order_by("pk").last()
    said = {"verdict": verdict, "reason": reason, "by": by, "now": now}
    try:
        refuse(study, assignment, standing, reading, **said)
    except DecisionError as error:
        return str(error)
    return ""


def caps_of(hit: Sequence[Assignment]) -> list[Cap]:
    """The studies whose cap these rejections would exceed."""
    studies = {assignment.hit.item.batch.study for assignment in hit}
    n_more = Counter(assignment.hit.item.batch.study_id for assignment in hit)
    caps = []
    for study in sorted(studies, key=lambda each: each.pk):
        n_rejected, n_handed_in = rejections(study)
        most, n_after = most_rejections(study, n_handed_in), n_rejected + n_more[study.pk]
        if n_after > most:
            caps.append(Cap(study, n_rejected, n_after, n_handed_in, most))
    return caps


def decide_together(
    assignments: Sequence[Assignment],
    *,
    verdict: str,
    reason: str,
    by: AbstractBaseUser,
    now: datetime,
    evidence: Callable[[Assignment], dict[str, Any]],
    beyond_cap: bool = False,
    undo_for: timedelta = AT_ONCE,
) -> Decided:
    """Decide about each, one after the other; stops where a cap asks whether it is meant.

    Each in a transaction of its own, as crowd.review.decide; a repeat decides nothing again.
    """
    done = Decided()
    for assignment in assignments:
        try:
            done.decisions.append(
                decide(
                    assignment.pk,
                    verdict=verdict,
                    reason=reason,
                    by=by,
                    now=now,
                    evidence=evidence(assignment) | {"decided_together": len(assignments)},
                    beyond_cap=beyond_cap,
                    undo_for=undo_for,
                )
            )
        except CapReached as error:
            done.stopped = str(error)
            break
        except DecisionError as error:
            done.problems.append(str(error))
    return done
