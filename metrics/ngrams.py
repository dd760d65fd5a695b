"""n-grams as integers, for many documents and their summaries at once (SPEC A-26, A-28).

A type of n-gram gets a number only if a summary holds it: no other n-gram of a document can match,
and sums over all n-grams of a document need no types. Numbers are never shared between documents,
so texts can be laid end to end without an n-gram matching across them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np

from metrics.normalize import Forms
from metrics.spans import Integers

NOWHERE = -1
"""The number of an n-gram that no summary of its document holds."""


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
    def of(cls, texts: Iterable[Sequence[str]]) -> "Line":
        """Lay out these texts, each a list of tokens."""
        n_tokens = np.fromiter(map(len, texts), np.int64)
        return cls(n_tokens, np.repeat(np.arange(n_tokens.size), n_tokens))

    def starts(self, n: int) -> Integers:
        """Positions where an n-gram begins that ends in the same text."""
        ends = np.cumsum(self.n_tokens)[self.text]
        return np.flatnonzero(np.arange(n, self.text.size + n) <= ends)

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
        Number of the type, or NOWHERE.
    n_types : int
        Numbers run from 0 to n_types - 1.
    """

    n: int
    document: Integers
    summary: Integers
    n_types: int


def unigrams(
    documents: Sequence[Sequence[str]],
    summaries: Sequence[Sequence[Sequence[str]]],
    *,
    document_forms: Forms | None = None,
    summary_forms: Forms | None = None,
) -> Grams:
    """Number the tokens (`summaries[i]` are those of `documents[i]`), seen through their forms.

    Examples
    --------
    >>> grams = unigrams([["the", "red", "fox"]], [[["a", "fox"], ["the", "fox"]]])
    >>> grams.document.tolist(), grams.summary.tolist()
    ([2, -1, 1], [0, 1, 2, 1])
    """
    of_documents: list[int] = []
    of_summaries: list[int] = []
    n_types = 0
    for document, candidates in zip(documents, summaries, strict=True):
        tokens = list(_seen(summary_forms, chain.from_iterable(candidates)))
        types = {token: n_types + i for i, token in enumerate(dict.fromkeys(tokens))}
        of_summaries.extend(map(types.__getitem__, tokens))
        of_documents.extend(map(types.get, _seen(document_forms, document), repeat(NOWHERE)))
        n_types += len(types)
    return Grams(1, np.array(of_documents, np.int64), np.array(of_summaries, np.int64), n_types)


def _seen(forms: Forms | None, tokens: Iterable[str]) -> Iterable[str]:
    return tokens if forms is None else map(forms.__getitem__, tokens)


def up_to(n: int, words: Grams, summaries: Line) -> Iterator[Grams]:
    """Yield the unigrams `words`, then the bigrams, and so on to the n-grams.

    Examples
    --------
    >>> words = unigrams([["the", "red", "fox", "the"]], [[["fox", "the"]]])
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
    keys, numbers = np.unique(_keys(head.summary, words.summary, starts, n), return_inverse=True)
    summary = np.full_like(head.summary, NOWHERE)
    summary[starts] = numbers

    size = max(head.document.size - (n - 1), 0)
    known = (head.document[:size] != NOWHERE) & (words.document[n - 1 :] != NOWHERE)
    maybe = np.flatnonzero(known)
    wanted = _keys(head.document, words.document, maybe, n)
    place = np.searchsorted(keys, wanted)
    found = place < keys.size
    found[found] = keys[place[found]] == wanted[found]
    document = np.full_like(head.document, NOWHERE)
    document[maybe[found]] = place[found]
    return Grams(n, document, summary, keys.size)


def _keys(head: Integers, words: Integers, starts: Integers, n: int) -> Integers:
    """One integer for each pair (n-1 tokens from a start on, the token after them)."""
    return (head[starts] << 32) | words[starts + n - 1]
