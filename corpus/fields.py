"""What the fields of a corpus may hold, whatever file they come from."""

import re
from typing import Any

from corpus.models import Document, System
from corpus.problems import RowErrors, shown

MOST_CHARACTERS = 1_000_000
"""The longest text; a page of 50,000 tokens has a third of it."""

# NUL cannot be stored by PostgreSQL and half surrogates not by anything that speaks UTF-8; the
# other control characters are the marks of a wrong decoding. Tab and line ends are text.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_LINE_END = re.compile("[\t\r\n\u2028\u2029]")
_NOTHING_VISIBLE = re.compile(r"[\s\u200b-\u200f\u2060\ufeff]*")

_LONGEST_ID = Document._meta.get_field("external_id").max_length
_LONGEST_TITLE = Document._meta.get_field("title").max_length
_LONGEST_SYSTEM = System._meta.get_field("name").max_length


def checked_text(value: Any, field: str, *, may_be_empty: bool = False) -> str:
    """A text exactly as it came; raises RowErrors if it cannot be stored or shows nothing."""
    if not isinstance(value, str):
        raise RowErrors((field, f"must be a text, got {shown(value)}"))
    if len(value) > MOST_CHARACTERS:
        raise RowErrors((field, f"has {len(value):,} characters, at most {MOST_CHARACTERS:,}"))
    if found := _FORBIDDEN.search(value):
        raise RowErrors((field, _told(found)))
    if not may_be_empty and _NOTHING_VISIBLE.fullmatch(value):
        raise RowErrors((field, f"must not be empty, got {shown(value)}"))
    return value


def checked_title(value: Any, field: str = "title") -> str:
    return _short(checked_text(value, field, may_be_empty=True).strip(), field, _LONGEST_TITLE)


def checked_system(value: Any, field: str) -> str:
    return _name(value, field, _LONGEST_SYSTEM)


def checked_id(value: Any, field: str = "id") -> str:
    """A document's name in its source.

    It may hold any script and sign, also a slash as in a DOI; it is never used as a path, and
    what could only be meant as one is refused.
    """
    name = _name(value, field, _LONGEST_ID)
    if name.startswith(("/", "\\")) or {".", ".."} & set(re.split(r"[/\\]", name)):
        raise RowErrors((field, f"must be a name, not a path, got {shown(value)}"))
    return name


def checked_answer(value: Any, field: str = "answer") -> bool:
    if not isinstance(value, bool):
        raise RowErrors((field, f"must be true or false, got {shown(value)}"))
    return value


def checked_choice(value: Any, field: str, choices: list[str]) -> str:
    if value not in choices:
        wanted = " or ".join(f"'{choice}'" for choice in choices)
        raise RowErrors((field, f"must be {wanted}, got {shown(value)}"))
    return value


def _name(value: Any, field: str, longest: int) -> str:
    name = _short(checked_text(value, field), field, longest)
    if name != name.strip() or _LINE_END.search(name):
        raise RowErrors(
            (field, f"must have no blanks around it and be on one line, got {shown(value)}")
        )
    return name


def _short(text: str, field: str, longest: int) -> str:
    if len(text) > longest:
        raise RowErrors((field, f"has {len(text)} characters, at most {longest}: {shown(text)}"))
    return text


def _told(found: re.Match[str]) -> str:
    code = ord(found[0])
    is_half = 0xD800 <= code <= 0xDFFF
    kind = "half of a surrogate pair," if is_half else "the control character"
    return f"holds {kind} U+{code:04X} at character {found.start()}, which no text may hold"
