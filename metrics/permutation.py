"""Sign-flip permutation test of paired differences.

If two systems are alike, each document's difference might as well have had the other sign. The test
asks how often flipped signs give a mean at least as far from 0 as the one observed.
"""

from collections.abc import Sequence

import numpy as np

from metrics.spans import Floats

DRAWS = 10_000
_CHUNK = 1_000


def sign_flip(differences: Sequence[float], *, seed: int, draws: int = DRAWS) -> float | None:
    """Two-sided p-value of the mean of paired differences.

    Parameters
    ----------
    differences : one for each document
    seed : int, 0 or more
        Not used where all sign patterns fit into `draws` and are enumerated.
    draws : int, 1 or more
        Random sign patterns; the observed one counts too, so that p is never 0.

    Returns
    -------
    float in 0..1, or None
        None (undefined) without differences.

    Raises
    ------
    ValueError
        If a difference is not finite or `draws` below 1.

    Examples
    --------
    Of the 8 sign patterns of 1, 2, 3 two reach a sum of 6: +++ and ---.

    >>> sign_flip([1, 2, 3], seed=0)
    0.25
    """
    values: Floats = np.asarray(differences, float)
    if not np.isfinite(values).all():
        raise ValueError(f"differences must be finite, got {values[~np.isfinite(values)][0]}")
    if draws < 1:
        raise ValueError(f"draws must be at least 1, got {draws}")
    if not values.size:
        return None
    total = values.sum()
    # A little less, so that the noise of binary fractions cannot break a tie.
    bar = abs(total) - 1e-9 * np.abs(values).sum()
    if values.size < 60 and 2**values.size <= draws:
        patterns = np.arange(2**values.size)[:, None] >> np.arange(values.size) & 1
        return float((np.abs(total - 2 * (patterns @ values)) >= bar).mean())
    random = np.random.default_rng(seed)
    reached = 1
    for start in range(0, draws, _CHUNK):
        flips = random.integers(0, 2, (min(_CHUNK, draws - start), values.size))
        reached += int((np.abs(total - 2 * (flips @ values)) >= bar).sum())
    return reached / (draws + 1)
