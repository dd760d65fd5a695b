"""What a judge of summaries did, for a person who decides about their pay."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, QuerySet

from console.reading import unread
from corpus.models import SanityStatement
from crowd.models import Assignment
from evaluation.models import ControlRating, ControlText, Rating, StatementAnswer

_ROLES = [ControlText.Role.BAD, ControlText.Role.MEDIOCRE, ControlText.Role.GOOD]
"""As values of careful work rise."""


@dataclass(frozen=True)
class Answered:
    """What a worker said of the statement that checks whether they read."""

    statement: SanityStatement
    answer: bool | None


@dataclass(frozen=True)
class Rated:
    """A value and the text it was given to; `what` is the role of a control, else `named`.

    `trail` is every change of the slider as [milliseconds, value], `others` the mean value of
    `n_others` usable judgments of the same by others.
    """

    what: str
    text: str
    value: int
    trail: Sequence[Sequence[int]]
    others: float | None = None
    n_others: int = 0
    is_control: bool = False

    @property
    def n_changes(self) -> int:
        return len(self.trail)

    @property
    def points(self) -> str:
        """The trail as points of a line, 100 wide and 30 high; it begins where it ends in time."""
        last = max((ms for ms, _ in self.trail), default=0) or 1
        return " ".join(f"{ms * 100 / last:.1f},{30 - value * 0.3:.1f}" for ms, value in self.trail)

    @property
    def took_s(self) -> float:
        """From the first to the last change."""
        return (self.trail[-1][0] - self.trail[0][0]) / 1000 if self.trail else 0.0


@dataclass(frozen=True)
class RatedWork:
    """`controls` are bad, mediocre, good; content has none, and an answer instead."""

    controls: list[Rated]
    summaries: list[Rated]
    answered: Answered | None

    @property
    def all(self) -> list[Rated]:
        return [*self.controls, *self.summaries]

    def as_stored(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"ratings": {row.what: row.value for row in self.summaries}}
        if self.controls:
            facts["controls"] = {row.what: row.value for row in self.controls}
        return facts


def rated_work(assignment: Assignment) -> RatedWork | None:
    """Five statements; None if no rating arrived."""
    controls = ControlRating.objects.filter(assignment=assignment).select_related("control")
    summaries = (
        Rating.objects.filter(assignment=assignment)
        .select_related("summary__system", "summary__document")
        .defer(*unread("summary__document__"))
    )
    answer = (
        StatementAnswer.objects.filter(assignment=assignment)
        .select_related("statement__document")
        .first()
    )
    usual_controls = others_of(ControlRating.objects.all(), assignment, "control")
    usual = others_of(Rating.objects.all(), assignment, "summary", "criterion")
    work = RatedWork(
        controls=[
            Rated(
                row.control.role,
                row.control.text,
                row.value,
                row.trail,
                *usual_controls.get((row.control_id,), ()),
                is_control=True,
            )
            for row in sorted(controls, key=lambda row: _ROLES.index(row.control.role))
        ],
        summaries=[
            Rated(
                named(row),
                row.summary.text,
                row.value,
                row.trail,
                *usual.get((row.summary_id, row.criterion), ()),
            )
            for row in summaries.order_by("pk")
        ],
        answered=Answered(answer.statement, answer.answer) if answer else None,
    )
    return work if work.all else None


def others_of(
    ratings: QuerySet, assignment: Assignment, *same: str
) -> dict[tuple, tuple[float, int]]:
    """Mean and number of the values others gave to the same things in the batch; one statement."""
    work = Assignment.objects.usable().filter(hit__item__batch=assignment.hit.item.batch_id)
    others = ratings.filter(assignment__in=work.exclude(pk=assignment.pk)).order_by()
    rows = others.values_list(*same).annotate(Avg("value"), Count("pk"))
    return {tuple(row[: len(same)]): (row[-2], row[-1]) for row in rows}


def named(rating: Rating) -> str:
    """Unlike any other rating of the assignment: several summaries may be of one system."""
    summary = rating.summary
    return f"{rating.criterion}, {summary.system.name}, {summary.document.external_id}"
