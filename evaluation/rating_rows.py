"""A study's ratings as the rows that `python -m metrics ratings` reads.

    {"document", "system", "context"?, "criterion", "judge", "value"}

Control summaries have a table of their own, which nothing here reads.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from annotation.annotators import worker_hash
from crowd.models import Assignment, Study
from evaluation.models import Rating

Row = dict[str, Any]

_KEY = ("document", "system", "context", "criterion", "judge")


class RatingRowsError(ValueError):
    """A study's ratings cannot be told in one file."""


def usable_ratings(study: Study) -> QuerySet[Rating]:
    """Ratings that count in results: of work saved, confirmed, passed and not voided."""
    return saved_ratings(study).filter(assignment__in=Assignment.objects.usable())


def saved_ratings(study: Study) -> QuerySet[Rating]:
    """Every rating of a study, whatever became of its assignment."""
    return Rating.objects.filter(assignment__hit__item__batch__study=study)


def rating_rows(study: Study, ratings: QuerySet[Rating]) -> list[Row]:
    """Rows by document, system, context, criterion and judge; one statement.

    A judge is the keyed hash of annotation's exports, the same person in both. Who rated a summary
    twice for a criterion counts once, by what they handed in first. "context" is left out where
    only the summary was read.

    Raises RatingRowsError if two documents of the ratings have one name.
    """
    rows: dict[tuple[str, ...], Row] = {}
    names: dict[str, int] = {}
    for document, key, value in _told(study, ratings):
        if names.setdefault(key[0], document) != document:
            raise RatingRowsError(f"study '{study}' has ratings of two documents named {key[0]!r}")
        rows.setdefault(key, _row(key, value))
    return [rows[key] for key in sorted(rows)]


def _told(study: Study, ratings: QuerySet[Rating]) -> Iterator[tuple[int, tuple[str, ...], int]]:
    """Document, key and value of each rating, in the order of submission."""
    found = ratings.order_by("assignment__submitted_at", "assignment", "pk").values_list(
        "summary__document",
        "summary__document__external_id",
        "summary__system__name",
        "context",
        "criterion",
        "assignment__worker__endpoint_url",
        "assignment__worker__mturk_id",
        "value",
    )
    for document, name, system, context, criterion, endpoint_url, mturk_id, value in found:
        judge = worker_hash(study, endpoint_url, mturk_id)
        yield document, (name, system, context, criterion, judge), value


def _row(key: tuple[str, ...], value: int) -> Row:
    named = dict(zip(_KEY, key, strict=True))
    if not named["context"]:
        del named["context"]
    return {**named, "value": value}
