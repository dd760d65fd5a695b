"""Student's t with a whole number of degrees of freedom (Abramowitz & Stegun 1964, 26.7.3-4)."""

from math import atan, cos, pi, sin, sqrt


def two_sided_p(t: float, freedom: int) -> float:
    """Probability that Student's t lies at least as far from 0.

    Parameters
    ----------
    t : float
    freedom : int, 1 or more

    Returns
    -------
    float in 0..1

    Raises
    ------
    ValueError
        If `freedom` is below 1.

    Examples
    --------
    >>> round(two_sided_p(2.0096, 49), 4), round(two_sided_p(12.706, 1), 3), two_sided_p(0.0, 2)
    (0.05, 0.05, 1.0)
    """
    if freedom < 1:
        raise ValueError(f"freedom must be at least 1, got {freedom!r}")
    angle = atan(abs(t) / sqrt(freedom))
    odd = freedom % 2
    term = total = cos(angle) if odd else 1.0
    for k in range(3 if odd else 2, freedom - 1, 2):
        term *= cos(angle) ** 2 * (k - 1) / k
        total += term
    if odd:
        within = 2 / pi * (angle + (sin(angle) * total if freedom > 1 else 0))
    else:
        within = sin(angle) * total
    return min(1.0, max(0.0, 1 - within))


def two_sided_quantile(p: float, freedom: int) -> float:
    """The t that Student's t reaches or passes, up or down, with probability `p`.

    Parameters
    ----------
    p : in 0..1, ends excluded
    freedom : int, 1 or more

    Examples
    --------
    >>> round(two_sided_quantile(0.05, 49), 4), round(two_sided_quantile(0.05, 1), 3)
    (2.0096, 12.706)
    """
    low, high = 0.0, 1.0
    while two_sided_p(high, freedom) > p:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if two_sided_p(middle, freedom) > p else (low, middle)
    return high
