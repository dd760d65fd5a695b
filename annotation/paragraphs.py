"""An article as the worker's browser gets it: plain paragraphs, and where their words lie.

The page carries text, not one element a word. Each paragraph has the index of its first token and
its words packed into one attribute, in UTF-16 code units, which is how JavaScript counts.
static/annotation/words.js unpacks it.
"""

from dataclasses import dataclass

from corpus.models import Document

# An HTML parser would drop or merge these and so move every word behind them.
_SHOWN_INSTEAD = {0: "\ufffd", ord("\r"): " "}


@dataclass(frozen=True)
class Paragraph:
    """`words` packs (blank before, length) per token: "0:4 5" is a word of 4 units at the very
    start and, after a blank of 1 (left out, being usual), one of 5."""

    first_token: int
    text: str
    words: str


def paragraphs_of(document: Document) -> list[Paragraph]:
    """The paragraphs in reading order; those without a token are left out."""
    starts = [0, *document.paragraph_ends[:-1]]
    return [
        _paragraph(document.text, document.tokens[first:end], first)
        for first, end in zip(starts, document.paragraph_ends, strict=True)
        if first < end
    ]


def phrase(document: Document, start: int, end: int) -> str:
    """The text of a span as it stands in the article, on one line."""
    text = document.text[document.tokens[start][0] : document.tokens[end - 1][1]]
    return " ".join(text.split())


def _paragraph(text: str, tokens: list[list[int]], first_token: int) -> Paragraph:
    begin = tokens[0][0]
    shown = text[begin : tokens[-1][1]].translate(_SHOWN_INSTEAD)
    unit_at = _utf16_positions(shown)
    packed = []
    last_end = 0
    for start, end in tokens:
        unit_start, unit_end = unit_at(start - begin), unit_at(end - begin)
        gap, length = unit_start - last_end, unit_end - unit_start
        packed.append(f"{length}" if gap == 1 else f"{gap}:{length}")
        last_end = unit_end
    return Paragraph(first_token, shown, " ".join(packed))


def _utf16_positions(text: str):
    """A function from code point positions of `text` to UTF-16 code unit positions."""
    if not text or max(text) <= "\uffff":
        return int
    units = [0]
    for character in text:
        units.append(units[-1] + (2 if character > "\uffff" else 1))
    return units.__getitem__
