"""Writes down what the endpoint has paid: rewards and bonuses, with their fees, each once.

In the caller's transaction, which has just taken in the endpoint's word. What is paid was set
aside before; where the fee turns out lower than the one budgeted, the rest is free again.
"""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from crowd import prices
from crowd.models import Assignment, Bonus, LedgerEntry

Kind = LedgerEntry.Kind
ZERO = Decimal("0.00")


def pay_approved(work: Iterable[Assignment]) -> int:
    """Note the rewards of approved work that are not noted yet; how many were new."""
    approved = [row for row in work if row.status == Assignment.Status.APPROVED]
    noted = set(
        LedgerEntry.objects.filter(assignment__in=approved, kind=Kind.REWARD).values_list(
            "assignment", flat=True
        )
    )
    new = [row for row in approved if row.pk not in noted]
    for row in new:
        pay(row)
    return len(new)


def pay(row: Assignment) -> None:
    """Reward and fee of one assignment, out of what is held for it."""
    batch, fee = row.hit.item.batch, prices.fee(row.hit)
    was_given_back = LedgerEntry.objects.filter(key=f"rejected:{row.pk}").exists()
    held = ZERO if was_given_back else prices.unit_cost(row.hit)
    reward = {"amount_usd": ZERO, "paid_usd": batch.reward_usd, "kind": Kind.REWARD}
    note(row, f"reward:{row.pk}", reward)
    change = batch.reward_usd + fee - held
    note(row, f"fee:{row.pk}", {"amount_usd": change, "paid_usd": fee, "kind": Kind.FEE})


def pay_bonus(bonus: Bonus, now: datetime) -> None:
    fee = prices.schedule().bonus_fee(bonus.amount_usd)
    row = bonus.assignment
    note(row, f"bonus-paid:{bonus.pk}", {"paid_usd": bonus.amount_usd, "kind": Kind.BONUS})
    note(row, f"bonus-fee:{bonus.pk}", {"paid_usd": fee, "kind": Kind.BONUS_FEE})
    Bonus.objects.filter(pk=bonus.pk, paid_at=None).update(paid_at=now)


def note_surplus(row: Assignment, amount_usd: Decimal, *, n: int) -> None:
    """A bonus the endpoint has paid without our doing, `n` times: nothing was set aside for it."""
    fee = prices.schedule().bonus_fee(amount_usd)
    for number in range(n):
        for kind, sum_ in ((Kind.BONUS, amount_usd), (Kind.BONUS_FEE, fee)):
            key = f"surplus:{row.pk}:{amount_usd}:{number}:{kind}"
            note(row, key, {"amount_usd": sum_, "paid_usd": sum_, "kind": kind})


def note(row: Assignment, key: str, entry: dict[str, object]) -> None:
    study = row.hit.item.batch.study
    known = {"study": study, "hit": row.hit, "assignment": row, **entry}
    LedgerEntry.objects.get_or_create(key=key, defaults=known)
