"""What workers earn an hour by the time they were active, and what would lift all to the floor.

Active time is counted in the worker's browser and never exceeds the time since the page was opened
(crowd.assignments). So that nobody is paid for leaving a page open, a time beyond three times the
median of its batch counts as that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from statistics import median

from django.db.models import Sum

from crowd.models import Assignment, Batch
from crowd.money import CENT

HOUR_S = 3600
LONGEST_TO_MEDIAN = 3


@dataclass(frozen=True)
class Earned:
    """What one assignment brought its worker; `rate_usd` an hour."""

    assignment: Assignment
    paid_usd: Decimal
    counted_s: int

    @property
    def rate_usd(self) -> Decimal:
        return self.paid_usd * HOUR_S / self.counted_s

    def missing_usd(self, floor_usd: Decimal) -> Decimal:
        """The least whole cents that lift it to the floor; 0 if it is there."""
        wanted = floor_usd * self.counted_s / HOUR_S - self.paid_usd
        return max(Decimal("0.00"), wanted.quantize(CENT, ROUND_CEILING))


@dataclass(frozen=True)
class FairPay:
    """The rates of a batch's work; `below` the floor, poorest first."""

    floor_usd: Decimal
    earned: Sequence[Earned]

    @property
    def below(self) -> list[Earned]:
        poor = [row for row in self.earned if row.missing_usd(self.floor_usd)]
        return sorted(poor, key=lambda row: row.rate_usd)

    @property
    def median_usd(self) -> Decimal | None:
        return quantile([row.rate_usd for row in self.earned], Decimal("0.5"))

    @property
    def tenth_usd(self) -> Decimal | None:
        """One in ten earns less than this."""
        return quantile([row.rate_usd for row in self.earned], Decimal("0.1"))

    @property
    def missing_usd(self) -> Decimal:
        """What the top-up of all comes to, without fees."""
        return sum((row.missing_usd(self.floor_usd) for row in self.below), Decimal("0.00"))


def fair_pay(batch: Batch) -> FairPay:
    """Of work the endpoint has confirmed and nobody has rejected."""
    work = (
        Assignment.objects.saved()
        .confirmed()
        .filter(hit__item__batch=batch, active_duration_s__gt=0)
        .exclude(status=Assignment.Status.REJECTED)
        .select_related("worker")
        .defer("draft")
        .annotate(bonus_usd=Sum("bonuses__amount_usd"))
        .order_by("pk")
    )
    rows = list(work)
    longest = LONGEST_TO_MEDIAN * median([row.active_duration_s for row in rows] or [0])
    earned = [
        Earned(
            assignment=row,
            paid_usd=batch.reward_usd + (row.bonus_usd or 0),
            counted_s=max(1, min(row.active_duration_s, int(longest))),
        )
        for row in rows
    ]
    return FairPay(floor_usd=batch.study.hourly_floor_usd, earned=earned)


def quantile(values: Sequence[Decimal], share: Decimal) -> Decimal | None:
    """By linear interpolation between the two nearest; None of nothing.

    >>> quantile([Decimal(1), Decimal(3), Decimal(2)], Decimal("0.1"))
    Decimal('1.2')
    """
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
