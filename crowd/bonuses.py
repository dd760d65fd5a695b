"""The bonus desk: money beyond the reward, given once for a reason, out of pool or budget."""

from datetime import datetime
from decimal import Decimal
from functools import partial

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd import budget, outbox
from crowd.fair_pay import fair_pay
from crowd.models import Assignment, Batch, Bonus, Call
from crowd.money import CENT
from crowd.tasks import deliver_call

# The longest reason reported to work.
LONGEST_REASON = 480


class BonusError(ValueError):
    """It may not be given so; the text says why."""


def give_bonus(
    assignment_id: int,
    *,
    amount_usd: Decimal,
    reason: str,
    by: AbstractBaseUser | None,
    now: datetime,
) -> Bonus:
    """Set the money aside, write the bonus down and enqueue its delivery.

    The same amount for the same reason again is answered with the first one: it is paid once.
    Raises BonusError, and BudgetExceeded before anything is said to the endpoint.
    """
    with transaction.atomic():
        works = Assignment.objects.select_related("worker", "hit__item__batch__study")
        work = works.get(pk=assignment_id)
        study = budget.lock_study(work.hit.item.batch.study_id)
        work.hit.item.batch.study = study
        refuse_unlawful(work, amount_usd, reason.strip())
        bonus, is_new = Bonus.objects.get_or_create(
            assignment=work,
            amount_usd=amount_usd,
            reason=reason.strip(),
            defaults={"given_by": by, "given_at": now},
        )
        if is_new:
            budget.reserve_bonus(bonus)
            enqueue(outbox.pay_bonus(bonus))
    return bonus


def top_up(batch_id: int, *, by: AbstractBaseUser | None, now: datetime) -> list[Bonus]:
    """Give everybody in the batch who earns less than the study's floor what is missing.

    All or nothing; a repeat finds nobody below. Raises BudgetExceeded.
    """
    with transaction.atomic():
        batch = Batch.objects.select_related("study").get(pk=batch_id)
        batch.study = budget.lock_study(batch.study_id)
        pay = fair_pay(batch)
        reason = f"So that your time is paid at {pay.floor_usd} USD an hour at least. Thank you!"
        return [
            give_bonus(
                row.assignment.pk,
                amount_usd=row.missing_usd(pay.floor_usd),
                reason=reason,
                by=by,
                now=now,
            )
            for row in pay.below
        ]


def refuse_unlawful(work: Assignment, amount_usd: Decimal, reason: str) -> None:
    if amount_usd < CENT or amount_usd != amount_usd.quantize(CENT):
        raise BonusError(f"a bonus is at least 0.01 USD, in whole cents, got {amount_usd}")
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise BonusError(
            f"the worker reads the reason: 1 to {LONGEST_REASON} characters, got {len(reason)}"
        )
    if work.confirmed_at is None:
        raise BonusError(f"the endpoint has not confirmed who did {work}")


def enqueue(call: Call) -> None:
    """After the commit; what the broker loses, the sweep finds in the table."""
    transaction.on_commit(partial(deliver_call.delay, call.pk), robust=True)
