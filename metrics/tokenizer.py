"""Text into tokens and sentences with exact character offsets: the one place where text is split.

English rules come from NLTK's treebank-like word tokenizer on its untrained Punkt sentences. Ours
on top, for any script: scripts that write no blanks between words (Han, kana, Thai, Lao, Khmer,
Burmese, Tibetan) become one token a character, for want of a dictionary; punctuation and currency
signs outside ASCII stand alone; a blank line ends a sentence, and so do the stops of other
scripts. Every character that is not white space belongs to exactly one token, unaltered.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import regex

TOKENIZER = "nltk-treebank-1"
"""Name of these rules, part of every signature; another number when any token would differ."""

_PARAGRAPH = regex.compile(r"\n\s*\n")
_UNSPACED = r"[\p{Han}\p{Hira}\p{Kana}\p{Thai}\p{Lao}\p{Khmr}\p{Mymr}\p{Tibt}]"
_MARK = r"(?![\x00-\x7f\u2010\u2011\u00b7\u05f3\u05f4])[\p{P}\p{Sc}]"  # hyphens stay in words
_PIECE = regex.compile(rf"(?:{_UNSPACED}|{_MARK})\p{{M}}*|(?:(?!{_UNSPACED}|{_MARK}).)+", regex.S)
_CLOSED = r"[\p{Pe}\p{Pf}\"']*"
_STOP = regex.compile(rf"[。！？｡]+{_CLOSED}|[؟۔।॥።።]+{_CLOSED}(?=\s)")


@dataclass(frozen=True)
class Tokens:
    """Where the tokens and the sentences of a text are.

    Attributes
    ----------
    spans : list of (start, end)
        Half-open character (code point) intervals in the text, in order, none empty.
    sentence_ends : list of int
        For each sentence the index of the token after its last, ascending; the last is
        `len(spans)`.
    """

    spans: list[tuple[int, int]]
    sentence_ends: list[int]


def tokenize(text: str) -> Tokens:
    """Find the tokens and sentences of a text.

    Examples
    --------
    >>> text = 'He said "no". She can\\'t.'
    >>> tokens = tokenize(text)
    >>> [text[start:end] for start, end in tokens.spans]
    ['He', 'said', '"', 'no', '"', '.', 'She', 'ca', "n't", '.']
    >>> tokens.sentence_ends
    [6, 10]
    """
    spans: list[tuple[int, int]] = []
    sentence_ends: list[int] = []
    for start, end in _sentences(text):
        before = len(spans)
        spans.extend(_words(text, start, end))
        if len(spans) > before:
            sentence_ends.append(len(spans))
    return Tokens(spans, sentence_ends)


def words(text: str) -> list[str]:
    """Split a text into its tokens, as strings.

    Examples
    --------
    >>> words("Two (of 30) words，两个词。")
    ['Two', '(', 'of', '30', ')', 'words', '，', '两', '个', '词', '。']
    """
    return [text[start:end] for start, end in tokenize(text).spans]


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Intervals that partition the text; each ends where a sentence does."""
    ends = {len(text)}
    begin = 0
    for gap in [*_PARAGRAPH.finditer(text), None]:
        stop = gap.end() if gap else len(text)
        paragraph = text[begin:stop]
        ends.update(begin + end for _, end in _nltk().punkt.span_tokenize(paragraph))
        ends.add(stop)
        begin = stop
    ends.update(stop.end() for stop in _STOP.finditer(text))
    start = 0
    for end in sorted(ends):
        yield start, end
        start = end


def _words(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Spans of the tokens of one sentence."""
    point = start
    for word in _nltk().treebank.tokenize(text[start:end]):
        while text[point].isspace():
            point += 1
        size = _size(word, text, point)
        word = text[point : point + size]
        if word.isascii():
            yield point, point + size
        else:
            for piece in _PIECE.finditer(word):
                yield point + piece.start(), point + piece.end()
        point += size


def _size(word: str, text: str, point: int) -> int:
    """How many characters of the text are this word: NLTK writes other quotes than it read."""
    if text.startswith(word, point):
        return len(word)
    for quote in ('"', "''"):
        if word in ("``", "''") and text.startswith(quote, point):
            return len(quote)
    raise AssertionError(f"NLTK returned {word!r} for {text[point : point + 20]!r}")


@dataclass(frozen=True)
class _Nltk:
    punkt: Any
    treebank: Any


@cache
def _nltk() -> _Nltk:
    """NLTK takes a second to import, which web processes and scores of tokens need not pay."""
    from nltk.tokenize.destructive import NLTKWordTokenizer
    from nltk.tokenize.punkt import PunktSentenceTokenizer

    return _Nltk(PunktSentenceTokenizer(), NLTKWordTokenizer())
