"""The desk that judges work again whose check was unfair: it passes now, counts and is paid."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd.budget import OVERTURN_WINDOW
from crowd.due_process import is_paid
from crowd.models import Appeal, Assignment, Batch, Decision
from crowd.passing import grant_earned
from crowd.review import decide, enqueue, locked, use


@dataclass
class Rejudged:
    """What came of judging again; `too_late` are rejections that cannot be overturned any more."""

    n_passed: int = 0
    n_paid: int = 0
    n_overturned: int = 0
    n_too_late: int = 0


def rejudge(
    assignment_ids: Iterable[int],
    *,
    reason: str,
    by: AbstractBaseUser,
    now: datetime,
    evidence: dict[str, Any],
) -> Rejudged:
    """Let failed work pass: it counts, waiting pay is approved, rejections are overturned.

    In the caller's transaction, which says why (`by` is asked nothing about single assignments, so
    that nobody decides on their own). Enqueues the deliveries. Work that was left out for another
    reason stays out. A repeat changes nothing.
    """
    done = Rejudged()
    work = Assignment.objects.filter(pk__in=list(assignment_ids))
    in_turn = work.order_by("hit__item__batch__study", "pk").values_list("pk", flat=True)
    for assignment_id in list(in_turn):
        with transaction.atomic():
            judge_again(assignment_id, reason, by, now, evidence, done)
    tests = Batch.objects.filter(passes_wanted__gt=0, items__hits__assignments__in=work)
    for test in tests.distinct():
        enqueue(grant_earned(test, now))
    return done


def judge_again(
    assignment_id: int,
    reason: str,
    by: AbstractBaseUser,
    now: datetime,
    evidence: dict[str, Any],
    done: Rejudged,
) -> None:
    _, assignment = locked(assignment_id)
    if assignment.sanity_passed:
        return
    use(assignment, sanity_passed=True)
    done.n_passed += 1
    standing = assignment.decisions.order_by("pk").last()
    if assignment.confirmed_at is None or is_paid(assignment, standing):
        return
    if now > assignment.handed_in_at + OVERTURN_WINDOW:
        done.n_too_late += 1
        return
    if standing is None and assignment.status != Assignment.Status.SUBMITTED:
        done.n_too_late += 1  # rejected there by somebody else
        return
    appeals = Appeal.objects.open().filter(assignment=assignment)
    verdict = Decision.Verdict.APPROVE
    decision = decide(
        assignment.pk, verdict=verdict, reason=reason, by=None, now=now, evidence=evidence
    )
    appeals.update(closed_at=now, closed_by=by, decision=decision)
    done.n_paid += 1
    done.n_overturned += standing is not None
