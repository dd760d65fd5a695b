"""The phrases that readers marked in a document, and how many marked each of them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.models import Document


@dataclass(frozen=True)
class Phrase:
    """A span as text. n_exact readers marked exactly it; mean_readers marked a word of it."""

    text: str
    start: int
    n_words: int
    n_exact: int
    mean_readers: float


def phrase(document: Document, span: Sequence[int]) -> str:
    """The words of a token span as they stand in the article, on one line."""
    first, last = document.tokens[span[0]], document.tokens[span[1] - 1]
    return " ".join(document.text[first[0] : last[1]].split())


def marked_phrases(
    document: Document, spans_of_readers: Iterable[Sequence[Sequence[int]]], counts: Sequence[int]
) -> list[Phrase]:
    """Every different span that somebody marked; first those that most readers share."""
    exact = Counter(tuple(span) for spans in spans_of_readers for span in spans)
    phrases = [
        Phrase(
            text=phrase(document, (start, end)),
            start=start,
            n_words=end - start,
            n_exact=n,
            mean_readers=sum(counts[start:end]) / (end - start),
        )
        for (start, end), n in exact.items()
    ]
    return sorted(phrases, key=lambda p: (-p.mean_readers, -p.n_exact, p.start))
