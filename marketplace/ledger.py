"""Money: every movement is a new line, every line is covered by the account.

All functions run inside the caller's transaction and lock the account's row; a HIT is always
locked before its account, so two movements cannot wait for each other.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import QuerySet

from marketplace.models import HIT, Account, Assignment, LedgerEntry
from marketplace.prepared import Prepared, insert
from marketplace.refusals import insufficient_funds

ZERO = Decimal("0.00")
Kind = LedgerEntry.Kind


@dataclass(frozen=True)
class Balance:
    total: Decimal = ZERO
    held: Decimal = ZERO

    @property
    def available(self) -> Decimal:
        return self.total - self.held


def balance(account_id: int) -> Balance:
    for amounts in LAST_LINE(account_id):
        return Balance(*amounts)
    return Balance()


def last_line(account_id: int) -> QuerySet:
    lines = LedgerEntry.objects.filter(account=account_id).order_by("-id")
    return lines.values_list("total_after", "held_after")[:1]


LAST_LINE = Prepared(last_line, 10**9)


def deposit(account: Account, amount: Decimal, *, at: datetime) -> None:
    """Money paid in."""
    write(account.id, [Line(Kind.DEPOSIT, total=amount)], at=at)


def set_total(account: Account, total: Decimal, *, at: datetime) -> Balance:
    """Correct the total by an adjustment. Raises InsufficientFunds below what is held."""
    lock(account.id)
    change = total - balance(account.id).total
    write(account.id, [Line(Kind.ADJUSTMENT, total=change)], at=at)
    return balance(account.id)


def hold_exactly(hit: HIT, amount: Decimal, *, at: datetime) -> None:
    """Make what is held for the HIT `amount`. Raises InsufficientFunds if it cannot be covered."""
    if change := amount - hit.held:
        kind = Kind.HOLD if change > 0 else Kind.RELEASE
        write(hit.account_id, [Line(kind, held=change)], at=at, hit=hit)
        hit.held = amount


def hold_new(hit: HIT, amount: Decimal, *, at: datetime) -> None:
    """The first hold of a HIT whose account the caller has locked. Raises InsufficientFunds."""
    if amount:
        add(hit.account_id, [Line(Kind.HOLD, held=amount)], at=at, hit=hit)


def pay(hit: HIT, work: Assignment, *, at: datetime) -> None:
    """Pay reward and fee of one assignment out of what is held for its HIT."""
    bill = [(Kind.REWARD, hit.hit_type.reward), (Kind.FEE, hit.fee)]
    lines = [Line(kind, total=-amount, held=-amount) for kind, amount in bill]
    write(hit.account_id, lines, at=at, hit=hit, work=work)
    hit.held -= hit.price


def pay_bonus(hit: HIT, work: Assignment, amount: Decimal, fee: Decimal, *, at: datetime) -> None:
    """Pay a bonus and its fee; nothing was held for them. Raises InsufficientFunds."""
    lines = [Line(Kind.BONUS, total=-amount), Line(Kind.BONUS_FEE, total=-fee)]
    write(hit.account_id, lines, at=at, hit=hit, work=work)


@dataclass(frozen=True)
class Line:
    """A movement to be written down."""

    kind: LedgerEntry.Kind
    total: Decimal = ZERO
    held: Decimal = ZERO


def write(
    account_id: int,
    lines: list[Line],
    *,
    at: datetime,
    hit: HIT | None = None,
    work: Assignment | None = None,
) -> None:
    """Lock the account and add lines to its ledger. Raises InsufficientFunds."""
    lock(account_id)
    add(account_id, lines, at=at, hit=hit, work=work)


def add(
    account_id: int,
    lines: list[Line],
    *,
    at: datetime,
    hit: HIT | None = None,
    work: Assignment | None = None,
) -> None:
    """Add lines to the ledger of a locked account.

    Raises InsufficientFunds, writing nothing, if more would be held than owned.
    """
    now, entries = balance(account_id), []
    for line in lines:
        now = Balance(now.total + line.total, now.held + line.held)
        if now.available < 0:
            raise insufficient_funds()
        entry = LedgerEntry(account_id=account_id, kind=line.kind, hit=hit, assignment=work, at=at)
        entry.total_change, entry.held_change = line.total, line.held
        entry.total_after, entry.held_after = now.total, now.held
        entries.append(entry)
    for entry in entries:
        insert(entry)


def lock(account_id: int) -> None:
    LOCK(account_id)


def locking(account_id: int) -> QuerySet:
    return Account.objects.filter(id=account_id).select_for_update(no_key=True).values_list("id")


LOCK = Prepared(locking, 10**9)
