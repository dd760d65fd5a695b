"""Writes finished work, from the worker's page or from the endpoint: three statements a kind.

In the caller's transaction. Work that was stored before is left as it is.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from crowd import assignments
from crowd.models import Assignment
from evaluation.checks import ranking_passed
from evaluation.drafts import CONTENT_NAMES, Draft
from evaluation.models import ControlRating, Rating, StatementAnswer
from evaluation.presenting import Shown
from evaluation.scales import PRESET


def store_content(assignment: Assignment, draft: Draft, now: datetime) -> None:
    """Recall, precision and the answer of one summary. The draft must have all of them."""
    judged = assignment.allocation.item.content_item
    if not take_in(assignment, draft, judged.statement.passes(draft.answer), now):
        return
    context = assignment.hit.item.batch.content_batch.context
    Rating.objects.bulk_create(
        Rating(
            assignment=assignment,
            summary_id=judged.summary_id,
            criterion=criterion,
            context=context,
            **value_of(assignment, draft, criterion),
        )
        for criterion in CONTENT_NAMES
    )
    StatementAnswer.objects.create(
        assignment=assignment, statement=judged.statement, answer=draft.answer
    )


def store_quality(
    assignment: Assignment, shown: Sequence[Shown], draft: Draft, now: datetime
) -> None:
    """A value for each summary, and for each control in a table of its own."""
    controls = [text for text in shown if text.is_control]
    passed = ranking_passed({text.part: draft.values[text.opaque_id] for text in controls})
    if not take_in(assignment, draft, passed, now):
        return
    criterion = assignment.hit.item.batch.quality_batch.criterion
    Rating.objects.bulk_create(
        Rating(
            assignment=assignment,
            summary_id=text.key,
            criterion=criterion,
            **value_of(assignment, draft, text.opaque_id),
        )
        for text in shown
        if not text.is_control
    )
    ControlRating.objects.bulk_create(
        ControlRating(
            assignment=assignment,
            control_id=text.key,
            **value_of(assignment, draft, text.opaque_id),
        )
        for text in controls
    )


def take_in(assignment: Assignment, draft: Draft, passed: bool, now: datetime) -> bool:
    """Whether the work is new; one statement unless the endpoint knew of it before us."""
    submission = assignments.take_in(
        assignment,
        sanity_passed=passed,
        active_duration_s=draft.events.get("active_s", 0),
        draft=replace(draft, is_finished=True).stored(),
        now=now,
    )
    return submission.is_new


def value_of(assignment: Assignment, draft: Draft, name: str) -> dict:
    """A slider that nobody moved has a value only in a study that presets it, and only that."""
    trail, value = draft.trails.get(name, []), draft.values[name]
    is_literal = assignment.hit.item.batch.study.is_literal
    return {
        "value": value,
        "was_touched": bool(trail) or value != PRESET or not is_literal,
        "trail": trail,
    }
