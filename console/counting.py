"""Counts and sums of rows by what they belong to: one statement each, however many rows."""

from collections import Counter, defaultdict
from decimal import Decimal
from typing import Any

from django.db.models import Aggregate, Count, QuerySet, Sum

from console.states import STATES
from crowd.models.assignment import AssignmentQuerySet


def grouped(rows: QuerySet, aggregate: Aggregate, *, by: str) -> dict[int, Any]:
    """The aggregate of the rows for each value of the field path `by` that they have."""
    return dict(rows.order_by().values_list(by).annotate(aggregate))


def counts(rows: QuerySet, *, by: str) -> Counter[int]:
    """How many rows there are for each value of the field path `by`; zero for any other."""
    return Counter(grouped(rows, Count("pk", distinct=True), by=by))


def sums(rows: QuerySet, field: str, *, by: str) -> dict[int, Decimal]:
    """The sum of an amount of money for each value of the field path `by`; zero for any other."""
    return defaultdict(lambda: Decimal("0.00"), grouped(rows, Sum(field), by=by))


def tallies(work: AssignmentQuerySet, *, by: str) -> dict[int, dict[str, int]]:
    """How many assignments are in each state for each value of the field path `by`."""
    counted: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(STATES, 0))
    for name, state in STATES.items():
        for value, n in counts(state.of(work), by=by).items():
            counted[value][name] = n
    return counted
