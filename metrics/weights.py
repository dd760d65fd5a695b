"""NumH and beta: how much every token of a document weighs (HighRES section 4.3).

    NumH(w_j) = sum over annotators k of (len(H_k) / K) * [w_j in H_k]

`w_j in H_k` is by position, `len(H_k)` the size of the union of k's spans, K the word limit. The
weight of one token is NumH / N; that of an n-gram, beta, is taken in `metrics.hrouge`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.spans import Floats, Pieces, Span, lay_out

WORD_LIMIT = 30
"""K of the paper: the most tokens one annotator may highlight."""


@dataclass(frozen=True)
class TokenWeights:
    """What N annotators made of one document.

    Attributes
    ----------
    counts : list of int, one per token, in 0..n_annotators
        How many annotators highlighted the token (the level of the heat map).
    num_h : list of float, one per token, in 0..n_annotators
        NumH: the same with every annotator counted by `len(H_k) / K`.
    n_annotators : int
        N: everybody whose work counts, also those who highlighted nothing.
    word_limit : int
        K, in tokens.
    """

    counts: list[int]
    num_h: list[float]
    n_annotators: int
    word_limit: int


def token_weights(
    spans_by_annotator: Sequence[Sequence[Span]], n_tokens: int, word_limit: int = WORD_LIMIT
) -> TokenWeights:
    """Weigh the tokens of one document by its highlights.

    Parameters
    ----------
    spans_by_annotator : for each annotator the half-open token intervals, in any order
        They may overlap (the union counts once); an empty list is an annotator who marked nothing.
    n_tokens : int, 0 or more
        Length of the document, in tokens.
    word_limit : int, 1 or more
        K, the most tokens one annotator may highlight.

    Raises
    ------
    ValueError
        If a span is empty, inverted or outside the document, an annotator is over `word_limit`, or
        `n_tokens` or `word_limit` is out of range; the message names the value.

    Examples
    --------
    Two annotators of four tokens, K = 2: the first marks two (counts fully), the second one (half).

    >>> weights = token_weights([[(0, 2)], [(1, 2)]], n_tokens=4, word_limit=2)
    >>> weights.counts, weights.num_h
    ([1, 2, 0, 0], [1.0, 1.5, 0.0, 0.0])
    """
    if n_tokens < 0:
        raise ValueError(f"n_tokens must be 0 or more, got {n_tokens!r}")
    n_annotators = len(spans_by_annotator)
    pieces = lay_out(
        spans_by_annotator,
        text_of_row=np.zeros(n_annotators, np.int64),
        n_tokens=np.array([n_tokens]),
        word_limit=checked_word_limit(word_limit),
    )
    return TokenWeights(
        counts=pieces.counts().tolist(),
        num_h=num_h(pieces, word_limit).tolist(),
        n_annotators=n_annotators,
        word_limit=word_limit,
    )


def num_h(pieces: Pieces, word_limit: int) -> Floats:
    """Sum `len(H_k) / K` over the annotators of each token of the line."""
    total = pieces.cover(pieces.length)
    total /= word_limit
    return total


def checked_word_limit(word_limit: int) -> int:
    """Return `word_limit`, or raise ValueError unless it is a positive integer."""
    if isinstance(word_limit, bool) or not isinstance(word_limit, int) or word_limit < 1:
        raise ValueError(f"word_limit must be a positive integer, got {word_limit!r}")
    return word_limit
