"""What may be decided about an assignment now and by this person, in words when it is nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from crowd.due_process import is_paid
from crowd.models import Assignment, Decision, Reading


@dataclass(frozen=True)
class Choice:
    """is_open: nothing was decided yet. is_second: somebody has read it and asks for this person's
    view. is_mine: this person asked, and waits. is_overturn: a rejection can be taken back.
    may_leave_out: paid work that still counts. none: why nothing can be decided about the pay."""

    is_open: bool = False
    is_second: bool = False
    is_mine: bool = False
    is_overturn: bool = False
    may_leave_out: bool = False
    none: str = ""


def choice(assignment: Assignment, decisions: Sequence[Decision], user: AbstractBaseUser) -> Choice:
    """What the page offers; the review desk has the last word. `decisions` oldest first."""
    if assignment.worker.account_id == user.pk:
        return Choice(none="This is your own work: somebody else decides.")
    last = decisions[-1] if decisions else None
    counts = assignment.sanity_passed is True and assignment.voided_at is None
    if is_paid(assignment, last):
        by_itself = "Approved. An approval is final at the endpoint."
        if last is None:
            by_itself = "The endpoint has approved it by itself; that is final."
        return Choice(none=by_itself, may_leave_out=counts)
    if last:
        return Choice(is_overturn=True)
    if Assignment.objects.awaiting_decision().filter(pk=assignment.pk).exists():
        reading = Reading.objects.open().filter(assignment=assignment).first()
        if reading is not None and reading.read_by_id == user.pk:
            return Choice(is_mine=True, none="You asked a second reader, who decides.")
        return Choice(is_open=True, is_second=reading is not None)
    if assignment.confirmed_at is None:
        return Choice(none="Nothing to decide before the endpoint confirms who did it.")
    return Choice(none="It passed its check and is approved without anybody.")
