"""Unfinished highlighting as it stands in `Assignment.draft`.

It is finished when the worker has submitted the marks and goes on to the question.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from annotation.spans import Span
from crowd import drafts


@dataclass(frozen=True, kw_only=True)
class Draft(drafts.Draft):
    spans: list[Span] = field(default_factory=list)

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        spans = [(start, end) for start, end in stored.get("spans", [])]
        return cls(**{**stored, "spans": spans})

    def stored(self) -> dict[str, Any]:
        return {**super().stored(), "spans": [list(span) for span in self.spans]}
