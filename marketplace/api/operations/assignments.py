"""Operations on submitted work."""

from typing import Any

from marketplace import clock, reviewing
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, in_order_of_submission
from marketplace.api.presenting import present_assignment, present_hit
from marketplace.models import HIT
from marketplace.refusals import unknown_hit
from marketplace.tally import tally

Members = dict[str, Any]


def list_assignments(caller: Caller, request: Members) -> Members:
    """Work handed in, at any time and of deleted HITs too; in the order in which it came."""
    hit = HIT.objects.of(caller.account).filter(public_id=request["HITId"]).first()
    if hit is None:
        raise unknown_hit(request["HITId"])
    work = hit.assignments.handed_in().filter(visible_at__lte=clock.now())
    if wanted := sorted(set(request.get("AssignmentStatuses", []))):
        work = work.filter(state__in=wanted)
    rows = work.select_related("worker", "hit").order_by("submitted_at", "id")
    chosen = f"{hit.public_id}/{'+'.join(wanted)}"
    walk = Walk(caller.account, caller.operation, chosen, rows, in_order_of_submission)
    here, members = walk.page(request)
    return {**members, "Assignments": [present_assignment(row) for row in here]}


def get_assignment(caller: Caller, request: Members) -> Members:
    assignment = reviewing.visible(caller.account, request["AssignmentId"])
    hit = assignment.hit
    return {"Assignment": present_assignment(assignment), "HIT": present_hit(hit, tally(hit))}


def approve(caller: Caller, request: Members) -> Members:
    reviewing.approve(
        caller.account,
        request["AssignmentId"],
        feedback=request.get("RequesterFeedback", ""),
        override=request.get("OverrideRejection", False),
    )
    return {}


def reject(caller: Caller, request: Members) -> Members:
    reviewing.reject(caller.account, request["AssignmentId"], feedback=request["RequesterFeedback"])
    return {}
