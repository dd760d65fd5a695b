"""What work costs: Mechanical Turk's fees as a schedule. Pure, in Decimal."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def to_cent(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)


@dataclass(frozen=True)
class FeeSchedule:
    """Shares of the reward; `large_rate` is added from `large_from` assignments a HIT on."""

    rate: Decimal = Decimal("0.20")
    large_rate: Decimal = Decimal("0.20")
    large_from: int = 10
    masters_rate: Decimal = Decimal("0.05")
    minimum: Decimal = CENT

    def fee(self, reward: Decimal, *, n_assignments: int, masters: bool = False) -> Decimal:
        """The fee of one assignment, half a cent rounded up; the parts are rounded together.

        >>> FeeSchedule().fee(Decimal("0.50"), n_assignments=10, masters=True)
        Decimal('0.23')
        """
        shares = self.shares(n_assignments=n_assignments, masters=masters)
        return max(self.minimum, to_cent(reward * sum(shares)))

    def largest_fee(self, reward: Decimal, *, n_assignments: int, masters: bool = False) -> Decimal:
        """The fee to budget with: it is unknown whether Amazon rounds its parts one by one.

        >>> FeeSchedule().largest_fee(Decimal("0.08"), n_assignments=10)
        Decimal('0.04')
        """
        shares = self.shares(n_assignments=n_assignments, masters=masters)
        singly = sum(to_cent(reward * share) for share in shares)
        return max(singly, self.fee(reward, n_assignments=n_assignments, masters=masters))

    def bonus_fee(self, bonus: Decimal) -> Decimal:
        """The fee of a bonus, whatever the size of the HIT."""
        return max(self.minimum, to_cent(bonus * self.rate))

    def cost(self, reward: Decimal, *, n_assignments: int) -> Decimal:
        """The most a HIT can cost: all its assignments rewarded, with fees."""
        return n_assignments * (reward + self.largest_fee(reward, n_assignments=n_assignments))

    def shares(self, *, n_assignments: int, masters: bool) -> list[Decimal]:
        shares = [self.rate]
        if n_assignments >= self.large_from:
            shares.append(self.large_rate)
        if masters:
            shares.append(self.masters_rate)
        return shares


def hit_sizes(judges: int, per_hit: int) -> list[int]:
    """Assignments of the fewest HITs that hold `judges`, as equal as can be.

    >>> hit_sizes(10, 9)
    [5, 5]
    """
    n_hits = -(-judges // per_hit)
    size, larger = divmod(judges, n_hits)
    return [size + 1] * larger + [size] * (n_hits - larger)
