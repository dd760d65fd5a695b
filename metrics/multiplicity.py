"""P-values corrected for the number of comparisons: Holm, Benjamini and Hochberg."""

from collections.abc import Sequence

import numpy as np

from metrics.spans import Floats


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust so that the chance of any false rejection stays at the level (Holm 1979).

    Parameters
    ----------
    p_values : numbers in 0..1, in any order

    Returns
    -------
    list of float in 0..1, in the same order

    Raises
    ------
    ValueError
        If one is outside 0..1.

    Examples
    --------
    >>> [round(p, 4) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    scaled = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    return _in_place(scaled, order)


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjust so that the expected share of false rejections stays at the level (1995).

    Parameters, Returns and Raises are those of `holm`.

    Examples
    --------
    >>> [round(p, 4) for p in benjamini_hochberg([0.01, 0.04, 0.03, 0.005])]
    [0.02, 0.04, 0.04, 0.02]
    """
    p = _checked(p_values)
    order = np.argsort(p, kind="stable")
    scaled = p[order] * p.size / np.arange(1, p.size + 1)
    return _in_place(np.minimum.accumulate(scaled[::-1])[::-1], order)


def _in_place(
    scaled: Floats, order: "np.ndarray[tuple[int, ...], np.dtype[np.intp]]"
) -> list[float]:
    adjusted = np.empty_like(scaled)
    adjusted[order] = np.minimum(scaled, 1)
    return [float(value) for value in adjusted]


def _checked(p_values: Sequence[float]) -> Floats:
    p: Floats = np.asarray(p_values, float)
    wrong = p[~((p >= 0) & (p <= 1))]
    if wrong.size:
        raise ValueError(f"p-values must lie in 0..1, got {wrong[0]}")
    return p
