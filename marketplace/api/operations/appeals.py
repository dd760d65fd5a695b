"""Operations of our own, beside Mechanical Turk's: a requester's appeals.

Called like the others, signed by the same keys, with a target of their own:

    POST / with X-Amz-Target: HighRESMarketplace.ListAppeals
    {"Status": "Open", "MaxResults": 100, "NextToken": "..."}      all three optional
    -> {"NumResults", "NextToken"?, "Appeals": [{"AppealId", "Status", "Message", "AppealTime",
        "Answer"?, "AssignmentId", "HITId", "WorkerId", "RequesterFeedback", "RejectionTime",
        "DecideBy"}]}                                              newest first, times in seconds

    X-Amz-Target: HighRESMarketplace.DenyAppeal   {"AppealId", "Answer"} -> {}

Granting an appeal is ApproveAssignment with OverrideRejection.
"""

from typing import Any

from marketplace import appeals
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, newest_first
from marketplace.api.presenting import epoch, without_absent
from marketplace.models import Appeal

Members = dict[str, Any]


def list_appeals(caller: Caller, request: Members) -> Members:
    rows, status = appeals.of(caller.account).order_by("-id"), request.get("Status", "")
    if status:
        rows = appeals.with_status(rows, status)
    walk = Walk(caller.account, caller.operation, status, rows, newest_first)
    here, members = walk.page(request)
    return {**members, "Appeals": [present_appeal(row) for row in here]}


def deny_appeal(caller: Caller, request: Members) -> Members:
    appeals.deny(caller.account, request["AppealId"], request["Answer"])
    return {}


def present_appeal(appeal: Appeal) -> Members:
    work = appeal.assignment
    return without_absent(
        AppealId=appeal.public_id,
        Status=appeal.status,
        Message=appeal.message,
        AppealTime=epoch(appeal.made_at),
        Answer=appeal.answer or None,
        AssignmentId=work.public_id,
        HITId=work.hit.public_id,
        WorkerId=work.worker.public_id,
        RequesterFeedback=work.feedback,
        RejectionTime=epoch(work.rejected_at),
        DecideBy=epoch(appeals.decided_by(work)),
    )
