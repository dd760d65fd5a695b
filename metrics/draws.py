"""Cluster bootstrap of means over documents and judges.

Ratings of one document, and those of one judge, resemble each other; an interval that resamples
single ratings is therefore too narrow. Here every draw takes as many documents and as many judges
as there are, with replacement, and a rating counts as often as its document and its judge both
were drawn.
"""

from dataclasses import dataclass

import numpy as np

from metrics.spans import Floats, Integers

DRAWS = 2_000
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Draws:
    """How often each cluster was drawn.

    Attributes
    ----------
    documents, judges : numbers, shape (draws, n_documents), (draws, n_judges)
    """

    documents: Floats
    judges: Floats

    @classmethod
    def of(cls, n_documents: int, n_judges: int, *, seed: int, draws: int = DRAWS) -> "Draws":
        """Draw clusters; the same seed gives the same draws."""
        random = np.random.default_rng(seed)
        return cls(_drawn(random, draws, n_documents), _drawn(random, draws, n_judges))

    def mean_of_means(self, document: Integers, judge: Integers, value: Floats) -> Floats:
        """Mean over documents of the mean of their ratings, once for each draw.

        Parameters
        ----------
        document, judge : integers, shape (n_ratings,)
            Which cluster each rating belongs to.
        value : numbers, shape (n_ratings,)

        Returns
        -------
        numbers, shape (draws,)
            NaN for a draw in which no rating counts.

        Examples
        --------
        >>> draws = Draws(np.array([[1.0, 1.0], [2.0, 0.0]]), np.ones((2, 1)))
        >>> one = np.array([0, 0])
        >>> draws.mean_of_means(np.array([0, 1]), one, np.array([10.0, 30.0])).tolist()
        [20.0, 10.0]
        """
        order = np.argsort(document, kind="stable")
        document, judge, value = document[order], judge[order], value[order]
        kept, starts = np.unique(document, return_index=True)
        often = self.judges[:, judge]
        rated = np.add.reduceat(often, starts, axis=1)
        total = np.add.reduceat(often * value, starts, axis=1)
        weight = self.documents[:, kept] * (rated > 0)
        means = np.divide(total, rated, out=np.zeros_like(total), where=rated > 0)
        every = weight.sum(axis=1)
        undefined = np.full(every.shape, np.nan)
        found: Floats = np.divide(
            (weight * means).sum(axis=1), every, out=undefined, where=every > 0
        )
        return found


def percentile_interval(values: Floats) -> tuple[float | None, float | None]:
    """Ends of the middle `CONFIDENCE` of the draws that have a value; None if none has.

    Examples
    --------
    >>> percentile_interval(np.array([np.nan]))
    (None, None)
    """
    defined = values[~np.isnan(values)]
    if not defined.size:
        return None, None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(defined, [tail, 1 - tail]).tolist()
    return low, high


def checked_seed(seed: int) -> int:
    """Return the seed; raise ValueError if it is negative."""
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, got {seed}")
    return seed


def _drawn(random: np.random.Generator, draws: int, size: int) -> Floats:
    return random.multinomial(size, np.full(size, 1 / size), draws).astype(float)
