"""A horizontal or vertical axis: where a value lies, and round numbers to stand beside it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

from evaluation.plots.svg import minus

STEPS = (1, 2, 5, 10)


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high` lie at `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    step: float

    @classmethod
    def over(cls, values: Iterable[float], start: float, end: float, n_ticks: int = 5) -> "Axis":
        """An axis that reaches from a round number below all values to one above.

        >>> axis = Axis.over([42.1, 71.7], 0, 100)
        >>> axis.low, axis.high, axis.ticks(), axis.at(50)
        (40, 80, [40, 50, 60, 70, 80], 25.0)
        """
        found = list(values) or [0.0]
        least, most = min(found), max(found)
        span = most - least or 1.0
        raw = span / n_ticks
        ten = 10 ** floor(log10(raw))
        step = next(ten * each for each in STEPS if ten * each >= raw * 0.999)
        low, high = floor(least / step) * step, ceil(most / step) * step
        return cls(low, high if high > low else low + step, start, end, step)

    def at(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[float]:
        n = round((self.high - self.low) / self.step)
        return [self.low + i * self.step for i in range(n + 1)]


def tick(value: float) -> str:
    """
    >>> tick(40.0), tick(-0.05), tick(0.30000000000000004)
    ('40', '−0.05', '0.3')
    """
    return minus(f"{value:.10g}")
