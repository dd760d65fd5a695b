"""A study's money: what is set aside, what was paid to whom, and what the endpoint says to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Sum

from crowd.models import AccountBalance, Batch, LedgerEntry, Reconciliation, Study

Kind = LedgerEntry.Kind
ZERO = Decimal("0.00")


@dataclass(frozen=True)
class Books:
    """Money in USD. `committed` is what was set aside and not given back, paid or not."""

    committed: Decimal
    rewards: Decimal
    fees: Decimal
    bonuses: Decimal
    bonus_fees: Decimal

    @property
    def paid(self) -> Decimal:
        return self.rewards + self.fees + self.bonuses + self.bonus_fees

    @property
    def held(self) -> Decimal:
        """Set aside for what is still open: unpaid work, open places, bonus pools."""
        return self.committed - self.paid


@dataclass(frozen=True)
class BatchBooks:
    batch: Batch
    books: Books


@dataclass(frozen=True)
class Proof:
    """What the endpoint's own lists sum up to, beside our ledger."""

    run: Reconciliation
    books: Books

    @property
    def difference(self) -> Decimal:
        ours = self.books.rewards + self.books.bonuses
        return ours - self.run.rewards_usd - self.run.bonuses_usd


def books_of(rows: Sequence[tuple[str, Decimal, Decimal]]) -> Books:
    """Of (kind, amount, paid) sums."""
    paid = dict.fromkeys(Kind.values, ZERO)
    committed = ZERO
    for kind, amount_usd, paid_usd in rows:
        committed += amount_usd
        paid[kind] += paid_usd
    return Books(
        committed=committed,
        rewards=paid[Kind.REWARD],
        fees=paid[Kind.FEE],
        bonuses=paid[Kind.BONUS],
        bonus_fees=paid[Kind.BONUS_FEE],
    )


def study_books(study: Study) -> Books:
    rows = study.ledger.order_by().values_list("kind")
    return books_of(rows.annotate(Sum("amount_usd"), Sum("paid_usd")))


def batch_books(study: Study) -> list[BatchBooks]:
    """One row for every batch that has cost something; one statement beside that of the batches."""
    rows = study.ledger.order_by().values_list("hit__item__batch", "kind")
    of: dict[int, list[tuple[str, Decimal, Decimal]]] = {}
    for batch_id, *sums in rows.annotate(Sum("amount_usd"), Sum("paid_usd")):
        of.setdefault(batch_id, []).append(tuple(sums))
    batches = Batch.objects.filter(pk__in=of).order_by("pk")
    return [BatchBooks(batch, books_of(of[batch.pk])) for batch in batches]


def proof(study: Study, books: Books) -> Proof | None:
    """None while the two were never compared."""
    run = Reconciliation.objects.filter(study=study).first()
    return run and Proof(run, books)


def account_at(url: str) -> AccountBalance | None:
    return AccountBalance.objects.filter(endpoint_url=url.rstrip("/")).first()
