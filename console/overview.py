"""What the list of studies says about each: what runs, what it cost, what needs a decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Min, Sum

from console.costs import paid_usd
from console.counting import counts, grouped, sums, tallies
from crowd.models import Appeal, Assignment, Batch, Call, Item, LedgerEntry, Study


@dataclass(frozen=True)
class StudyRow:
    """n_wanted: usable assignments asked for by all published batches."""

    study: Study
    n_batches: int
    n_running: int
    n_wanted: int
    tally: dict[str, int]
    reserved_usd: Decimal
    paid_usd: Decimal
    n_failed_calls: int
    n_appeals: int
    next_deadline: datetime | None

    @property
    def left_usd(self) -> Decimal:
        return self.study.budget_usd - self.reserved_usd


def study_rows(studies: Sequence[Study]) -> list[StudyRow]:
    """One row a study; the number of statements does not depend on how many there are."""
    batches = Batch.objects.filter(study__in=studies)
    running = batches.filter(published_at__isnull=False, closed_at=None)
    work = Assignment.objects.filter(hit__item__batch__study__in=studies)
    calls = Call.objects.filter(hit__item__batch__study__in=studies, state=Call.State.FAILED)
    ledger = LedgerEntry.objects.filter(study__in=studies)
    n_batches, n_running = counts(batches, by="study"), counts(running, by="study")
    n_failed = counts(calls, by="hit__item__batch__study")
    to_study = "assignment__hit__item__batch__study"
    appeals = Appeal.objects.open().filter(**{f"{to_study}__in": studies})
    n_appeals = counts(appeals, by=to_study)
    reserved = sums(ledger, "amount_usd", by="study")
    paid = paid_usd(work, by="hit__item__batch__study")
    tally = tallies(work, by="hit__item__batch__study")
    items = Item.objects.filter(batch__study__in=studies, batch__published_at__isnull=False)
    wanted = grouped(items, Sum("batch__judges"), by="batch__study")
    deadlines = grouped(
        work.awaiting_decision(), Min("auto_approval_at"), by="hit__item__batch__study"
    )
    return [
        StudyRow(
            study=study,
            n_batches=n_batches[study.pk],
            n_running=n_running[study.pk],
            n_wanted=wanted.get(study.pk, 0),
            tally=tally[study.pk],
            reserved_usd=reserved[study.pk],
            paid_usd=paid[study.pk],
            n_failed_calls=n_failed[study.pk],
            n_appeals=n_appeals[study.pk],
            next_deadline=deadlines.get(study.pk),
        )
        for study in studies
    ]
