"""Unfinished ratings as they stand in `Assignment.draft`, and what was handed in in the end."""

from dataclasses import dataclass, field

from crowd import drafts
from evaluation.models import OF_CONTENT
from evaluation.scales import Change

THRESHOLD = "threshold"
"""The trail of the slider that hides the lightest levels of a heat map."""
CONTENT_NAMES = [criterion.value for criterion in OF_CONTENT]


@dataclass(frozen=True, kw_only=True)
class Draft(drafts.Draft):
    """`values` and `trails` are by criterion where content is rated, else by the opaque id of a
    summary (evaluation.presenting). `threshold` is how many levels of the heat map are hidden,
    `place` which summary of a sheet is open. A content draft is finished when the ratings are
    submitted and the question follows; `answer` is what was said to it.
    """

    values: dict[str, int] = field(default_factory=dict)
    trails: dict[str, list[Change]] = field(default_factory=dict)
    threshold: int = 0
    place: int = 0
    answer: bool | None = None
