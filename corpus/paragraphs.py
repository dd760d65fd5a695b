"""Where the paragraphs of a text lie, as character intervals [start, end)."""

import re
from typing import Any

from corpus.problems import RowErrors, shown

Span = tuple[int, int]

_ENDS = "\r\n\u2028\u2029"
_LINE = re.compile(f"[^{_ENDS}]+")
# Atomic: CRLF ends one line, not two.
_LINE_END = f"(?>\r\n|[{_ENDS}])"
_BLANK_LINE = re.compile(f"{_LINE_END}[^\\S{_ENDS}]*{_LINE_END}|\u2029")


def paragraphs_of(given: Any, text: str) -> list[Span]:
    """The paragraphs as a source gives them, or as the text shows them where it does not.

    `given` is None, a list of the paragraphs' texts in order, or a list of the character offsets
    at which they end; raises RowErrors if it does not fit the text.
    """
    if given is None:
        return shown_paragraphs(text)
    if not isinstance(given, list) or not given:
        raise RowErrors(("paragraphs", f"must be a list of paragraphs, got {shown(given)}"))
    if all(isinstance(item, str) for item in given):
        return _found(given, text)
    if all(isinstance(item, int) and not isinstance(item, bool) for item in given):
        return _ended(given, text)
    raise RowErrors(
        ("paragraphs", f"must hold texts, or the offsets of their ends, got {shown(given)}")
    )


def shown_paragraphs(text: str) -> list[Span]:
    """Paragraphs by blank lines; without any, every line is one.

    >>> shown_paragraphs("One\\ntwo.\\n\\nThree."), shown_paragraphs("One\\ntwo.")
    ([(0, 8), (10, 16)], [(0, 3), (4, 8)])
    """
    breaks = [match.span() for match in _BLANK_LINE.finditer(text)]
    if not breaks:
        return [match.span() for match in _LINE.finditer(text) if match[0].strip()]
    starts = [0, *(end for _, end in breaks)]
    ends = [*(start for start, _ in breaks), len(text)]
    spans = zip(starts, ends, strict=True)
    return [(start, end) for start, end in spans if text[start:end].strip()]


def _found(paragraphs: list[str], text: str) -> list[Span]:
    """Each paragraph where it stands in the text, in order, with nothing but blanks between."""
    spans, at = [], 0
    for number, paragraph in enumerate(paragraphs, start=1):
        wanted = paragraph.strip()
        start = text.find(wanted, at)
        if not wanted or start < 0 or text[at:start].strip():
            raise RowErrors(
                (
                    "paragraphs",
                    f"must be the text's own, in order and without gaps; paragraph {number} does "
                    f"not continue it: {shown(paragraph)}",
                )
            )
        at = start + len(wanted)
        spans.append((start, at))
    if text[at:].strip():
        raise RowErrors(
            ("paragraphs", f"must cover the text; after the last one comes {shown(text[at:])}")
        )
    return spans


def _ended(ends: list[int], text: str) -> list[Span]:
    """The intervals between the ends, which must rise and reach the last word."""
    starts = [0, *ends[:-1]]
    spans = list(zip(starts, ends, strict=True))
    rising = all(start < end <= len(text) for start, end in spans)
    if not rising or text[ends[-1] :].strip():
        raise RowErrors(
            (
                "paragraphs",
                f"must be rising character offsets up to {len(text)}, the end of the text, "
                f"got {shown(ends)}",
            )
        )
    return [(start, end) for start, end in spans if text[start:end].strip()]
