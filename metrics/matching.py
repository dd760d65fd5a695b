"""n-grams of summaries matched with those of their documents: the counts that HROUGE weighs."""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from metrics.ngrams import NOWHERE, Grams, Line, unigrams, up_to
from metrics.spans import Floats, Integers
from metrics.vocabulary import Vocabulary

MOST_N = 100
"""The longest n-grams; far beyond any use, it keeps a slip of the pen from running for hours."""


class Matches:
    """The n-grams of some summaries, matched with those of the documents they are of."""

    def __init__(
        self, grams: Grams, *, documents: Line, summaries: Line, document_of: Integers
    ) -> None:
        """Take the numbered n-grams; `document_of[i]` is the document of summary i."""
        self.n = grams.n
        self.documents, self.summaries, self.document_of = documents, summaries, document_of
        self.n_types = grams.summary.size

        self.place = np.flatnonzero(grams.document != NOWHERE)
        self.type_there = grams.document[self.place]
        self.count_d = np.bincount(self.type_there, minlength=self.n_types)

        kind, text = grams.summary[grams.places], summaries.text[grams.places]
        opens = np.append(True, (kind[1:] != kind[:-1]) | (text[1:] != text[:-1]))
        begin = np.flatnonzero(opens[: kind.size])
        self.summary, self.type = text[begin], kind[begin]
        self.count_s = np.diff(begin, append=kind.size)
        self.clipped = np.minimum(self.count_s, self.count_d[self.type])

    def sum_by_summary(self, value: Floats | Integers) -> Floats:
        """Sum a value of every (summary, type) over each summary."""
        total = np.bincount(self.summary, value, self.summaries.n_tokens.size)
        return np.asarray(total, float)

    def windows(self, weight: Floats) -> Floats:
        """Mean weight of the n tokens from each token on; 0 where no n-gram begins."""
        windows = weight.copy()
        for j in range(1, self.n):
            windows[:-j] += weight[j:]
        windows[self.documents.last(self.n - 1)] = 0
        windows /= self.n
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
    vocabulary: Vocabulary,
) -> Iterator[Matches]:
    """Match the unigrams, the bigrams, up to the n-grams; `summaries[i]` are of `documents[i]`.

    Raises
    ------
    ValueError
        If `n` is not an integer from 1 to MOST_N.

    Examples
    --------
    >>> texts = [["The", "fox"]], [[["the", "fox"]]]
    >>> one, two = match_texts(*texts, n=2, vocabulary=Vocabulary("both"))
    >>> one.clipped.tolist(), two.clipped.tolist()
    ([1, 1], [1])
    """
    flat = list(chain.from_iterable(summaries))
    words = unigrams(
        vocabulary.of_documents(documents),
        vocabulary.of_summaries(flat),
        lengths=[(len(d), sum(map(len, s))) for d, s in zip(documents, summaries, strict=True)],
        size=len(vocabulary),
    )
    lines = Line.of(documents), Line.of(flat)
    document_of = np.repeat(np.arange(len(documents)), [len(each) for each in summaries])
    for grams in up_to(checked_n(n), words, lines[1]):
        yield Matches(grams, documents=lines[0], summaries=lines[1], document_of=document_of)


def checked_n(n: int) -> int:
    """Return `n`, or raise ValueError unless it is an integer from 1 to MOST_N."""
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= MOST_N:
        raise ValueError(f"n must be an integer from 1 to {MOST_N}, got {n!r}")
    return n
