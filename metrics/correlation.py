"""Pearson's r of two measures of summaries, with an interval over documents."""

from dataclasses import dataclass

import numpy as np

from metrics.draws import percentile_interval
from metrics.spans import Floats, Integers


@dataclass(frozen=True)
class Correlation:
    """Pearson's r with its 95 % interval.

    Attributes
    ----------
    r, low, high : float in -1..1, or None where undefined
    n : int
        Number of summaries that have both measures.
    """

    r: float | None
    low: float | None
    high: float | None
    n: int


def correlation(x: Floats, y: Floats, document: Integers, resampled: Floats) -> Correlation:
    """Correlate two measures of the same summaries.

    Parameters
    ----------
    x, y : numbers, shape (n_summaries,)
    document : integers from 0, shape (n_summaries,)
        Summaries of one document are drawn together.
    resampled : numbers, shape (draws, n_documents)
        How often each document was drawn, as `metrics.draws.Draws` has it.

    Examples
    --------
    >>> one = np.array([0, 1, 2])
    >>> correlation(one + 1.0, one * 2.0, one, np.ones((5, 3)))
    Correlation(r=1.0, low=1.0, high=1.0, n=3)
    """
    if x.size < 2:
        return Correlation(None, None, None, x.size)
    found = pearson(x, y, np.ones((1, x.size)))[0]
    low, high = percentile_interval(pearson(x, y, resampled[:, document]))
    if np.isnan(found):
        return Correlation(None, None, None, x.size)
    return Correlation(float(found), low, high, x.size)


def pearson(x: Floats, y: Floats, weight: Floats) -> Floats:
    """Pearson's r once for each row of weights; NaN (undefined) where one side does not vary.

    Examples
    --------
    >>> x = np.array([1.0, 2, 3])
    >>> pearson(x, -x, np.array([[1.0, 1, 1], [1, 0, 0]])).tolist()
    [-1.0, nan]
    """
    x, y = x - x.mean(), y - y.mean()
    n = weight.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_x, of_y = weight @ x / n, weight @ y / n
        spread_x = weight @ x**2 / n - of_x**2
        spread_y = weight @ y**2 / n - of_y**2
        found = (weight @ (x * y) / n - of_x * of_y) / np.sqrt(spread_x * spread_y)
    least = 1e-12 * np.array([max(np.ptp(x), 1e-300) ** 2, max(np.ptp(y), 1e-300) ** 2])
    varies = (spread_x > least[0]) & (spread_y > least[1])
    clipped: Floats = np.where(varies, np.clip(found, -1, 1), np.nan)
    return clipped
