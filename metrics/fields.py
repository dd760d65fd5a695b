"""Fields of a JSONL row: what every file's rows have in common."""

from typing import Any

from metrics.problems import shown

Fields = dict[str, Any]


class Once:
    """The fields that together name a row, and the names seen so far."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields
        self.lines: dict[tuple[str, ...], int] = {}

    def key(self, line: int, fields: Fields) -> tuple[str, ...]:
        """Return the names of a row, or raise ValueError if one is missing or they repeat."""
        names = tuple(name_of(fields, field) for field in self.fields)
        if (first := self.lines.setdefault(names, line)) != line:
            told = ", ".join(f"{f!r} {shown(n)}" for f, n in zip(self.fields, names, strict=True))
            raise ValueError(f"repeats line {first}, got {told} again")
        return names


def name_of(fields: Fields, field: str) -> str:
    """Return a field that must be a non-empty string, or raise ValueError."""
    value = value_of(fields, field)
    if not isinstance(value, str) or not value:
        raise ValueError(f"{field!r} must be a non-empty string, got {shown(value)}")
    return value


def value_of(fields: Fields, field: str) -> object:
    """Return a field that must be there, or raise ValueError."""
    if field not in fields:
        raise ValueError(f"{field!r} is missing, got {shown(sorted(fields))}")
    return fields[field]
