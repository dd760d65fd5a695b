"""How far the items of a batch are, each by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from console.counting import counts, tallies
from console.judged_item import JUDGED_ITEM, judging
from console.states import StateCount, state_counts
from crowd.models import HIT, Assignment, Call, Item


@dataclass(frozen=True)
class ItemProgress:
    item: Item
    n_hits: int
    n_hits_created: int
    n_failed_calls: int
    tally: dict[str, int]

    @property
    def states(self) -> list[StateCount]:
        return state_counts(self.tally)

    @property
    def n_missing(self) -> int:
        return max(0, self.item.batch.judges - self.tally["usable"])

    @property
    def is_complete(self) -> bool:
        return self.n_missing == 0


def item_progress(items: Sequence[Item]) -> list[ItemProgress]:
    """The progress of these items, in their order; each item comes with its batch.

    HITs and calls are those of the item as a place, work is counted where it is judged.
    """
    hits = HIT.objects.filter(item__in=items)
    calls = Call.objects.filter(hit__item__in=items, state=Call.State.FAILED)
    n_hits = counts(hits, by="item")
    n_created = counts(hits.created(), by="item")
    n_failed = counts(calls, by="hit__item")
    work = Assignment.objects.filter(judging(items)).annotate(judged_item=JUDGED_ITEM)
    tally = tallies(work, by="judged_item")
    return [
        ItemProgress(
            item=item,
            n_hits=n_hits[item.pk],
            n_hits_created=n_created[item.pk],
            n_failed_calls=n_failed[item.pk],
            tally=tally[item.pk],
        )
        for item in items
    ]
