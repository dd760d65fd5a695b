"""Money: every movement is a new line, every line is covered by the account.

All functions run inside the caller's transaction and lock the account's row; a HIT is always
locked before its account, so two movements cannot wait for each other.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from marketplace.models import HIT, Account, Assignment, LedgerEntry
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
    lines = LedgerEntry.objects.filter(account=account_id).order_by("-id")
    last = lines.values_list("total_after", "held_after").first()
    return Balance(*last) if last else Balance()


def deposit(account: Account, amount: Decimal, *, at: datetime) -> None:
    """Money paid in."""
    write(account.id, Kind.DEPOSIT, at=at, total=amount)


def set_total(account: Account, total: Decimal, *, at: datetime) -> Balance:
    """Correct the total by an adjustment. Raises InsufficientFunds below what is held."""
    lock(account.id)
    write(account.id, Kind.ADJUSTMENT, at=at, total=total - balance(account.id).total)
    return balance(account.id)


def hold_exactly(hit: HIT, amount: Decimal, *, at: datetime) -> None:
    """Make what is held for the HIT `amount`. Raises InsufficientFunds if it cannot be covered."""
    change = amount - hit.held
    if change:
        kind = Kind.HOLD if change > 0 else Kind.RELEASE
        write(hit.account_id, kind, at=at, held=change, hit=hit)
        hit.held = amount


def pay(hit: HIT, assignment: Assignment, *, at: datetime) -> None:
    """Pay reward and fee of one assignment out of what is held for its HIT."""
    for kind, amount in ((Kind.REWARD, hit.hit_type.reward), (Kind.FEE, hit.fee)):
        write(hit.account_id, kind, at=at, total=-amount, held=-amount, hit=hit, work=assignment)
    hit.held -= hit.price


def write(
    account_id: int,
    kind: LedgerEntry.Kind,
    *,
    at: datetime,
    total: Decimal = ZERO,
    held: Decimal = ZERO,
    hit: HIT | None = None,
    work: Assignment | None = None,
) -> None:
    """Add one line. Raises InsufficientFunds, writing nothing, if more would be held than owned."""
    lock(account_id)
    before = balance(account_id)
    after = Balance(before.total + total, before.held + held)
    if after.available < 0:
        raise insufficient_funds()
    LedgerEntry.objects.create(
        account_id=account_id,
        kind=kind,
        hit=hit,
        assignment=work,
        total_change=total,
        held_change=held,
        total_after=after.total,
        held_after=after.held,
        at=at,
    )


def lock(account_id: int) -> None:
    Account.objects.select_for_update(no_key=True).get(id=account_id)
