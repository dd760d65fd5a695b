"""Krippendorff's alpha with a bootstrap interval (Krippendorff 2011).

    alpha = 1 - D_o / D_e

The value itself is the krippendorff package's. Its interval resamples documents, because units of
one document (tokens, summaries) are not independent, and on request judges too; it needs alpha of
2,000 resamples, which `metrics.coincidences` computes quickly.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import krippendorff
import numpy as np
from numpy.typing import ArrayLike

from metrics.coincidences import alpha_of, checked_level, coincidences, one_hot
from metrics.spans import Floats

DRAWS = 2_000


@dataclass(frozen=True)
class AlphaInterval:
    """Alpha and its percentile interval.

    Attributes
    ----------
    alpha, low, high : at most 1, or None where undefined
    undefined : int
        How many draws had no alpha and are left out.
    draws, seed : int
        What it takes to compute the interval again.
    confidence : float
    """

    alpha: float | None
    low: float | None
    high: float | None
    undefined: int
    draws: int
    seed: int
    confidence: float


def krippendorff_alpha(ratings: ArrayLike, level: str) -> float | None:
    """Compute Krippendorff's alpha.

    Parameters
    ----------
    ratings : numbers, shape (judges, units), NaN where missing
        At level "ratio" none negative.
    level : "nominal", "ordinal", "interval" or "ratio"

    Returns
    -------
    float at most 1, or None
        None (undefined) if the units rated at least twice hold fewer than two different values.

    Raises
    ------
    ValueError
        If `ratings` has no two dimensions, holds infinity, or `level` is none of the four.

    Examples
    --------
    Two coders of ten units:

    >>> coders = [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]
    >>> round(krippendorff_alpha(coders, "nominal"), 3)
    0.095
    """
    table = _checked(ratings, level)
    paired = table[:, (~np.isnan(table)).sum(axis=0) > 1]
    if np.unique(paired[~np.isnan(paired)]).size < 2:
        return None
    return float(krippendorff.alpha(paired, level_of_measurement=checked_level(level)))


def alpha_interval(
    ratings: ArrayLike,
    documents: Sequence[Hashable],
    *,
    level: str,
    seed: int,
    draws: int = DRAWS,
    confidence: float = 0.95,
    judges: bool = False,
) -> AlphaInterval:
    """Bootstrap a percentile interval of alpha, resampling documents with all their units.

    Parameters
    ----------
    ratings, level : as in `krippendorff_alpha`
    documents : which document each unit belongs to
    seed : int, 0 or more
        The same seed gives the same interval.
    draws : int, 1 or more
    confidence : float in 0..1, ends excluded
    judges : bool
        Whether to resample judges as well. A judge drawn twice is never compared with herself,
        which would count as agreement.

    Raises
    ------
    ValueError
        If an argument is out of its range, or `documents` does not name one for every unit.

    Examples
    --------
    >>> coders = [[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]]
    >>> interval = alpha_interval(coders, list("aabbccddee"), level="nominal", seed=1)
    >>> round(interval.low, 2) < round(interval.alpha, 2) < round(interval.high, 2)
    True
    """
    table = _checked(ratings, level)
    if len(documents) != table.shape[1]:
        raise ValueError(f"documents must name {table.shape[1]} units, got {len(documents)}")
    if draws < 1 or not 0 < confidence < 1:
        raise ValueError(f"draws and confidence must be positive, got {draws} and {confidence}")
    random = np.random.default_rng(seed)
    values, marks = one_hot(table)
    number = {name: i for i, name in enumerate(dict.fromkeys(documents))}
    document = np.array([number[name] for name in documents], np.int64)
    every_judge = np.ones(table.shape[0])
    found = []
    for _ in range(draws):
        unit = _drawn(random, len(number))[document]
        judge = _drawn(random, table.shape[0]) if judges else every_judge
        found.append(alpha_of(coincidences(marks, judge, unit), values, checked_level(level)))
    defined = [value for value in found if not np.isnan(value)]
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail]).tolist() if defined else (None, None)
    return AlphaInterval(
        alpha=krippendorff_alpha(table, level),
        low=low,
        high=high,
        undefined=draws - len(defined),
        draws=draws,
        seed=seed,
        confidence=confidence,
    )


def _drawn(random: np.random.Generator, size: int) -> Floats:
    """How often each of `size` things is drawn when as many are drawn with replacement."""
    return np.bincount(random.integers(0, size, size), minlength=size).astype(float)


def _checked(ratings: ArrayLike, level: str) -> Floats:
    checked_level(level)
    table = np.asarray(ratings, float)
    if table.ndim != 2:
        raise ValueError(f"ratings must have two dimensions (judges, units), got {table.ndim}")
    if np.isinf(table).any():
        raise ValueError("ratings must be finite or NaN (missing), got infinity")
    if level == "ratio" and (table < 0).any():
        raise ValueError(f"ratings at level 'ratio' must be 0 or more, got {np.nanmin(table)}")
    return table
