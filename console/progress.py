"""How far batches and their items are: counts read in a fixed number of statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, TextChoices

from console.costs import paid_usd
from console.counting import counts, sums, tallies
from console.states import StateCount, state_counts
from crowd.models import HIT, Assignment, Batch, Call, Item, LedgerEntry


class Phase(TextChoices):
    """Where a batch stands; the value names the shape and colour of its status."""

    DRAFT = "idle", "not published"
    CREATING = "creating", "being published"
    RUNNING = "running", "running"
    DECIDING = "waiting", "waiting for decisions"
    FINISHED = "done", "finished"
    CLOSED = "closed", "closed"


@dataclass(frozen=True)
class BarPart:
    kind: int
    start: int
    width: int


@dataclass(frozen=True)
class BatchProgress:
    """n_complete: items that have all their usable assignments."""

    batch: Batch
    n_items: int
    n_complete: int
    n_hits: int
    n_hits_created: int
    n_failed_calls: int
    tally: dict[str, int]
    reserved_usd: Decimal
    paid_usd: Decimal

    @property
    def n_wanted(self) -> int:
        return self.n_items * self.batch.judges

    @property
    def n_unconfirmed(self) -> int:
        return max(0, self.tally["saved"] - self.tally["confirmed"])

    @property
    def n_missing(self) -> int:
        return max(0, self.n_wanted - self.tally["usable"])

    @property
    def n_incomplete(self) -> int:
        return self.n_items - self.n_complete

    @property
    def states(self) -> list[StateCount]:
        return state_counts(self.tally)

    @property
    def bar(self) -> list[BarPart]:
        """Usable, saved and awaiting work side by side, cut off at what is wanted."""
        parts, start = [], 0
        sizes = (self.tally["usable"], self.n_unconfirmed, self.tally["awaiting"])
        for kind, size in enumerate(sizes, start=1):
            width = min(size, self.n_wanted - start)
            parts.append(BarPart(kind, start, width))
            start += width
        return parts

    @property
    def is_over(self) -> bool:
        """Nothing will change by itself any more."""
        return self.phase in (Phase.DRAFT, Phase.FINISHED) or (
            self.phase == Phase.CLOSED and not self.tally["awaiting"]
        )

    @property
    def phase(self) -> Phase:
        if self.batch.published_at is None:
            return Phase.DRAFT
        if self.n_items == self.n_complete:
            return Phase.FINISHED
        if self.batch.closed_at is not None:
            return Phase.CLOSED
        if self.n_hits_created < self.n_hits:
            return Phase.CREATING
        return Phase.DECIDING if self.tally["awaiting"] else Phase.RUNNING


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


def batch_progress(batches: Sequence[Batch]) -> list[BatchProgress]:
    """The progress of these batches, in their order."""
    hits = HIT.objects.filter(item__batch__in=batches)
    work = Assignment.objects.filter(hit__item__batch__in=batches)
    calls = Call.objects.filter(hit__item__batch__in=batches, state=Call.State.FAILED)
    ledger = LedgerEntry.objects.filter(hit__item__batch__in=batches)
    n_items = counts(Item.objects.filter(batch__in=batches), by="batch")
    n_complete = counts(_complete_items().filter(batch__in=batches), by="batch")
    n_hits = counts(hits, by="item__batch")
    n_created = counts(hits.filter(mturk_id__isnull=False), by="item__batch")
    n_failed = counts(calls, by="hit__item__batch")
    reserved = sums(ledger, "amount_usd", by="hit__item__batch")
    paid = paid_usd(work, by="hit__item__batch")
    tally = tallies(work, by="hit__item__batch")
    return [
        BatchProgress(
            batch=batch,
            n_items=n_items[batch.pk],
            n_complete=n_complete[batch.pk],
            n_hits=n_hits[batch.pk],
            n_hits_created=n_created[batch.pk],
            n_failed_calls=n_failed[batch.pk],
            tally=tally[batch.pk],
            reserved_usd=reserved[batch.pk],
            paid_usd=paid[batch.pk],
        )
        for batch in batches
    ]


def item_progress(items: Sequence[Item]) -> list[ItemProgress]:
    """The progress of these items, in their order; each item comes with its batch."""
    hits = HIT.objects.filter(item__in=items)
    calls = Call.objects.filter(hit__item__in=items, state=Call.State.FAILED)
    n_hits = counts(hits, by="item")
    n_created = counts(hits.filter(mturk_id__isnull=False), by="item")
    n_failed = counts(calls, by="hit__item")
    tally = tallies(Assignment.objects.filter(hit__item__in=items), by="hit__item")
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


def _complete_items() -> QuerySet[Item]:
    usable = (
        Assignment.objects.usable()
        .filter(hit__item=OuterRef("pk"))
        .order_by()
        .values("hit__item")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return Item.objects.annotate(n_usable=Subquery(usable)).filter(n_usable__gte=F("batch__judges"))
