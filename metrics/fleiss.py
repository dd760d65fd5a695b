"""Fleiss' kappa of any number of categories (Fleiss 1971).

P_i = (sum_j n_ij^2 - n) / (n (n-1))        p_j = sum_i n_ij / (N n)
P_e = sum_j p_j^2                           kappa = (mean P_i - P_e) / (1 - P_e)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from metrics.spans import Floats, Integers


@dataclass(frozen=True)
class FleissKappa:
    """Agreement of n raters on N units; every value None where its denominator is 0.

    Attributes
    ----------
    kappa : float, at most 1
    by_category : list of float
        Kappa of each category against all others.
    observed, expected : float in 0..1
        Mean P_i and P_e.
    proportions : list of float in 0..1
        p_j of each category.
    se0 : float
        Standard error of kappa under the hypothesis that kappa is 0 (Fleiss, Nee, Landis 1979).
    z : float
        kappa / se0.
    """

    kappa: float | None
    by_category: list[float | None]
    observed: float | None
    expected: float | None
    proportions: list[float] | None
    se0: float | None
    z: float | None


def fleiss_kappa(table: Sequence[Sequence[int]] | Integers) -> FleissKappa:
    """Compute Fleiss' kappa of a table of counts.

    Parameters
    ----------
    table : whole numbers, shape (N units, categories)
        How many raters put the unit into the category; every row sums to the number of raters n.

    Returns
    -------
    FleissKappa
        Undefined (None) without units, with fewer than two raters, and where P_e is 1: all ratings
        in one category.

    Raises
    ------
    ValueError
        If the table has no two dimensions, a count is negative or no whole number, or the rows
        have different sums.

    Examples
    --------
    Two raters, agreed on the first unit only: P_i = 1, 0; P_e = (3/4)^2 + (1/4)^2.

    >>> two = fleiss_kappa([[2, 0], [1, 1]])
    >>> two.observed, two.expected, two.kappa
    (0.5, 0.625, -0.3333333333333333)
    """
    counts = _checked(table)
    n_units, n_raters = counts.shape[0], int(counts[0].sum()) if counts.size else 0
    if n_units == 0 or n_raters < 2:
        return FleissKappa(None, [None] * counts.shape[1], None, None, None, None, None)
    p = counts.sum(axis=0) / (n_units * n_raters)
    q = 1 - p
    pairs = n_units * n_raters * (n_raters - 1)
    observed = float((counts * (counts - 1)).sum() / pairs)
    expected = float((p**2).sum())
    apart = (counts * (n_raters - counts)).sum(axis=0) / pairs
    by_category = [1 - float(d / v) if v > 0 else None for d, v in zip(apart, p * q, strict=True)]
    if expected == 1:
        return FleissKappa(None, by_category, observed, expected, p.tolist(), None, None)
    kappa = (observed - expected) / (1 - expected)
    se0 = _se0(p, pairs)
    return FleissKappa(
        kappa, by_category, observed, expected, p.tolist(), se0, kappa / se0 if se0 else None
    )


def _se0(p: Floats, pairs: int) -> float:
    """sqrt(2) / (A sqrt(N n (n-1))) * sqrt(A^2 - sum p q (q - p)), A = sum p q."""
    q = 1 - p
    a = (p * q).sum()
    return float(sqrt(2 / pairs) / a * sqrt(a**2 - (p * q * (q - p)).sum()))


def _checked(table: Sequence[Sequence[int]] | Integers) -> Integers:
    counts = np.asarray(table)
    if counts.ndim != 2:
        raise ValueError(f"table must have two dimensions (units, categories), got {counts.ndim}")
    if counts.size and not np.issubdtype(counts.dtype, np.integer):
        raise ValueError(f"counts must be whole numbers, got {counts.dtype}")
    if counts.size and counts.min() < 0:
        raise ValueError(f"counts must be 0 or more, got {counts.min()}")
    sums = counts.sum(axis=1)
    if (other := np.flatnonzero(sums != sums[:1])).size:
        raise ValueError(
            f"every unit must have as many ratings as the first, {sums[0]}: "
            f"unit {other[0]} has {sums[other[0]]}"
        )
    return counts.astype(np.int64)
