"""Appeals against rejections: made by workers, read and answered by the requester.

Granting one is ApproveAssignment with OverrideRejection; only denying needs words of its own.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from marketplace import clock, events, market
from marketplace.models import HIT, Account, Appeal, Assignment, Event, Worker
from marketplace.refusals import Refused, RequestError
from marketplace.reviewing import can_override
from marketplace.tally import State

NOT_YOURS = "This assignment is not one of yours."
NOT_REJECTED = "Only rejected work can be appealed against."
TOO_LATE = "The time in which this rejection could be reversed is over."
MESSAGE_MAX = 2000
TOO_LONG = f"An appeal can have at most {MESSAGE_MAX} characters."


def appeal(worker: Worker, assignment_id: str, message: str) -> Appeal:
    """Ask the requester to look again. A second time: the first one, unchanged. Raises Refused."""
    if len(message) > MESSAGE_MAX:
        raise Refused(TOO_LONG)
    hits = HIT.objects.of_assignment(worker.assignments.named(assignment_id))
    with market.changing(hits, missing=Refused(NOT_YOURS, not_found=True)) as (hit, now):
        assignment = hit.assignments.get(public_id=assignment_id)
        if made := Appeal.objects.filter(assignment=assignment).first():
            return made
        if assignment.state != State.REJECTED:
            raise Refused(NOT_REJECTED)
        if not can_override(hit, assignment, now):
            raise Refused(TOO_LATE)
        made = Appeal.objects.create(assignment=assignment, message=message.strip(), made_at=now)
        events.record_assignment(Event.Kind.ASSIGNMENT_APPEALED, hit, assignment, at=now)
    return made


def deny(account: Account, appeal_id: str, answer: str) -> None:
    """Stand by the rejection, with a reason for the worker. Raises RequestError.

    Twice with the same words is as good as once; other words replace the first.
    """
    mine = of(account).filter(public_id=appeal_id).first()
    if mine is None:
        raise RequestError("AppealDoesNotExist", f"Appeal {appeal_id} does not exist.")
    if mine.assignment.state != State.REJECTED:
        raise RequestError(
            "InvalidAppealState", f"Appeal {appeal_id} was granted; it can no longer be denied."
        )
    of(account).filter(id=mine.id).update(answer=answer, denied_at=clock.now())


def of(account: Account) -> QuerySet[Appeal]:
    return Appeal.objects.filter(assignment__hit__account=account).select_related(
        "assignment__hit__hit_type", "assignment__worker"
    )


def with_status(appeals: QuerySet[Appeal], status: str) -> QuerySet[Appeal]:
    """Those of one status, as `Appeal.status` tells it."""
    granted = {"assignment__state": State.APPROVED}
    if status == Appeal.Status.GRANTED:
        return appeals.filter(**granted)
    is_open = status == Appeal.Status.OPEN
    return appeals.exclude(**granted).filter(denied_at__isnull=is_open)


def decided_by(assignment: Assignment) -> datetime:
    """Until when the requester can reverse the rejection."""
    return assignment.submitted_at + timedelta(days=settings.MARKETPLACE_OVERRIDE_WINDOW_D)


def can_appeal(assignment: Assignment, now: datetime) -> bool:
    rejected = assignment.state == State.REJECTED
    fresh = rejected and not Appeal.objects.filter(assignment=assignment).exists()
    return fresh and can_override(assignment.hit, assignment, now)
