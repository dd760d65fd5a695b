"""The two recall formulas of the HArnESS draft, precursor of HROUGE.

The improved formula 2 of the draft is `metrics.hrouge.hrouge` with variant="harness". A
highlight here is a list of fragments; n-grams are taken inside fragments only, never across.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log

import numpy as np

from metrics.normalize import normalize_tokens
from metrics.spans import Span, lay_out

Gram = tuple[str, ...]


@dataclass(frozen=True)
class HighlightRecall:
    """Formula 1.

    Attributes
    ----------
    recall : float in 0..1, or None if no highlight has a recall
        Geometric mean over highlights.
    by_highlight : list of float, or None for a highlight without any n-gram
        Geometric mean of R_h(n) over n.
    n_zero : int
        Highlights with some R_h(n) = 0: one is enough to make the recall 0, its limit.
    """

    recall: float | None
    by_highlight: list[float | None]
    n_zero: int


def recall_1(
    document: Sequence[str],
    summary: Sequence[str],
    highlights: Sequence[Sequence[Span]],
    *,
    n: int = 2,
    epsilon: float | None = None,
) -> HighlightRecall:
    """Recall of every highlight by itself (formula 1 of the draft).

        R_h(i)   = sum_f sum_{g in f} count_match(g) / sum_f sum_{g in f} count(g)
        Recall   = exp(mean over h of (1/|B|) sum_{i in B} ln R_h(i)),  B = {i : denominator > 0}

    The draft's own example mixes natural and decimal logarithms; natural ones are meant.
    Counts of a fragment are clipped at those of the summary.

    Parameters
    ----------
    document, summary : tokens
    highlights : for each annotator the fragments, half-open token intervals of the document
    n : int, 1 or more
        The longest n-grams.
    epsilon : float in 0..1, optional
        Stands in for every R_h(i) that is 0, so that one miss does not decide everything.

    Raises
    ------
    ValueError
        If a fragment is empty, inverted or outside the document.

    Examples
    --------
    The draft's: R_h1(1) = 3/5; R_h2(1) = 4/5, R_h2(2) = 1/2.

    >>> document = "the quick brown fox jumps over the lazy dog".split()
    >>> brown_fox = [(2, 3), (3, 4), (4, 5), (7, 8), (8, 9)], [(2, 4), (4, 6), (8, 9)]
    >>> round(recall_1(document, "fox jumps over a dog".split(), brown_fox).recall, 4)
    0.616
    """
    fragments = _fragments(document, highlights)
    held = [_count(normalize_tokens(summary), i) for i in range(1, n + 1)]
    logs: list[float | None] = []
    n_zero = 0
    for own in fragments:
        ratios = [r for i, s in enumerate(held, 1) if (r := _recall(own, s, i)) is not None]
        n_zero += 0 in ratios
        terms = [log(r) if (r := ratio or epsilon) else -inf for ratio in ratios]
        logs.append(fsum(terms) / len(terms) if terms else None)
    defined = [value for value in logs if value is not None]
    return HighlightRecall(
        recall=exp(fsum(defined) / len(defined)) if defined else None,
        by_highlight=[None if value is None else exp(value) for value in logs],
        n_zero=n_zero,
    )


@dataclass(frozen=True)
class WeightedRecall:
    """Formula 2.

    Attributes
    ----------
    recall : float in 0..1, or None if it is undefined for every n
        Mean over the n for which it is defined.
    by_n : list of float in 0..1, or None where no highlight holds an n-gram
        R_d(1), R_d(2), ...
    """

    recall: float | None
    by_n: list[float | None]


def recall_2(
    document: Sequence[str],
    summary: Sequence[str],
    highlights: Sequence[Sequence[Span]],
    *,
    n: int = 2,
) -> WeightedRecall:
    """Recall of the document, n-grams weighted by highlights (formula 2).

        R_d(n) = sum_{g in d} beta(g) count_match(g) / sum_{g in d} beta(g) count(g)

    beta(g) is the number of highlights that hold g inside a fragment. Parameters and errors are
    those of `recall_1`.

    Examples
    --------
    The draft's, which miscounts 6/8 for 7/10: beta is brown 2, fox 2, jumps 2, over 1, lazy 1,
    dog 2; bigrams "brown fox" 1 and "jumps over" 1, of which one is matched.

    >>> document = "the quick brown fox jumps over the lazy dog".split()
    >>> brown_fox = [(2, 3), (3, 4), (4, 5), (7, 8), (8, 9)], [(2, 4), (4, 6), (8, 9)]
    >>> recall_2(document, "fox jumps over a dog".split(), brown_fox)
    WeightedRecall(recall=0.6, by_n=[0.7, 0.5])
    """
    fragments = _fragments(document, highlights)
    by_n: list[float | None] = []
    for i in range(1, n + 1):
        beta = Counter(gram for own in fragments for gram in {g for f in own for g in _count(f, i)})
        count = _count(normalize_tokens(document), i)
        held = _count(normalize_tokens(summary), i)
        match = sum(beta[gram] * min(count[gram], held[gram]) for gram in beta)
        total = sum(beta[gram] * count[gram] for gram in beta)
        by_n.append(match / total if total else None)
    defined = [value for value in by_n if value is not None]
    return WeightedRecall(fsum(defined) / len(defined) if defined else None, by_n)


def _fragments(
    document: Sequence[str], highlights: Sequence[Sequence[Span]]
) -> list[list[list[str]]]:
    """Normalised tokens of every fragment of every highlight."""
    rows = np.zeros(len(highlights), np.int64)
    lay_out(highlights, text_of_row=rows, n_tokens=np.array([len(document)]))  # raises on bad spans
    tokens = normalize_tokens(document)
    return [[tokens[start:end] for start, end in spans] for spans in highlights]


def _recall(fragments: list[list[str]], held: Counter[Gram], n: int) -> float | None:
    """R_h(n), or None if no fragment has n tokens."""
    counts = [_count(fragment, n) for fragment in fragments]
    total = sum(map(Counter.total, counts))
    match = sum(min(times, held[gram]) for count in counts for gram, times in count.items())
    return match / total if total else None


def _count(tokens: list[str], n: int) -> Counter[Gram]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))
