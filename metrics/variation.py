"""Coefficient of variation of a few ratings (HighRES section 5.2).

Shown to replicate the paper, never as agreement: it depends on the mean and on where the scale
begins. Use `metrics.alpha` for agreement.
"""

from collections.abc import Sequence
from statistics import fmean, stdev


def variation(ratings: Sequence[float]) -> float | None:
    """Unbiased coefficient of variation, (1 + 1/(4n)) sd / mean, of the ratings of one summary.

    Parameters
    ----------
    ratings : n numbers, none negative
        On 1-100 and with n = 3 the result lies in 0..1.82.

    Returns
    -------
    float, 0 or more, or None
        None (undefined) for fewer than two ratings, whose sd (ddof = 1) has no value, and for a
        mean of 0.

    Raises
    ------
    ValueError
        If a rating is negative.

    Examples
    --------
    >>> round(variation([50, 60, 70]), 5)
    0.18056
    """
    if ratings and not min(ratings) >= 0:
        raise ValueError(f"ratings must be 0 or more, got {min(ratings)!r}")
    if len(ratings) < 2 or (mean := fmean(ratings)) == 0:
        return None
    return (1 + 1 / (4 * len(ratings))) * stdev(ratings) / mean
