"""Mean squared differences of pairs of ratings, fast enough to resample documents.

Half the mean squared difference of two ratings is the sum of the variances of whatever the two do
not share. From pairs that share the summary, the judge, the system or nothing, variance components
follow by subtraction. Where every judge rated everything these are the estimates of the analysis of
variance; and unlike those they are defined where most judges rated little.
"""

from dataclasses import dataclass

import numpy as np

from metrics.spans import Floats, Integers

_CHUNK = 250


@dataclass(frozen=True)
class PairSums:
    """How many pairs there are, and the sum of half their squared differences, for each draw."""

    number: Floats
    half: Floats

    def __add__(self, other: "PairSums") -> "PairSums":
        return PairSums(self.number + other.number, self.half + other.half)

    def __sub__(self, other: "PairSums") -> "PairSums":
        return PairSums(self.number - other.number, self.half - other.half)

    def mean(self) -> Floats:
        """Half the mean squared difference; NaN where there is no pair."""
        undefined = np.full(self.number.shape, np.nan)
        found: Floats = np.divide(self.half, self.number, out=undefined, where=self.number > 0.5)
        return found


def pairs_sharing(key: Integers, document: Integers, value: Floats, weight: Floats) -> PairSums:
    """Sum over the pairs of ratings that have the same key, once for each row of weights.

    Parameters
    ----------
    key, document : integers from 0, shape (n_ratings,)
    value : numbers, shape (n_ratings,)
        Best centred: the sums are then exact enough.
    weight : numbers, shape (draws, n_documents)
        How often each document was drawn: one row of ones for the value itself. A pair within a
        document counts as often as that; copies of a document are never paired.

    Examples
    --------
    Of 1, 3 and 5, the first two share a key: one pair, half of whose squared difference is 2.

    >>> of_one = np.zeros(3, np.int64)
    >>> pairs_sharing(np.array([0, 0, 1]), of_one, np.array([1.0, 3, 5]), np.ones((1, 1)))
    PairSums(number=array([1.]), half=array([2.]))
    """
    size = weight.shape[1]
    groups, of_group = np.unique(key, return_inverse=True)
    cell = of_group * size + document
    n, s, q = (
        np.bincount(cell, what, groups.size * size).reshape(groups.size, size)
        for what in (np.ones_like(value), value, value**2)
    )
    inner_number = (n * (n - 1) / 2).sum(axis=0)
    inner_half = ((n * q - s**2) / 2).sum(axis=0)
    if np.count_nonzero(n, axis=1).max(initial=0) < 2:  # no pair lies across documents
        return PairSums(weight @ inner_number, weight @ inner_half)
    square_number, square_half = (n**2 / 2).sum(axis=0), inner_half
    number, half = [], []
    for start in range(0, weight.shape[0], _CHUNK):
        w = weight[start : start + _CHUNK]
        counted, total, squares = w @ n.T, w @ s.T, w @ q.T
        across = (counted**2 / 2).sum(axis=1) - w**2 @ square_number
        number.append(across + w @ inner_number)
        across = ((counted * squares - total**2) / 2).sum(axis=1) - w**2 @ square_half
        half.append(across + w @ inner_half)
    return PairSums(np.concatenate(number), np.concatenate(half))
