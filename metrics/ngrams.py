"""n-grams as integers, for many documents and their summaries at once.

The number of an n-gram is the place of its first occurrence in the summaries of its document. So
an n-gram has a number only if a summary holds it: no other n-gram of a document can match, and
sums over all n-grams of a document need no numbers. Documents share no numbers, so texts can be
laid end to end without an n-gram matching across them; and a document is numbered, and summed, in
the same order whatever else is laid beside it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from metrics.spans import Integers

NOWHERE = -1
"""The number of an n-gram that no summary of its document holds, and of a place without n-gram."""


@dataclass(frozen=True)
class Line:
    """Texts laid end to end.

    Attributes
    ----------
    n_tokens : integers, shape (n_texts,)
    text : integers, one per token of the line
        Index of the text each token belongs to.
    """

    n_tokens: Integers
    text: Integers

    @classmethod
    def of(cls, texts: Sequence[Sequence[str]]) -> "Line":
        """Lay out these texts, each a list of tokens."""
        n_tokens = np.fromiter(map(len, texts), np.int64, len(texts))
        return cls(n_tokens, np.repeat(np.arange(n_tokens.size), n_tokens))

    def last(self, n: int) -> Integers:
        """Places of the last n tokens of every text."""
        ends = np.cumsum(self.n_tokens)
        back = np.arange(1, n + 1)
        return (ends[:, None] - back)[back <= self.n_tokens[:, None]]

    def starts(self, n: int) -> Integers:
        """Places where an n-gram begins that ends in the same text."""
        begins = np.ones(self.text.size, bool)
        begins[self.last(n - 1)] = False
        return np.flatnonzero(begins)

    def n_ngrams(self, n: int) -> Integers:
        """How many n-grams each text has, repeats included."""
        return np.maximum(self.n_tokens - (n - 1), 0)


@dataclass(frozen=True)
class Grams:
    """Numbers of the n-grams that begin at each token of the documents and of the summaries.

    Attributes
    ----------
    n : int
    document, summary : integers, one per token of the line of documents, of summaries
        The number, or NOWHERE.
    places : integers
        The places in the line of summaries where an n-gram begins, sorted by its number.
    """

    n: int
    document: Integers
    summary: Integers
    places: Integers


def unigrams(
    documents: Integers, summaries: Integers, *, lengths: Sequence[tuple[int, int]], size: int
) -> Grams:
    """Number the tokens.

    Parameters
    ----------
    documents, summaries : integers in 0..size-1
        The words of all documents, and of all summaries of the first document, the second ...
    lengths : for each document its tokens, and the tokens of all its summaries

    Examples
    --------
    "the red fox" and its summaries "a fox", "the fox":

    >>> words = np.array([0, 1, 2]), np.array([3, 2, 0, 2])
    >>> grams = unigrams(*words, lengths=[(3, 4)], size=4)
    >>> grams.document.tolist(), grams.summary.tolist()
    ([2, -1, 1], [0, 1, 2, 1])
    """
    first = np.full(size, NOWHERE)
    of_documents, of_summaries = np.empty_like(documents), np.empty_like(summaries)
    document = summary = 0
    for n_document, n_summary in lengths:
        words = summaries[summary : summary + n_summary]
        # Written from the last to the first, so that the first occurrence stays.
        first[words[::-1]] = np.arange(summary + n_summary - 1, summary - 1, -1)
        of_summaries[summary : summary + n_summary] = first[words]
        there = slice(document, document + n_document)
        of_documents[there] = first[documents[there]]
        first[words] = NOWHERE
        document, summary = document + n_document, summary + n_summary
    return Grams(1, of_documents, of_summaries, np.argsort(of_summaries, kind="stable"))


def up_to(n: int, words: Grams, summaries: Line) -> Iterator[Grams]:
    """Yield the unigrams `words`, then the bigrams, and so on to the n-grams.

    Examples
    --------
    "the red fox the" and its summary "fox the":

    >>> words = unigrams(np.array([0, 1, 2, 0]), np.array([2, 0]), lengths=[(4, 2)], size=3)
    >>> [grams.document.tolist() for grams in up_to(2, words, Line.of([["fox", "the"]]))]
    [[1, -1, 0, 1], [-1, -1, 0, -1]]
    """
    grams = words
    yield grams
    for longer in range(2, n + 1):
        grams = _longer(grams, words, summaries.starts(longer), longer)
        yield grams


def _longer(head: Grams, words: Grams, starts: Integers, n: int) -> Grams:
    """Number the n-grams by their first n-1 tokens, `head`, and the last of `words`."""
    keys = _keys(head.summary, words.summary, starts, n)
    order = np.argsort(keys, kind="stable")
    keys, places = keys[order], starts[order]
    opens = np.append(True, keys[1:] != keys[:-1])[: keys.size]
    firsts, known = places[opens], keys[opens]
    summary = np.full_like(head.summary, NOWHERE)
    summary[places] = firsts[np.cumsum(opens) - 1]

    size = max(head.document.size - (n - 1), 0)
    both = (head.document[:size] != NOWHERE) & (words.document[n - 1 :] != NOWHERE)
    maybe = np.flatnonzero(both)
    wanted = _keys(head.document, words.document, maybe, n)
    at = np.searchsorted(known, wanted)
    found = at < known.size
    found[found] = known[at[found]] == wanted[found]
    document = np.full_like(head.document, NOWHERE)
    document[maybe[found]] = firsts[at[found]]
    return Grams(n, document, summary, places)


def _keys(head: Integers, words: Integers, starts: Integers, n: int) -> Integers:
    """One integer for each pair (n-1 tokens from a start on, the token after them)."""
    return (head[starts] << 32) | words[starts + n - 1]
