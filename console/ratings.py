"""What a judge of summaries did, for a person who decides about their pay."""

from dataclasses import dataclass
from typing import Any

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
    """A value and the text it was given to; `what` is the role of a control, else `named`."""

    what: str
    text: str
    value: int
    n_changes: int
    is_control: bool = False


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
    """Three statements; None if no rating arrived."""
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
    work = RatedWork(
        controls=[
            Rated(row.control.role, row.control.text, row.value, len(row.trail), is_control=True)
            for row in sorted(controls, key=lambda row: _ROLES.index(row.control.role))
        ],
        summaries=[
            Rated(named(row), row.summary.text, row.value, len(row.trail))
            for row in summaries.order_by("pk")
        ],
        answered=Answered(answer.statement, answer.answer) if answer else None,
    )
    return work if work.all else None


def named(rating: Rating) -> str:
    """Unlike any other rating of the assignment: several summaries may be of one system."""
    summary = rating.summary
    return f"{rating.criterion}, {summary.system.name}, {summary.document.external_id}"
