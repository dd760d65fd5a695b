"""What publishing a batch would cost, line by line, and what the budget says to it."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from crowd.batches import BatchPlan, plan_batch
from crowd.budget import committed_usd
from crowd.models import Batch


@dataclass(frozen=True)
class Bill:
    """Money in USD; `fee` is that of one assignment, `left` what the budget has free now."""

    plan: BatchPlan
    reward: Decimal
    fee: Decimal
    expected_duration_s: int
    budget: Decimal
    committed: Decimal
    floor: Decimal

    @property
    def is_below_floor(self) -> bool:
        """The expected time pays less an hour than the study promises itself."""
        return self.hourly < self.floor

    @property
    def hourly(self) -> Decimal:
        """What a worker who needs the expected time earns in an hour."""
        return self.reward * 3600 / self.expected_duration_s

    @property
    def left(self) -> Decimal:
        return self.budget - self.committed

    @property
    def left_after(self) -> Decimal:
        return self.left - self.plan.cost

    @property
    def is_affordable(self) -> bool:
        return self.left_after >= 0


def bill(batch: Batch) -> Bill:
    """Changes nothing; the same arithmetic as the budget guard that publishing passes."""
    plan = plan_batch(batch)
    return Bill(
        plan=plan,
        reward=batch.reward_usd,
        fee=plan.fees / plan.n_assignments if plan.n_assignments else Decimal(0),
        expected_duration_s=batch.expected_duration_s,
        budget=batch.study.budget_usd,
        committed=committed_usd(batch.study),
        floor=batch.study.hourly_floor_usd,
    )


def bill_of_unmade(make: Callable[[], Batch]) -> Bill:
    """The bill of a batch that is made, counted and thrown away again. Raises what `make` does."""
    with transaction.atomic():
        counted = bill(make())
        transaction.set_rollback(True)
    return counted
