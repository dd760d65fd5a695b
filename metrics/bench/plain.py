"""HROUGE as one would write it down from the paper, with dictionaries: what the arrays must beat.

Kept straightforward and as quick as that allows: tokens are normalised and n-grams of the document
counted once, not once a summary. Equations: `metrics.formula`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from metrics.normalize import normalize_tokens
from metrics.scorer import Judged

PlainScore = tuple[float | None, float | None, float | None, float | None]
"""HROUGE precision and recall, ROUGE precision and recall."""


def score_document(
    judged: Judged, *, n: Sequence[int] = (1, 2), word_limit: int = 30
) -> dict[int, list[PlainScore]]:
    """Score every summary of one document, for each `n`."""
    document = normalize_tokens(judged.document)
    summaries = [normalize_tokens(summary) for summary in judged.summaries]
    weight = token_weights(judged, word_limit)
    scores = {}
    for order in n:
        count: Counter[tuple[str, ...]] = Counter()
        total: dict[tuple[str, ...], float] = defaultdict(float)
        for i, gram in enumerate(ngrams(document, order)):
            count[gram] += 1
            total[gram] += sum(weight[i : i + order]) / order
        scores[order] = [
            score_summary(Counter(ngrams(summary, order)), count, total, bool(judged.highlights))
            for summary in summaries
        ]
    return scores


def token_weights(judged: Judged, word_limit: int) -> list[float]:
    """NumH / N of every token of the document."""
    num_h = [0.0] * len(judged.document)
    for spans in judged.highlights:
        marked = {position for start, end in spans for position in range(start, end)}
        for position in marked:
            num_h[position] += len(marked) / word_limit
    return [value / max(len(judged.highlights), 1) for value in num_h]


def ngrams(tokens: list[str], n: int) -> list[tuple[str, ...]]:
    """All n-grams of a text, in order."""
    return list(zip(*(tokens[i:] for i in range(n)), strict=False))


def score_summary(
    held: Counter[tuple[str, ...]],
    count: Counter[tuple[str, ...]],
    total: dict[tuple[str, ...], float],
    is_judged: bool,
) -> PlainScore:
    """Score one summary by the counts and total weights of its document's n-grams."""
    match = plain_match = 0.0
    for gram, times in held.items():
        if gram in count:
            clipped = min(times, count[gram])
            match += total[gram] / count[gram] * clipped
            plain_match += clipped
    length, document_length, weight = held.total(), count.total(), sum(total.values())
    defined = length if document_length else 0
    return (
        match / defined if defined and is_judged else None,
        match / weight if weight else None,
        plain_match / defined if defined else None,
        plain_match / document_length if document_length else None,
    )
