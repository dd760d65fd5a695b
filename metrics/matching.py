"""n-grams of summaries matched with those of their documents: the counts that HROUGE weighs."""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from metrics.ngrams import NOWHERE, Grams, Line, unigrams, up_to
from metrics.normalize import Forms, checked_mode
from metrics.spans import Floats, Integers

_FORMS = Forms()


class Matches:
    """The n-grams of some summaries, matched with those of the documents they are of."""

    def __init__(
        self, grams: Grams, *, documents: Line, summaries: Line, document_of: Integers
    ) -> None:
        """Take the numbered n-grams; `document_of[i]` is the document of summary i."""
        self.n = grams.n
        self.documents, self.summaries, self.document_of = documents, summaries, document_of
        self.n_types = grams.n_types

        self.place = np.flatnonzero(grams.document != NOWHERE)
        self.type_there = grams.document[self.place]
        self.count_d = np.bincount(self.type_there, minlength=grams.n_types)

        own = np.flatnonzero(grams.summary != NOWHERE)
        held, self.count_s = np.unique(
            summaries.text[own] * grams.n_types + grams.summary[own], return_counts=True
        )
        self.summary, self.type = np.divmod(held, max(grams.n_types, 1))
        self.clipped = np.minimum(self.count_s, self.count_d[self.type])

    def sum_by_summary(self, value: Floats | Integers) -> Floats:
        """Sum a value of every (summary, type) over each summary."""
        total = np.bincount(self.summary, value, self.summaries.n_tokens.size)
        return np.asarray(total, float)

    def windows(self, weight: Floats) -> Floats:
        """Mean weight of the n tokens from each token on; 0 where no n-gram begins."""
        starts = self.documents.starts(self.n)
        windows = np.zeros_like(weight)
        for j in range(self.n):
            windows[starts] += weight[starts + j] / self.n
        return windows

    def beta(self, windows: Floats) -> Floats:
        """Mean window over the occurrences of every type; 0 where the document has none."""
        total = np.bincount(self.type_there, windows[self.place], self.n_types)
        return total / np.maximum(self.count_d, 1)


def match_texts(
    documents: Sequence[Sequence[str]],
    summaries: Sequence[Sequence[Sequence[str]]],
    *,
    n: int,
    normalize: str,
) -> Iterator[Matches]:
    """Match the unigrams, the bigrams, up to the n-grams; `summaries[i]` are of `documents[i]`.

    Raises
    ------
    ValueError
        If `n` is not a positive integer or `normalize` not one of `metrics.normalize.MODES`.

    Examples
    --------
    >>> one, two = match_texts([["The", "fox"]], [[["the", "fox"]]], n=2, normalize="both")
    >>> one.clipped.tolist(), two.clipped.tolist()
    ([1, 1], [1])
    """
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"n must be a positive integer, got {n!r}")
    words = unigrams(
        documents,
        summaries,
        document_forms=None if checked_mode(normalize) == "none" else _FORMS,
        summary_forms=_FORMS if normalize == "both" else None,
    )
    document_line = Line.of(documents)
    summary_line = Line.of(chain.from_iterable(summaries))
    document_of = np.repeat(np.arange(len(documents)), [len(each) for each in summaries])
    for grams in up_to(n, words, summary_line):
        yield Matches(
            grams, documents=document_line, summaries=summary_line, document_of=document_of
        )
