"""Work whose time ran out: until when it is still taken, and what stands against it.

A departure from Mechanical Turk, whose late work is lost (MARKETPLACE_LATE_HAND_IN_S, 0 there).
The slot went back to the others at the deadline and may be taken: late work is then one more than
was asked for, and its reward is held anew, so that it can be paid.
"""

from datetime import datetime, timedelta

from django.conf import settings

from marketplace.models import HIT, Assignment
from marketplace.refusals import Refused
from marketplace.tally import State

TOO_LATE = "The time for this assignment ended before the work was handed in."
ACCEPTED_AGAIN = (
    "You accepted this task again after its time ran out; hand the work in there, once."
)
GONE = "This task was taken down; its work can no longer be handed in."
UNCOVERED = (
    "Your time ran out, and the requester’s account does not cover one more piece of work at the "
    "moment. Nothing is lost as long as the task page keeps it: try again later, or write to the "
    "requester."
)


def taken_until(assignment: Assignment) -> datetime:
    return assignment.deadline + timedelta(seconds=settings.MARKETPLACE_LATE_HAND_IN_S)


def may_be_late(assignment: Assignment, now: datetime) -> bool:
    """Whether work whose time ran out may still come in."""
    return assignment.state == State.ABANDONED and now < taken_until(assignment)


def check_late(hit: HIT, assignment: Assignment, now: datetime) -> None:
    """Raises Refused unless this abandoned assignment of the locked HIT may be handed in."""
    if not may_be_late(assignment, now):
        raise Refused(TOO_LATE)
    if hit.deleted_at:
        raise Refused(GONE)
    if hit.assignments.taking_a_slot().filter(worker=assignment.worker_id).exists():
        raise Refused(ACCEPTED_AGAIN)
