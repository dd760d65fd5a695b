"""What HITs, assignments and bonuses cost at the configured endpoint."""

from decimal import Decimal

from django.conf import settings

from crowd.models import HIT, Batch
from crowd.money import FeeSchedule, hit_sizes


def schedule() -> FeeSchedule:
    """What the configured endpoint charges."""
    return FeeSchedule(
        rate=settings.MTURK_FEE_RATE,
        large_rate=settings.MTURK_FEE_LARGE_RATE,
        large_from=settings.MTURK_FEE_LARGE_FROM,
        masters_rate=settings.MTURK_FEE_MASTERS_RATE,
        minimum=settings.MTURK_FEE_MINIMUM,
    )


def sizes_of_hits(batch: Batch, judges: int) -> list[int]:
    """Assignments of the HITs that offer an item to so many judges.

    A split that is only there to stay below the endpoint's higher fee is not made where it saves
    nothing: in one HIT the endpoint itself keeps a worker from judging twice.
    """
    fees, most = schedule(), batch.assignments_per_hit
    split = hit_sizes(judges, most)
    cost = sum(fees.cost(batch.reward_usd, n_assignments=size) for size in split)
    whole = fees.cost(batch.reward_usd, n_assignments=judges)
    return [judges] if most == fees.large_from - 1 and whole <= cost else split


def full_cost(hit: HIT) -> Decimal:
    """The most a HIT can cost."""
    reward_usd = hit.item.batch.reward_usd
    return schedule().cost(reward_usd, n_assignments=hit.max_assignments)


def unit_cost(hit: HIT) -> Decimal:
    """The most one of its assignments can cost: what is set aside for it."""
    return full_cost(hit) / hit.max_assignments


def fee(hit: HIT) -> Decimal:
    """What the endpoint takes when it pays one of its assignments."""
    return schedule().fee(hit.item.batch.reward_usd, n_assignments=hit.max_assignments)


def bonus_cost(amount_usd: Decimal) -> Decimal:
    return amount_usd + schedule().bonus_fee(amount_usd)


def pool_cost(pool_usd: Decimal) -> Decimal:
    """A pool for bonuses with their fees; the least fee of many small ones is not foreseen."""
    return bonus_cost(pool_usd) if pool_usd else Decimal("0.00")
