"""What may be decided about an assignment now, in words when it is nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from crowd.models import Assignment, Decision


@dataclass(frozen=True)
class Choice:
    """is_open: nothing was decided yet. is_overturn: a rejection can be taken back.
    none: why nothing can be decided, empty otherwise."""

    is_open: bool = False
    is_overturn: bool = False
    none: str = ""


def choice(assignment: Assignment, decisions: Sequence[Decision]) -> Choice:
    """What the page offers; the review desk has the last word. `decisions` oldest first."""
    last = decisions[-1] if decisions else None
    if last and last.verdict == Decision.Verdict.APPROVE:
        return Choice(none="Approved. An approval is final at the endpoint.")
    if assignment.status == Assignment.Status.APPROVED:
        return Choice(none="The endpoint has approved it by itself; that is final.")
    if last:
        return Choice(is_overturn=True)
    if Assignment.objects.awaiting_decision().filter(pk=assignment.pk).exists():
        return Choice(is_open=True)
    if assignment.confirmed_at is None:
        return Choice(none="Nothing to decide before the endpoint confirms who did it.")
    return Choice(none="It passed its check and is approved without anybody.")
