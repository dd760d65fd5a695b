"""The smallest difference that paired documents would show."""

from math import sqrt
from statistics import NormalDist

ALPHA = 0.05
POWER = 0.8


def detectable_difference(
    sd: float, n_documents: int, *, alpha: float = ALPHA, power: float = POWER
) -> float | None:
    """Difference of two systems' means that a two-sided paired test finds with this power.

    Guenther's normal approximation to the t test, which is off by less than 0.1 documents:
    ``n = ((z_a + z_b) sd / delta)^2 + z_a^2 / 2``.

    Parameters
    ----------
    sd : 0 or more
        Standard deviation of the documents' differences.
    n_documents : int, 0 or more
    alpha, power : in 0..1, ends excluded

    Returns
    -------
    float, 0 or more, or None
        None where the documents are too few for any difference.

    Examples
    --------
    >>> round(detectable_difference(10, 50), 2)
    4.04
    """
    z_a, z_b = _quantiles(alpha, power)
    left = n_documents - z_a**2 / 2
    return (z_a + z_b) * sd / sqrt(left) if left > 0 else None


def documents_needed(effect: float, *, alpha: float = ALPHA, power: float = POWER) -> float:
    """How many documents show a mean difference of `effect` standard deviations.

    Raises
    ------
    ValueError
        If `effect` is 0: no number of documents would.

    Examples
    --------
    >>> round(documents_needed(0.5), 1), round(documents_needed(0.2), 1)
    (33.3, 198.1)
    """
    if effect == 0:
        raise ValueError("no number of documents shows an effect of 0")
    z_a, z_b = _quantiles(alpha, power)
    return ((z_a + z_b) / effect) ** 2 + z_a**2 / 2


def _quantiles(alpha: float, power: float) -> tuple[float, float]:
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2), normal.inv_cdf(power)
