"""Unfinished highlighting as it stands in `Assignment.draft`.

`page` and `turn` say which open page saved it and how many times it had saved before, so that two
requests of one page that overtake each other are not taken for two tabs. `is_marked` is set when
the worker has submitted the marks and goes on to the question.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from annotation.spans import Span

# What the page counts, and the largest number that is believed.
EVENTS = (
    "active_s",
    "loads",
    "focus",
    "blur",
    "hidden",
    "mouse",
    "touch",
    "keyboard",
    "marked",
    "removed",
)
MOST = 1_000_000


@dataclass(frozen=True)
class Draft:
    spans: list[Span] = field(default_factory=list)
    events: dict[str, int] = field(default_factory=dict)
    page: str = ""
    turn: int = 0
    is_marked: bool = False

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """From Assignment.draft, which is empty before the first save."""
        spans = [(start, end) for start, end in stored.get("spans", [])]
        return cls(**{**stored, "spans": spans})

    def stored(self) -> dict[str, Any]:
        return {**asdict(self), "spans": [list(span) for span in self.spans]}

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
