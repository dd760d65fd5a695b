"""An article cut into runs of equally marked text: few elements for the page, no script."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter

from annotation.heat import heat_levels, shade
from corpus.models import Document


@dataclass(frozen=True)
class Run:
    """Text marked by the same number of readers.

    level and heat: level and shade of annotation.heat, 0 is plain text. n_readers: how many marked
    it. is_theirs: a worker under review marked it too.
    """

    text: str
    level: int = 0
    heat: int = 0
    n_readers: int = 0
    is_theirs: bool = False

    @property
    def is_plain(self) -> bool:
        return not self.heat and not self.is_theirs


def paragraphs(
    document: Document,
    *,
    counts: Sequence[int] = (),
    theirs: Collection[int] = (),
) -> list[list[Run]]:
    """The document's paragraphs as runs; their texts joined give the article back.

    counts: readers of every token, or empty for a plain article.
    theirs: the token indexes that a worker under review marked.
    """
    counts = counts or [0] * document.n_tokens
    levels = heat_levels(counts)
    n_levels = max(levels, default=0)
    marks = [
        Run("", level, shade(level, n_levels), count, i in theirs)
        for i, (level, count) in enumerate(zip(levels, counts, strict=True))
    ]
    starts = [0, *document.paragraph_ends[:-1]]
    return [
        _runs(document, marks, start, end)
        for start, end in zip(starts, document.paragraph_ends, strict=True)
    ]


def _runs(document: Document, marks: list[Run], start: int, end: int) -> list[Run]:
    """Runs of tokens [start, end); a gap between two different marks stays unmarked."""
    pieces: list[tuple[Run, str]] = []
    for i in range(start, end):
        if i > start:
            gap = document.text[document.tokens[i - 1][1] : document.tokens[i][0]]
            pieces.append((marks[i] if marks[i] == marks[i - 1] else Run(""), gap))
        begin, stop = document.tokens[i]
        pieces.append((marks[i], document.text[begin:stop]))
    return [
        replace(mark, text="".join(text for _, text in group))
        for mark, group in groupby((p for p in pieces if p[1]), key=itemgetter(0))
    ]
