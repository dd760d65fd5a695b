"""Coincidences of ratings, and alpha from them (Krippendorff 2011, section C).

    o_ck  = sum over units u of (pairs of ratings c, k in u) / (n_u - 1)
    alpha = 1 - (n - 1) sum_ck o_ck d_ck / sum_ck n_c n_k d_ck

n_u is the number of ratings of a unit, n_c the sum of row c of o, n that of all rows; d_ck is the
squared difference at the level of measurement.
"""

from typing import Literal, cast, get_args

import numpy as np

from metrics.spans import Floats

Level = Literal["nominal", "ordinal", "interval", "ratio"]
"""Of measurement: what a difference between two ratings means."""


def one_hot(table: Floats) -> tuple[Floats, Floats]:
    """Values in order, shape (V,), and who gave which to what, 0 or 1, (judges, units, V)."""
    values = np.unique(table[~np.isnan(table)]).astype(float)
    return values, (table[:, :, None] == values).astype(float)


def coincidences(marks: Floats, judge: Floats, unit: Floats) -> Floats:
    """Sum the coincidences, shape (V, V), of resampled judges and units.

    Parameters
    ----------
    marks : shape (judges, units, V), as `one_hot` gives it
    judge, unit : whole numbers, shape (judges,) and (units,)
        How often each was drawn. Ratings by copies of one judge are never paired.
    """
    counts = np.tensordot(judge, marks, 1)
    own = np.tensordot(judge**2, marks, 1)
    ratings = counts.sum(axis=1)
    pairs = ratings**2 - own.sum(axis=1)
    share = unit * np.divide(ratings, pairs, out=np.zeros_like(pairs), where=pairs > 0)
    together: Floats = (counts * share[:, None]).T @ counts
    together -= np.diag(share @ own)
    return together


def alpha_of(coincidence: Floats, values: Floats, level: Level) -> float:
    """Alpha of a table of coincidences; NaN where fewer than two values can be paired.

    Examples
    --------
    >>> alpha_of(np.array([[4.0, 1.0], [1.0, 2.0]]), np.array([0.0, 1.0]), "nominal")
    0.5333333333333333
    """
    by_value = coincidence.sum(axis=1)
    difference = _differences(by_value, values, level)
    expected = by_value @ difference @ by_value
    if expected == 0:
        return float("nan")
    return float(1 - (by_value.sum() - 1) * (coincidence * difference).sum() / expected)


def _differences(by_value: Floats, values: Floats, level: Level) -> Floats:
    """Squared differences d_ck, shape (V, V)."""
    if level == "nominal":
        return 1 - np.eye(values.size)
    if level == "ordinal":  # sum_{g=c..k} n_g - (n_c + n_k)/2 is a difference of middle ranks
        values = np.cumsum(by_value) - by_value / 2
    difference: Floats = (values[:, None] - values) ** 2
    if level == "ratio":
        total = (values[:, None] + values) ** 2
        difference /= np.where(total > 0, total, 1)  # 0 and 0 differ by 0
    return difference


def checked_level(level: str) -> Level:
    """Return `level`, or raise ValueError unless it is a Level."""
    if level not in get_args(Level):
        raise ValueError(f"level must be one of {', '.join(get_args(Level))}, got {level!r}")
    return cast(Level, level)
