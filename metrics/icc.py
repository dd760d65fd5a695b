"""Intraclass correlations of judges (Shrout & Fleiss 1979).

With mean squares between targets B, between judges J, within targets W and of the residual E, for
n targets and k judges:

    ICC(1,1) = (B - W) / (B + (k-1) W)                    ICC(1,k) = (B - W) / B
    ICC(2,1) = (B - E) / (B + (k-1) E + k (J - E) / n)    ICC(2,k) = (B - E) / (B + (J - E) / n)

(2,.) needs judges who all rated everything. Where every summary has judges of its own, as on a
crowd platform, only (1,.) is defined.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from metrics.spans import Floats, Integers


@dataclass(frozen=True)
class CrossedICC:
    """ICC(2,1), of one judge, and ICC(2,k), of the mean of all; None where undefined."""

    single: float | None
    average: float | None


def crossed_icc(ratings: ArrayLike) -> CrossedICC:
    """Compute ICC(2,1) and ICC(2,k): judges drawn at random, all of whom rated every target.

    Parameters
    ----------
    ratings : numbers, shape (targets, judges), none missing

    Raises
    ------
    ValueError
        If there are not two targets and two judges, or a rating is not finite.

    Examples
    --------
    >>> table = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8]]
    >>> table += [[7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> found = crossed_icc(table)
    >>> round(found.single, 2), round(found.average, 2)
    (0.29, 0.62)
    """
    table: Floats = np.asarray(ratings, float)
    if table.ndim != 2 or min(table.shape) < 2:
        raise ValueError(f"ratings must have two targets and two judges, got shape {table.shape}")
    if not np.isfinite(table).all():
        raise ValueError("every judge must have rated every target, got a value that is not finite")
    n, k = table.shape
    targets, judges = table.mean(axis=1), table.mean(axis=0)
    residual = table - targets[:, None] - judges + table.mean()
    between = k * targets.var(ddof=1)
    of_judges = n * judges.var(ddof=1)
    error = (residual**2).sum() / ((n - 1) * (k - 1))
    bias = (of_judges - error) / n
    return CrossedICC(
        _ratio(between - error, between + (k - 1) * error + k * bias),
        _ratio(between - error, between + bias),
    )


def one_way_icc(target: Integers, value: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Compute ICC(1,1) and ICC(1,k) once for each row of weights.

    Targets may have different numbers of judges; k is then the usual effective number,
    ``(N - sum n_u^2 / N) / (n - 1)``.

    Parameters
    ----------
    target : integers, shape (n_ratings,)
        Which target each rating is of, numbered from 0.
    value : numbers, shape (n_ratings,)
    weight : numbers, shape (draws, n_targets)
        How often each target counts: one row of ones for the value itself.

    Returns
    -------
    two arrays of numbers at most 1, shape (draws,)
        NaN (undefined) with fewer than two targets, without a target rated twice, or where nothing
        varies.

    Examples
    --------
    >>> table = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8]]
    >>> table += [[7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> value = np.array(table, float).ravel()
    >>> single, average = one_way_icc(np.arange(24) // 4, value, np.ones((1, 6)))
    >>> round(float(single[0]), 2), round(float(average[0]), 2)
    (0.17, 0.44)
    """
    size = weight.shape[1]
    value = value - value.mean() if value.size else value
    count = np.bincount(target, minlength=size).astype(float)
    total = np.bincount(target, value, minlength=size)
    mean = np.divide(total, count, out=np.zeros(size), where=count > 0)
    inner = np.bincount(target, (value - mean[target]) ** 2, minlength=size)
    weight = weight * (count > 0)
    n_targets, n_ratings = weight.sum(axis=1), weight @ count
    with np.errstate(divide="ignore", invalid="ignore"):
        grand = weight @ total / n_ratings
        spread = weight @ (count * mean**2) - n_ratings * grand**2
        between = np.maximum(spread, 0) / (n_targets - 1)
        within = weight @ inner / (n_ratings - n_targets)
        k = (n_ratings - weight @ count**2 / n_ratings) / (n_targets - 1)
        single = (between - within) / (between + (k - 1) * within)
        average = (between - within) / between
    return _defined(single), _defined(average)


def _defined(values: Floats) -> Floats:
    return np.where(np.isfinite(values), values, np.nan)


def _ratio(top: float, bottom: float) -> float | None:
    return float(top / bottom) if bottom > 0 else None
