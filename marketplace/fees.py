"""What the marketplace charges the requester. Pure."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Schedule:
    rate: Decimal
    large_rate: Decimal
    large_from: int
    masters_rate: Decimal
    minimum: Decimal

    def for_reward(self, reward: Decimal, *, n_assignments: int, masters: bool) -> Decimal:
        """The fee of one assignment, half a cent rounded up; the parts are rounded together.

        >>> MTURK.for_reward(Decimal("0.50"), n_assignments=10, masters=True)
        Decimal('0.23')
        """
        rate = self.rate
        if n_assignments >= self.large_from:
            rate += self.large_rate
        if masters:
            rate += self.masters_rate
        return self.at_least_minimum(reward * rate)

    def for_bonus(self, bonus: Decimal) -> Decimal:
        """The fee of a bonus, whatever the size of the HIT."""
        return self.at_least_minimum(bonus * self.rate)

    def at_least_minimum(self, fee: Decimal) -> Decimal:
        return max(self.minimum, fee).quantize(CENT, ROUND_HALF_UP)


MTURK = Schedule(
    rate=Decimal("0.20"),
    large_rate=Decimal("0.20"),
    large_from=10,
    masters_rate=Decimal("0.05"),
    minimum=CENT,
)
