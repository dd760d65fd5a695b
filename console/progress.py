"""How far batches are: counts read in a fixed number of statements, and the phase they mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, TextChoices
from django.db.models.functions import Coalesce
from django.utils import timezone

from console.costs import paid_usd
from console.counting import counts, grouped, sums, tallies
from console.states import StateCount, state_counts
from crowd.models import HIT, Assignment, Batch, Call, Item, LedgerEntry


class Phase(TextChoices):
    """Where a batch stands; the value names the shape and colour of its status."""

    DRAFT = "idle", "not published"
    CREATING = "creating", "being published"
    RUNNING = "running", "running"
    EXPIRED = "expired", "off the market"
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
    """n_complete: items that have all their usable assignments. n_unsettled: HITs to which
    something may still happen. off_market_at: when the last HIT expires, as far as is known."""

    batch: Batch
    n_items: int
    n_complete: int
    n_hits: int
    n_hits_created: int
    n_unsettled: int
    off_market_at: datetime | None
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
        is_quiet = not self.n_unsettled and not self.tally["awaiting"]
        is_off = self.phase in (Phase.CLOSED, Phase.EXPIRED)
        return self.phase in (Phase.DRAFT, Phase.FINISHED) or (is_off and is_quiet)

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
        if self.tally["awaiting"]:
            return Phase.DECIDING
        is_off_market = self.off_market_at is not None and self.off_market_at <= timezone.now()
        return Phase.EXPIRED if is_off_market else Phase.RUNNING


def batch_progress(batches: Sequence[Batch]) -> list[BatchProgress]:
    """The progress of these batches, in their order."""
    hits = HIT.objects.filter(item__batch__in=batches)
    work = Assignment.objects.filter(hit__item__batch__in=batches)
    calls = Call.objects.filter(hit__item__batch__in=batches, state=Call.State.FAILED)
    ledger = LedgerEntry.objects.filter(hit__item__batch__in=batches)
    n_items = counts(Item.objects.filter(batch__in=batches), by="batch")
    n_complete = counts(_complete_items().filter(batch__in=batches), by="batch")
    n_hits = counts(hits, by="item__batch")
    n_created = counts(hits.created(), by="item__batch")
    n_unsettled = counts(hits.unsettled(), by="item__batch")
    off_market = grouped(hits, Max("expires_at"), by="item__batch")
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
            n_unsettled=n_unsettled[batch.pk],
            off_market_at=off_market.get(batch.pk),
            n_failed_calls=n_failed[batch.pk],
            tally=tally[batch.pk],
            reserved_usd=reserved[batch.pk],
            paid_usd=paid[batch.pk],
        )
        for batch in batches
    ]


def _complete_items() -> QuerySet[Item]:
    n_usable = _usable(by="allocation__item") + _usable(by="hit__item", allocation=None)
    return Item.objects.annotate(n_usable=n_usable).filter(n_usable__gte=F("batch__judges"))


def _usable(*, by: str, **where: None) -> Coalesce:
    """How many usable assignments an item has by this path."""
    work = Assignment.objects.usable().filter(**{by: OuterRef("pk")}, **where)
    return Coalesce(Subquery(work.order_by().values(by).annotate(n=Count("pk")).values("n")), 0)
