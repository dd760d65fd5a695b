"""What a worker is shown, in which order and under which names: nothing that tells what it is.

A summary's name on the page is made of our secret key and the assignment, so it differs from
worker to worker; controls are named in the same way, and stand among the others by a draw.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from django.utils.crypto import salted_hmac

from crowd.models import Assignment

SUMMARY = "summary"
ITEM = "item"
_SALT = "evaluation.presenting"
_LENGTH = 16


@dataclass(frozen=True)
class Shown:
    """One text before a worker. `part` is "summary" or a control's role: for the server only."""

    opaque_id: str
    part: str
    key: int

    @property
    def is_control(self) -> bool:
        return self.part != SUMMARY


def opaque_id(assignment: Assignment, what: str, key: int) -> str:
    """The same for the same assignment, worker and thing; tells nothing about them."""
    told = f"{assignment.mturk_id} {assignment.worker.mturk_id} {what} {key}"
    return salted_hmac(_SALT, told, algorithm="sha256").hexdigest()[:_LENGTH]


def in_order(summaries: Iterable[int], controls: Iterable[tuple[str, int]], seed: int) -> list:
    """Summaries (their keys) and controls (role, key) as [part, key], shuffled by the seed."""
    shown = [[SUMMARY, key] for key in sorted(summaries)]
    shown += [[role, key] for role, key in sorted(controls)]
    Random(seed).shuffle(shown)
    return shown


def named(assignment: Assignment, shown: Sequence[Sequence]) -> list[Shown]:
    """What `Allocation.shown` lists, with the names it has on this worker's page."""
    return [
        Shown(opaque_id(assignment, "text" if part == SUMMARY else "control", key), part, key)
        for part, key in shown
    ]
