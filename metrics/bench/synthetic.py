"""Made-up documents of any number: words as uneven as in real text, highlights, summaries."""

from collections.abc import Iterator

import numpy as np

from metrics.scorer import Judged
from metrics.spans import Span

N_TOKENS = 450
N_ANNOTATORS = 10
N_SUMMARIES = 3
SUMMARY = 24
"""Mean length of a summary in the study, in tokens."""
N_WORDS = 30_000


def documents(count: int, seed: int = 2019) -> Iterator[Judged]:
    """Yield documents of 450 tokens with 10 annotators and 3 summaries, one at a time.

    Words follow Zipf's law over 30,000, every tenth capitalised. An annotator marks up to 30
    tokens in a few spans; a summary takes half its words from the document, in runs.

    Examples
    --------
    >>> (one,) = documents(1)
    >>> len(one.document), len(one.highlights), len(one.summaries)
    (450, 10, 3)
    """
    random = np.random.default_rng(seed)
    words = np.array([f"{'W' if i % 10 == 0 else 'w'}ord{i}" for i in range(N_WORDS)], object)
    chance = 1 / np.arange(1, N_WORDS + 1)
    edges = np.cumsum(chance / chance.sum())

    def draw(size: int) -> list[str]:
        drawn: list[str] = words[np.searchsorted(edges[:-1], random.random(size))].tolist()
        return drawn

    for _ in range(count):
        document = draw(N_TOKENS)
        yield Judged(
            document,
            [_spans(random) for _ in range(N_ANNOTATORS)],
            [_summary(document, draw(SUMMARY // 2), random) for _ in range(N_SUMMARIES)],
        )


def _spans(random: np.random.Generator) -> list[Span]:
    """Up to six spans of up to five tokens each, which may overlap."""
    starts = random.integers(0, N_TOKENS - 5, random.integers(2, 7)).tolist()
    lengths = random.integers(1, 6, len(starts)).tolist()
    return [(start, start + length) for start, length in zip(starts, lengths, strict=True)]


def _summary(document: list[str], others: list[str], random: np.random.Generator) -> list[str]:
    start = int(random.integers(0, N_TOKENS - SUMMARY // 2))
    return document[start : start + SUMMARY // 2] + others
