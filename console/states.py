"""The states of work that pages count and filter by; the conditions are the crowd room's own."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils import timezone

from crowd.models import Assignment
from crowd.models.assignment import AssignmentQuerySet


@dataclass(frozen=True)
class State:
    """A word for assignments in one state, and which they are; an unusual one has no column."""

    label: str
    meaning: str
    of: Callable[[AssignmentQuerySet], AssignmentQuerySet]
    is_usual: bool = True


STATES: dict[str, State] = {
    "open": State(
        "Open",
        "opened, nothing handed in yet",
        lambda work: work.filter(submitted_at=None, status=""),
    ),
    "saved": State("Saved", "the work is in our database", lambda work: work.saved()),
    "confirmed": State("Confirmed", "the endpoint says who did it", lambda work: work.confirmed()),
    "usable": State("Usable", "counts in results", lambda work: work.usable()),
    "awaiting": State(
        "Awaiting", "failed a check, a person decides", lambda work: work.awaiting_decision()
    ),
    "approved": State(
        "Approved", "paid", lambda work: work.filter(status=Assignment.Status.APPROVED)
    ),
    "rejected": State(
        "Rejected", "not paid", lambda work: work.filter(status=Assignment.Status.REJECTED)
    ),
    "voided": State(
        "Voided",
        "left out of the results",
        lambda work: work.filter(voided_at__isnull=False),
        is_usual=False,
    ),
    "unaccounted": State(
        "Unaccounted",
        "saved here, but unknown at the endpoint after its time was over",
        lambda work: work.unaccounted(timezone.now()),
        is_usual=False,
    ),
}


@dataclass(frozen=True)
class StateCount:
    """A state with how many assignments are in it, for a page to show and to link."""

    name: str
    label: str
    meaning: str
    n: int


def state_counts(tally: dict[str, int]) -> list[StateCount]:
    return [
        StateCount(name, state.label, state.meaning, tally[name])
        for name, state in STATES.items()
        if state.is_usual
    ]
