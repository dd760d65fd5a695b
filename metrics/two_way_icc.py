"""ICC(2,1) and ICC(2,k) also where most judges rated little (Shrout & Fleiss 1979).

With half the mean squared differences of two ratings by different judges, t of one summary and 0 of
two summaries, the variance of summaries is 0 - t, and all there is varies by 0:

    ICC(2,1) = (0 - t) / 0            ICC(2,k) = (0 - t) / (0 - t + t / k)

Where every judge rated everything this is what `metrics.icc.crossed_icc` says.
"""

import numpy as np

from metrics.rating_pairs import pairs_sharing
from metrics.spans import Floats, Integers


def two_way_icc(
    target: Integers, judge: Integers, document: Integers, value: Floats, weight: Floats
) -> tuple[Floats, Floats]:
    """Compute ICC(2,1) and ICC(2,k) once for each row of weights.

    Parameters
    ----------
    target, judge, document : integers from 0, shape (n_ratings,)
        What was rated, by whom, and the document it belongs to; no judge rated a target twice.
    value : numbers, shape (n_ratings,)
    weight : numbers, shape (draws, n_documents)
        How often each document counts: one row of ones for the value itself.

    Returns
    -------
    two arrays of numbers at most 1, shape (draws,)
        k is the mean number of judges of a target. NaN (undefined) with fewer than two targets,
        without a target rated twice, or where nothing varies.

    Examples
    --------
    >>> table = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8]]
    >>> table += [[7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> value, target, judge = np.array(table, float).ravel(), np.arange(24) // 4, np.arange(24) % 4
    >>> single, average = two_way_icc(target, judge, target, value, np.ones((1, 6)))
    >>> round(float(single[0]), 2), round(float(average[0]), 2)
    (0.29, 0.62)
    """
    centred = value - value.mean() if value.size else value
    same = pairs_sharing(target, document, centred, weight)
    by_judge = pairs_sharing(judge, document, centred, weight)
    every = pairs_sharing(np.zeros_like(target), document, centred, weight)
    of_target, of_nothing = same.mean(), (every - same - by_judge).mean()
    ratings = weight @ np.bincount(document, minlength=weight.shape[1])
    first = np.unique(target, return_index=True)[1]
    targets = weight @ np.bincount(document[first], minlength=weight.shape[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        between = of_nothing - of_target
        single = between / of_nothing
        average = between / (between + of_target * targets / ratings)
    return _defined(single), _defined(average)


def _defined(values: Floats) -> Floats:
    return np.where(np.isfinite(values), values, np.nan)
