"""Unfinished work as it stands in `Assignment.draft`: what all kinds of HIT have in common."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

EVENTS = (
    *("active_s", "loads", "focus", "blur"),
    *("mouse", "touch", "pen", "pointermove", "keydown", "scroll", "change"),
)
"""What a page counts (static/work/activity.js)."""
MOST = 1_000_000
"""The largest number that is believed."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """`page` and `turn` say which open page saved it and how many times it had saved before, so
    that two requests of one page that overtake each other are not taken for two tabs.
    `is_finished`: the worker has gone on from here, so it no longer changes.
    """

    events: dict[str, int] = field(default_factory=dict)
    page: str = ""
    turn: int = 0
    is_finished: bool = False

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """From Assignment.draft, which is empty before the first save."""
        return cls(**stored)

    def stored(self) -> dict[str, Any]:
        return asdict(self)

    def continues(self, other: Self) -> bool:
        """Saved by the same open page, later."""
        return bool(self.page) and self.page == other.page and self.turn > other.turn


def counted(raw: object) -> dict[str, int]:
    """The counts that are believed, each cut at MOST; anything else is left out.

    They are evidence, so nonsense in them never costs a worker the work.
    """
    if not isinstance(raw, dict):
        return {}
    return {
        name: min(raw[name], MOST)
        for name in EVENTS
        if type(raw.get(name)) is int and raw[name] >= 0
    }
