"""HROUGE and ROUGE of many documents at once: what the commands and the benchmark run."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

import numpy as np

from metrics.formula import Scores, checked_variant, hrouge_scores, rouge_scores
from metrics.matching import checked_n, match_texts
from metrics.spans import Integers, Pieces, Span, lay_out
from metrics.vocabulary import Vocabulary
from metrics.weights import WORD_LIMIT, checked_word_limit, num_h

MOST_WORDS = 200_000
"""A scorer forgets its vocabulary beyond this size, so that no stream of texts fills the memory."""

CHUNK = 50_000
"""Tokens of documents to score at once."""

T = TypeVar("T")


@dataclass(frozen=True)
class Judged:
    """A document, the spans each of its annotators marked, and the summaries to score.

    Attributes
    ----------
    document : tokens
    highlights : for each annotator the half-open token intervals; empty for "marked nothing"
    summaries : tokens of each summary
    """

    document: Sequence[str]
    highlights: Sequence[Sequence[Span]]
    summaries: Sequence[Sequence[str]]


@dataclass(frozen=True)
class ChunkScores:
    """Scores of all summaries of a chunk, in order.

    Attributes
    ----------
    hrouge, rouge : by n
    lengths : integers
        `len(H_k)` of all annotators of the chunk, in order, in tokens.
    """

    hrouge: dict[int, Scores]
    rouge: dict[int, Scores]
    lengths: Integers


def in_chunks(documents: Iterable[T], n_tokens: Callable[[T], int]) -> Iterator[list[T]]:
    """Cut a stream of documents into chunks that are quick to score and small in memory.

    Examples
    --------
    >>> [len(chunk) for chunk in in_chunks(range(5), lambda document: CHUNK // 2)]
    [2, 2, 1]
    """
    chunk: list[T] = []
    size = 0
    for document in documents:
        chunk.append(document)
        size += n_tokens(document)
        if size >= CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


class Scorer:
    """Scores chunks of documents; the numbers are those of `metrics.hrouge`, to the last bit.

    Some dozens of documents at once are fastest; memory grows with the tokens of a chunk. What a
    document scores does not depend on what else is in its chunk. Not to be shared by threads.

    Parameters
    ----------
    n : orders of the n-grams
    word_limit : K
    normalize, variant : as in `metrics.hrouge.hrouge`

    Raises
    ------
    ValueError
        If an option is out of its range.

    Examples
    --------
    >>> fox = Judged(["red", "fox"], highlights=[[(1, 2)]], summaries=[["fox"], ["cat"]])
    >>> scores = Scorer(n=[1], word_limit=1).score([fox])
    >>> scores.hrouge[1].recall.tolist(), scores.rouge[1].recall.tolist()
    ([1.0, 0.0], [0.5, 0.0])
    """

    def __init__(
        self,
        *,
        n: Sequence[int] = (1, 2),
        word_limit: int = WORD_LIMIT,
        normalize: str = "both",
        variant: str = "highres",
    ) -> None:
        self.n = sorted({checked_n(order) for order in n})
        self.word_limit = checked_word_limit(word_limit)
        self.normalize = normalize
        self.variant = checked_variant(variant)
        self._vocabulary = Vocabulary(normalize)

    def score(self, chunk: Sequence[Judged]) -> ChunkScores:
        """Score every summary of every document of a chunk.

        Raises
        ------
        SpanError
            If a highlight breaks the law of `metrics.spans.lay_out`; its rows are the annotators
            of the whole chunk, counted from 0.
        """
        if len(self._vocabulary) > MOST_WORDS:
            self._vocabulary = Vocabulary(self.normalize)
        n_tokens = np.array([len(judged.document) for judged in chunk], np.int64)
        n_annotators = np.array([len(judged.highlights) for judged in chunk], np.int64)
        pieces = self._pieces(chunk, n_tokens, n_annotators)
        weight = num_h(pieces, self.word_limit)
        weight /= np.repeat(np.maximum(n_annotators, 1), n_tokens)
        scores = ChunkScores({}, {}, pieces.length)
        for matches in match_texts(
            [judged.document for judged in chunk],
            [judged.summaries for judged in chunk],
            n=max(self.n, default=1),
            vocabulary=self._vocabulary,
        ):
            if matches.n in self.n:
                scores.rouge[matches.n] = rouge_scores(matches)
                scores.hrouge[matches.n] = hrouge_scores(
                    matches, weight, judged=n_annotators > 0, variant=self.variant
                )
        return scores

    def _pieces(
        self, chunk: Sequence[Judged], n_tokens: Integers, n_annotators: Integers
    ) -> Pieces:
        return lay_out(
            list(chain.from_iterable(judged.highlights for judged in chunk)),
            text_of_row=np.repeat(np.arange(len(chunk)), n_annotators),
            n_tokens=n_tokens,
            word_limit=self.word_limit,
        )
