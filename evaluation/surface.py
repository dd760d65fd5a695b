"""How summaries look: their case, and whether punctuation stands between blanks.

A control that looked otherwise than the summaries around it would give itself away.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from metrics.tokenizer import tokenize

_SPACED = re.compile(r"\s[.,;:!?](\s|$)")
_ATTACHED = re.compile(r"\w[.,;:!?](\s|$)")


@dataclass(frozen=True)
class Surface:
    """`is_lower`: no capital letter; `is_spaced`: blanks between any two tokens."""

    is_lower: bool
    is_spaced: bool


def surface_form(texts: Iterable[str]) -> Surface:
    """What most of the texts look like; of spacing only those tell that have punctuation.

    >>> surface_form(["the end .", "it is over ."]), surface_form(["It ends.", "So it is."])
    (Surface(is_lower=True, is_spaced=True), Surface(is_lower=False, is_spaced=False))
    """
    told = list(texts)
    spaced = sum(bool(_SPACED.search(text)) for text in told)
    attached = sum(bool(_ATTACHED.search(text)) and not _SPACED.search(text) for text in told)
    return Surface(
        is_lower=2 * sum(text == text.lower() for text in told) > len(told),
        is_spaced=spaced > attached,
    )


def in_form(text: str, surface: Surface, tokens: Sequence[str] | None = None) -> str:
    """The text as the surface wants it; `tokens` are its own, where they are known.

    >>> in_form("It is over.", Surface(is_lower=True, is_spaced=True))
    'it is over .'
    """
    if surface.is_spaced:
        text = " ".join(tokens or [text[start:end] for start, end in tokenize(text).spans])
    text = " ".join(text.split())
    if surface.is_lower:
        return text.lower()
    return text[:1].upper() + text[1:]
