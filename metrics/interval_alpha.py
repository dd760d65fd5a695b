"""Krippendorff's alpha at interval level from sums, fast enough to resample.

With n_u ratings of unit u, their sum s_u and sum of squares q_u, and N, S, Q summed over units
rated at least twice:

    D_o = 1/N sum_u (2 n_u q_u - 2 s_u^2) / (n_u - 1)        D_e = (2 N Q - 2 S^2) / (N (N - 1))
    alpha = 1 - D_o / D_e
"""

import numpy as np

from metrics.spans import Floats, Integers


def interval_alpha(unit: Integers, value: Floats, weight: Floats) -> Floats:
    """Compute alpha once for each row of weights.

    Parameters
    ----------
    unit : integers, shape (n_ratings,)
        Which summary each rating is of, numbered from 0.
    value : numbers, shape (n_ratings,)
    weight : numbers, shape (draws, n_units)
        How often each unit counts.

    Returns
    -------
    numbers at most 1, shape (draws,)
        NaN (undefined) where the counted units rated at least twice hold fewer than two values.

    Examples
    --------
    Two judges who differ by one point on the second of three summaries:

    >>> unit, value = np.array([0, 0, 1, 1, 2, 2]), np.array([1.0, 1, 2, 3, 5, 5])
    >>> interval_alpha(unit, value, np.ones((1, 3))).round(4).tolist()
    [0.9505]
    """
    size = weight.shape[1]
    # Alpha does not depend on the origin of the scale: centred values keep the sums exact enough.
    centred = value - value.mean() if value.size else value
    rated = np.bincount(unit, minlength=size).astype(float)
    total = np.bincount(unit, centred, size)
    squares = np.bincount(unit, centred**2, size)
    paired = rated > 1
    rated, total, squares, weight = rated[paired], total[paired], squares[paired], weight[:, paired]
    n, s, q = weight @ rated, weight @ total, weight @ squares
    observed = weight @ ((2 * rated * squares - 2 * total**2) / (rated - 1))
    expected = 2 * n * q - 2 * s**2
    defined = expected > 1e-9 * np.maximum(n * q, 1e-300)
    ratio = np.divide(observed * (n - 1), expected, out=np.full(n.shape, np.nan), where=defined)
    alpha: Floats = 1 - ratio
    return alpha
