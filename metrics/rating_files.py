"""Ratings of summaries as they stand in a JSONL file, checked row by row.

    {"document", "system", "context"?, "criterion", "judge", "value"}

A judge rates a summary once for a criterion in a context. Other keys are passed over.
"""

from dataclasses import dataclass
from math import isfinite

from metrics.fields import Fields, Once, name_of, value_of
from metrics.jsonl import read_rows
from metrics.problems import Problems, shown


@dataclass(frozen=True)
class Rating:
    """What one judge said of one summary; `context` is None where nothing was read beside it."""

    document: str
    system: str
    context: str | None
    criterion: str
    judge: str
    value: float


def read_ratings(file: str, problems: Problems) -> list[Rating]:
    """Read the sound ratings of a file, in order; note what is wrong with the other rows."""
    ratings = []
    once = Once("document", "system", "context", "criterion", "judge")
    for line, fields in read_rows(file, problems):
        with problems.noted(file, line):
            # A row without a context is a row of the nameless one: names are never empty.
            context = None if fields.get("context") is None else name_of(fields, "context")
            document, system, _, criterion, judge = once.key(
                line, {**fields, "context": context or "(none)"}
            )
            ratings.append(Rating(document, system, context, criterion, judge, _value(fields)))
    return ratings


def _value(fields: Fields) -> float:
    value = value_of(fields, "value")
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"'value' must be a finite number, got {shown(value)}")
    if value < 0:
        raise ValueError(f"'value' must be 0 or more, got {shown(value)}")
    return float(value)
