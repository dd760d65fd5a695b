"""The law of sliders: what a rating may be, and the trail of changes that is kept beside it."""

from collections.abc import Collection
from typing import Any

LOWEST, HIGHEST = 1, 100
PRESET = 50
"""Where the sliders of a literal study stand at the start."""
MOST_CHANGES = 600
"""Changes of one slider that are kept; a longer trail keeps its first ones and its last."""
_LONGEST_MS = 10**9

Change = list[int]
"""[milliseconds since the page was opened, value]"""


class ScaleError(ValueError):
    """What was sent is not a rating; the message names it."""


class Missing(ScaleError):
    """Not everything is rated; `names` are those without a value, in the page's order."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(f"{len(names)} ratings are missing")
        self.names = names


def read_values(raw: Any, names: Collection[str]) -> dict[str, int]:
    """Ratings by name; not all need be there.

    >>> read_values({"recall": 100}, ["recall", "precision"])
    {'recall': 100}
    >>> read_values({"recall": 0}, ["recall", "precision"])
    Traceback (most recent call last):
    evaluation.scales.ScaleError: a rating must be a whole number from 1 to 100, got 0
    """
    if not isinstance(raw, dict):
        raise ScaleError(f"ratings must be an object, got {str(raw)[:80]!r}")
    if unknown := raw.keys() - set(names):
        raise ScaleError(f"there is nothing named {min(unknown)[:80]!r} to rate")
    return {name: _value(value) for name, value in raw.items()}


def require_all(values: dict[str, int], names: Collection[str]) -> None:
    """Raises Missing."""
    if missing := [name for name in names if name not in values]:
        raise Missing(missing)


def read_trails(raw: Any, names: Collection[str]) -> dict[str, list[Change]]:
    """The changes that are believed. Evidence only: nonsense never costs a worker the work."""
    if not isinstance(raw, dict):
        return {}
    return {
        name: _shortened([change for change in raw[name] if _is_change(change)])
        for name in names
        if isinstance(raw.get(name), list)
    }


def _value(raw: Any) -> int:
    if type(raw) is not int or not LOWEST <= raw <= HIGHEST:
        raise ScaleError(
            f"a rating must be a whole number from {LOWEST} to {HIGHEST}, got {str(raw)[:80]}"
        )
    return raw


def _is_change(raw: Any) -> bool:
    return (
        isinstance(raw, list)
        and len(raw) == 2
        and all(type(number) is int and 0 <= number <= _LONGEST_MS for number in raw)
    )


def _shortened(trail: list[Change]) -> list[Change]:
    return trail if len(trail) <= MOST_CHANGES else [*trail[: MOST_CHANGES - 1], trail[-1]]
