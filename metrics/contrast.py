"""Difference of two systems' means where documents and judges are both drawn at random (SPEC 3.1).

Let d be each document's difference between the mean ratings of two systems. What a document is
like drops out; what its judges are like does not:

    d_i = delta + sum_j a_ij b_j + e_i,   a_ij = +1/n_i (rated the first), -1/n'_i (the second)

with b_j of judge j, and e_i of system and document together and the rest, random. This is the mixed
model of SPEC 3.1 on paired documents. The ratio of the two variances is found by REML on a grid,
delta by generalised least squares, and p by flipping signs after whitening, so that it leans on
symmetry and not on the normal curve. Of a true null hypothesis at the 5 % level it rejects 6 to 7 %
where judges take work at random, and 7 % where each has a favourite system (7 to 3); a t test of
ratings rejects 15 % there, a sign-flip test of the d_i 13 %: see tests/metrics/test_contrast.py.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from metrics.permutation import DRAWS, sign_flip
from metrics.spans import Floats, Integers

_RATIOS = np.concatenate([[0.0], np.geomspace(0.01, 100, 81)])
_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Contrast:
    """First system less second.

    Attributes
    ----------
    difference : float
        Weighs documents by how much they tell, so that it may differ a little from the difference
        of the two means.
    low, high : float
        Its 95 % interval.
    standard_error : float, 0 or more
    effect : float or None
        The difference in standard deviations of a document's difference; None if that is 0.
    p : float in 0..1
    judge_variance, rest_variance : float, 0 or more
        Of b_j, and of e_i.
    n_documents : int
        With ratings of both systems.
    """

    difference: float
    low: float
    high: float
    standard_error: float
    effect: float | None
    p: float
    judge_variance: float
    rest_variance: float
    n_documents: int


def contrast(
    document: Integers,
    judge: Integers,
    is_first: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]",
    value: Floats,
    *,
    seed: int,
    draws: int = DRAWS,
) -> Contrast | None:
    """Compare two systems by the documents that have ratings of both.

    Parameters
    ----------
    document, judge : integers from 0, shape (n_ratings,)
    is_first : bools, shape (n_ratings,)
        Whether the rating is of the first system, not the second.
    value : numbers, shape (n_ratings,)
    seed, draws : as `metrics.permutation.sign_flip` has them

    Returns
    -------
    Contrast, or None
        None (undefined) for fewer than two documents with ratings of both.

    Examples
    --------
    Three documents, each judge rates both systems of one: differences 1, 2 and 3.

    >>> one, both = np.array([0, 0, 1, 1, 2, 2]), np.array([True, False] * 3)
    >>> found = contrast(one, one, both, np.array([6.0, 5, 6, 4, 6, 3]), seed=0)
    >>> round(found.difference, 4), found.p
    (2.0, 0.25)
    """
    differences, design = _differences(document, judge, is_first, value)
    n = differences.size
    if n < 2:
        return None
    spread, axes = np.linalg.eigh(design @ design.T)
    variance = 1 + _RATIOS[:, None] * np.maximum(spread, 0)
    turned, ones = axes.T @ differences, axes.T @ np.ones(n)
    weight = (ones**2 / variance).sum(axis=1)
    estimate = (ones * turned / variance).sum(axis=1) / weight
    rest = ((turned - estimate[:, None] * ones) ** 2 / variance).sum(axis=1)
    rest = np.maximum(rest, 1e-12 * (1 + (turned**2).sum()))
    likelihood = -((n - 1) * np.log(rest) + np.log(variance).sum(axis=1) + np.log(weight)) / 2
    best = int(likelihood.argmax())
    rest_variance = float(rest[best]) / (n - 1)
    error = sqrt(rest_variance / weight[best])
    white = (axes / np.sqrt(variance[best])) @ axes.T
    p = sign_flip((white @ differences) * white.sum(axis=1), seed=seed, draws=draws)
    difference, half = float(estimate[best]), _t_quantile(n - 1) * error
    sd = float(differences.std(ddof=1))
    return Contrast(
        difference=difference,
        low=difference - half,
        high=difference + half,
        standard_error=error,
        effect=difference / sd if sd > 0 else None,
        p=1.0 if p is None else p,
        judge_variance=float(_RATIOS[best]) * rest_variance,
        rest_variance=rest_variance,
        n_documents=n,
    )


def _differences(
    document: Integers,
    judge: Integers,
    is_first: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]",
    value: Floats,
) -> tuple[Floats, Floats]:
    """Every document's difference, and what each judge has to do with it (a_ij)."""
    both = np.intersect1d(document[is_first], document[~is_first])
    kept = np.isin(document, both)
    place = np.searchsorted(both, document[kept])
    side, of = is_first[kept], judge[kept]
    rated = np.zeros((both.size, 2))
    np.add.at(rated, (place, side.astype(int)), 1)
    share = np.where(side, 1, -1) / rated[place, side.astype(int)]
    design = np.zeros((both.size, int(judge.max(initial=0)) + 1))
    np.add.at(design, (place, of), share)
    differences: Floats = np.bincount(place, share * value[kept], both.size).astype(float)
    return differences, design


def _t_quantile(freedom: int) -> float:
    """Of Student's t at the upper end of the interval; the series is good to .003 from 4 up."""
    z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return float(z + first / freedom + second / freedom**2 + third / freedom**3)
