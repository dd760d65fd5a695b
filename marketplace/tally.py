"""Counting a HIT's assignments, and the status that follows from the count."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count

from marketplace.models import HIT, Assignment

State, Status = Assignment.State, HIT.Status


@dataclass(frozen=True)
class Tally:
    accepted: int = 0
    submitted: int = 0
    approved: int = 0
    rejected: int = 0

    @property
    def taken(self) -> int:
        return self.accepted + self.submitted + self.approved + self.rejected

    @property
    def reviewed(self) -> int:
        return self.approved + self.rejected

    @property
    def unpaid(self) -> int:
        """Slots whose money may still be needed."""
        return self.accepted + self.submitted

    def free(self, hit: HIT) -> int:
        return max(0, hit.max_assignments - self.taken)

    def open(self, hit: HIT) -> int:
        """Slots a worker may take now."""
        return 0 if hit.expired_at or hit.deleted_at else self.free(hit)


def tallies(hits: Iterable[HIT]) -> dict[int, Tally]:
    """The tally of each HIT by its database id, in one query."""
    counted = Assignment.objects.filter(hit__in=[hit.id for hit in hits]).taking_a_slot()
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for hit_id, state, n in counted.values_list("hit", "state").annotate(Count("id")).order_by():
        found[hit_id][state.lower()] = n
    return {hit.id: Tally(**found[hit.id]) for hit in hits}


def tally(hit: HIT) -> Tally:
    return tallies([hit])[hit.id]


def status_of(hit: HIT, count: Tally) -> HIT.Status:
    """How the counts follow from the assignments. Expired work in progress is Unassignable."""
    if hit.deleted_at:
        return Status.DISPOSED
    if count.open(hit):
        return Status.ASSIGNABLE
    if count.accepted:
        return Status.UNASSIGNABLE
    return Status.REVIEWING if hit.reviewing else Status.REVIEWABLE
