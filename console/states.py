"""The states of work that pages count and filter by; the conditions are the crowd room's own."""

from collections.abc import Callable
from dataclasses import dataclass

from crowd.models import Assignment
from crowd.models.assignment import AssignmentQuerySet


@dataclass(frozen=True)
class State:
    """A word for assignments in one state, and which they are."""

    label: str
    meaning: str
    of: Callable[[AssignmentQuerySet], AssignmentQuerySet]


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
        StateCount(name, state.label, state.meaning, tally[name]) for name, state in STATES.items()
    ]
