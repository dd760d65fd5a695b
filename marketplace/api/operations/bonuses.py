"""Operations on bonuses."""

from typing import Any

from marketplace import bonuses
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, newest_first
from marketplace.api.presenting import present_bonus
from marketplace.models import HIT, Assignment, Bonus
from marketplace.refusals import invalid_parameter, unknown_assignment, unknown_hit

Members = dict[str, Any]


def send_bonus(caller: Caller, request: Members) -> Members:
    bonuses.send(
        caller.account,
        request["AssignmentId"],
        worker_id=request["WorkerId"],
        amount=request["BonusAmount"],
        reason=request["Reason"],
        token=request.get("UniqueRequestToken"),
        request_id=caller.request_id,
    )
    return {}


def list_bonus_payments(caller: Caller, request: Members) -> Members:
    """The bonuses of one HIT, deleted ones too, or of one assignment; the newest first."""
    hit_id, assignment_id = request.get("HITId"), request.get("AssignmentId")
    if (hit_id is None) == (assignment_id is None):
        raise invalid_parameter("Exactly one of HITId and AssignmentId must be given.")
    paid = Bonus.objects.of(caller.account)
    if hit_id:
        if not HIT.objects.of(caller.account).named(hit_id).exists():
            raise unknown_hit(hit_id)
        paid = paid.filter(assignment__hit__public_id=hit_id)
    else:
        mine = Assignment.objects.filter(hit__account=caller.account)
        if not mine.named(assignment_id).exists():
            raise unknown_assignment(assignment_id)
        paid = paid.filter(assignment__public_id=assignment_id)
    rows = paid.select_related("assignment__worker").order_by("-id")
    chosen = f"{hit_id}/{assignment_id}"
    walk = Walk(caller.account, caller.operation, chosen, rows, newest_first)
    here, members = walk.page(request)
    return {**members, "BonusPayments": [present_bonus(row) for row in here]}
