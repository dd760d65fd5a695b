"""How much judges vary, from the ratings of two systems: REML on a grid.

With d each document's difference between two systems, and w each rating less its summary's mean,

    d = delta + A b + e        w = Z b + u - (mean of u)

b of the judges, e of system and document together, u of single ratings. A document tells of judges
mostly by w, in which the judges of one summary stand side by side; d alone leaves their variance so
uncertain that a test built on it rejects 7 % of true nulls instead of 5.
"""

import numpy as np

from metrics.spans import Floats

_REST = np.geomspace(0.05, 20, 16)
"""Variance of e, in units of u's."""
_JUDGES = np.concatenate([[1e-6], np.geomspace(0.02, 20, 16)])
"""Variance of b, in the same units; the least stands for none."""


def judge_ratio(
    differences: Floats, design: Floats, within: Floats, of_judges: Floats, *, n_within: int
) -> float:
    """Find the variance of judges in units of that of e.

    Parameters
    ----------
    differences : d, shape (n_documents,)
    design : A, shape (n_documents, n_judges)
    within : w, shape (n_ratings,)
    of_judges : Z, shape (n_ratings, n_judges)
        Who gave each rating, less the shares of all judges in its summary.
    n_within : int, 0 or more
        Degrees of freedom of w: ratings less summaries.

    Returns
    -------
    float, 0 or more

    Examples
    --------
    Two judges, ten points apart wherever they meet, and documents that differ by no more:

    >>> z = np.array([[0.5, -0.5], [-0.5, 0.5]] * 4)
    >>> a = np.array([[1.0, -1.0], [-1.0, 1.0]] * 2)
    >>> w = z @ [5, -5] + [0.5, -0.5] * 4
    >>> judge_ratio(a @ [5, -5] + [1, 1, -1, 0], a, w, z, n_within=4) > 1
    True
    """
    likelihoods = np.array(
        [_likelihoods(j, differences, design, within, of_judges, n_within) for j in _JUDGES]
    )
    # The least of those that are equally likely: without judges in common, none tells of them.
    best = int(np.argmax((likelihoods >= likelihoods.max() - 1e-9).any(axis=1)))
    rest = _REST[int(likelihoods[best].argmax())]
    return float(_JUDGES[best] / rest) if best else 0.0


def _likelihoods(
    judges: float,
    differences: Floats,
    design: Floats,
    within: Floats,
    of_judges: Floats,
    n_within: int,
) -> Floats:
    """Restricted log-likelihood for each of _REST, by Woodbury's identity in the judges."""
    n, n_judges = design.shape
    freedom = n - 1 + n_within
    by_rest = 1 / _REST[:, None]
    inner = (design.T @ design) * by_rest[:, :, None] + of_judges.T @ of_judges
    inner = inner + np.eye(n_judges) / judges
    ones = design.sum(axis=0) * by_rest
    told = (differences @ design) * by_rest + within @ of_judges
    solved = np.linalg.solve(inner, np.stack([ones, told], axis=-1))
    weight = n / _REST - (ones * solved[..., 0]).sum(axis=1)
    cross = differences.sum() / _REST - (ones * solved[..., 1]).sum(axis=1)
    total = differences @ differences / _REST + within @ within
    squares = total - (told * solved[..., 1]).sum(axis=1) - cross**2 / weight
    squares = np.maximum(squares, 1e-12 * (1 + total))
    determinant = n * np.log(_REST) + n_judges * np.log(judges) + np.linalg.slogdet(inner)[1]
    found: Floats = -(freedom * np.log(squares) + determinant + np.log(weight)) / 2
    return found
