"""The review queue: work that waits for a person, in the order in which time runs out."""

from dataclasses import dataclass

from django.db.models import F, QuerySet

from crowd.models import Assignment, Decision

RELATED = ("worker", "hit__item__batch__study")


@dataclass(frozen=True)
class Place:
    """Where a case stands in the queue; a missing neighbour is None."""

    number: int
    n_cases: int
    previous: int | None
    next: int | None

    @property
    def after_deciding(self) -> int | None:
        """The case to look at when this one has left the queue."""
        return self.next or self.previous


def in_order(work: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Work awaiting a decision, first what the endpoint will pay by itself first."""
    return work.awaiting_decision().order_by(F("auto_approval_at").asc(nulls_last=True), "pk")


def place_of(assignment: Assignment, cases: QuerySet[Assignment]) -> Place | None:
    """Where the assignment stands among the cases; None when it is not one of them."""
    keys = list(cases.values_list("pk", flat=True))
    if assignment.pk not in keys:
        return None
    i = keys.index(assignment.pk)
    return Place(
        number=i + 1,
        n_cases=len(keys),
        previous=keys[i - 1] if i else None,
        next=keys[i + 1] if i + 1 < len(keys) else None,
    )


def decided(decisions: QuerySet[Decision]) -> QuerySet[Decision]:
    """Decisions with everything a list of them shows, newest first."""
    related = ("decided_by", "call", *(f"assignment__{name}" for name in RELATED))
    return decisions.select_related(*related).order_by("-decided_at", "-pk")
