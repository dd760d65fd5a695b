"""Highlights as disjoint pieces of a line of tokens, for many texts at once (SPEC section 0).

The law of a span stands here: 0-based, half-open, inside its text, never empty. Overlapping spans
of one annotator are united, so that `len(H_k)` counts every highlighted token once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Span = tuple[int, int]
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class SpanError(ValueError):
    """Spans that break the law; `problems` holds (row, message) for every one of them."""

    def __init__(self, problems: list[tuple[int, str]]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"annotator {row}: {message}" for row, message in problems))


@dataclass(frozen=True)
class Pieces:
    """The disjoint pieces of every annotator's highlight, on the line of all texts laid end to end.

    Attributes
    ----------
    row, start, end : integers, shape (n_pieces,)
        Whose piece it is, and its half-open interval on the line.
    length : integers, shape (n_rows,)
        `len(H_k)` of every annotator, in tokens.
    line : int
        Length of the line, in tokens.
    """

    row: Integers
    start: Integers
    end: Integers
    length: Integers
    line: int

    def cover(self, value: Integers) -> Floats:
        """Sum `value` (one integer per annotator) over those whose highlight holds each token."""
        each = value[self.row]
        steps = np.bincount(self.start, each, self.line + 1).astype(float, copy=False)
        steps -= np.bincount(self.end, each, self.line + 1)
        return np.cumsum(steps, out=steps)[: self.line]  # of whole numbers, so the sum is exact

    def counts(self) -> Integers:
        """Count the annotators who highlighted each token of the line."""
        return self.cover(np.ones_like(self.length)).astype(np.int64)


def lay_out(
    rows: Sequence[Sequence[Span]],
    *,
    text_of_row: Integers,
    n_tokens: Integers,
    word_limit: int | None = None,
) -> Pieces:
    """Lay the spans of many annotators of many texts on one line of tokens.

    Parameters
    ----------
    rows : spans of one annotator each, half-open token intervals inside the annotator's text
    text_of_row : integers, shape (n_rows,)
        Index of the text each row marks.
    n_tokens : integers, shape (n_texts,)
        Length of each text, in tokens.
    word_limit : int, optional
        The most tokens one annotator may highlight.

    Raises
    ------
    SpanError
        If a span is not a pair of integers, is empty, inverted or outside its text, or a row holds
        more than `word_limit` tokens. It names all of them.

    Examples
    --------
    >>> two = lay_out([[(1, 3), (2, 4)], []], text_of_row=np.array([0, 0]), n_tokens=np.array([5]))
    >>> two.length.tolist(), two.counts().tolist()
    ([3, 0], [0, 1, 1, 1, 0])
    """
    table = _table(rows)
    n_spans = np.fromiter(map(len, rows), np.int64, len(rows))
    row = np.repeat(np.arange(len(rows)), n_spans)
    size = n_tokens[text_of_row][row]
    wrong = (table[:, 0] < 0) | (table[:, 0] >= table[:, 1]) | (table[:, 1] > size)
    problems = [(int(row[i]), _broken(table[i], size[i])) for i in np.flatnonzero(wrong)]
    table[wrong] = 0

    line = int(n_tokens.sum())
    table += (np.cumsum(n_tokens) - n_tokens)[text_of_row][row][:, None]
    pieces = _unite(row, *table.T, n_rows=len(rows), line=line)
    if word_limit is not None:
        over = np.flatnonzero(pieces.length > word_limit)
        problems += [(int(k), _over(pieces.length[k], word_limit)) for k in over]
    if problems:
        raise SpanError(sorted(problems))
    return pieces


def _unite(row: Integers, start: Integers, end: Integers, *, n_rows: int, line: int) -> Pieces:
    """Cut from every span what an earlier span of its row holds already."""
    # Give every row its own stretch of a long axis: then one running maximum unites each row's
    # spans, because nothing of an earlier row reaches into the stretch of a later one.
    stretch = row * (line + 1)
    order = np.argsort(start + stretch, kind="stable")
    row, stretch = row[order], stretch[order]
    start, end = start[order] + stretch, end[order] + stretch
    start[1:] = np.maximum(start[1:], np.maximum.accumulate(end)[:-1])
    tokens = np.maximum(end - start, 0)
    length = np.bincount(row, tokens, n_rows).astype(np.int64)
    kept = np.flatnonzero(tokens)
    row, stretch = row[kept], stretch[kept]
    return Pieces(row, start[kept] - stretch, end[kept] - stretch, length, line)


def _table(rows: Sequence[Sequence[Span]]) -> Integers:
    """All spans of all rows as one array of shape (n_spans, 2)."""
    spans = list(chain.from_iterable(rows))
    try:
        table = np.array(spans)
    except (ValueError, OverflowError):  # ragged, or no number at all
        table = np.empty(0)
    if table.shape == (len(spans), 2) and table.dtype == np.int64:
        return table
    problems = [
        (row, f"span {span!r} must be a pair of token indexes [start, end)")
        for row, own in enumerate(rows)
        for span in own
        if not is_pair(span)
    ]
    if problems:
        raise SpanError(problems)
    return np.array(spans, np.int64).reshape(-1, 2)


def is_pair(span: object) -> bool:
    """Whether this is a pair of whole numbers, which any span must be."""
    return (
        isinstance(span, tuple | list)
        and len(span) == 2
        and all(isinstance(value, int | np.integer) for value in span)
        and all(not isinstance(value, bool) and -(2**62) < value < 2**62 for value in span)
    )


def _broken(span: Integers, size: np.int64) -> str:
    start, end = span.tolist()
    return f"span [{start}, {end}] must satisfy 0 <= start < end <= {size} tokens"


def _over(length: np.int64, word_limit: int) -> str:
    return f"highlights {length} tokens, more than the word limit of {word_limit}"
