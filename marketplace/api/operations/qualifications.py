"""Operations on what workers hold and ask for."""

from typing import Any

from marketplace import granting, qualification_types
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, newest_first
from marketplace.api.presenting import present_qualification, present_qualification_request
from marketplace.models import Qualification, QualificationRequest

Members = dict[str, Any]


def associate_qualification(caller: Caller, request: Members) -> Members:
    granting.associate(
        caller.account,
        request["QualificationTypeId"],
        request["WorkerId"],
        value=request.get("IntegerValue", 1),
        tell=request.get("SendNotification", True),
    )
    return {}


def disassociate_qualification(caller: Caller, request: Members) -> Members:
    granting.revoke(
        caller.account,
        request["QualificationTypeId"],
        request["WorkerId"],
        reason=request.get("Reason", ""),
    )
    return {}


def get_qualification_score(caller: Caller, request: Members) -> Members:
    held = granting.holding(caller.account, request["QualificationTypeId"], request["WorkerId"])
    return {"Qualification": present_qualification(held)}


def list_workers_with_qualification_type(caller: Caller, request: Members) -> Members:
    kind = qualification_types.find(caller.account, request["QualificationTypeId"])
    status = request.get("Status", Qualification.Status.GRANTED)
    found = kind.qualifications.filter(status=status)
    rows = found.select_related("worker", "kind").order_by("-id")
    chosen = f"{kind.public_id}/{status}"
    walk = Walk(caller.account, caller.operation, chosen, rows, newest_first)
    here, members = walk.page(request)
    return {**members, "Qualifications": [present_qualification(row) for row in here]}


def list_qualification_requests(caller: Caller, request: Members) -> Members:
    """What is pending for one type, or for all of the caller's."""
    pending = QualificationRequest.objects.filter(
        kind__account=caller.account, state=QualificationRequest.State.PENDING
    )
    if type_id := request.get("QualificationTypeId"):
        pending = pending.filter(kind=qualification_types.find(caller.account, type_id))
    rows = pending.select_related("worker", "kind").order_by("-id")
    walk = Walk(caller.account, caller.operation, f"{type_id}", rows, newest_first)
    here, members = walk.page(request)
    return {**members, "QualificationRequests": [present_qualification_request(r) for r in here]}


def accept_qualification_request(caller: Caller, request: Members) -> Members:
    value = request.get("IntegerValue", 1)
    granting.accept(caller.account, request["QualificationRequestId"], value=value)
    return {}


def reject_qualification_request(caller: Caller, request: Members) -> Members:
    reason = request.get("Reason", "")
    granting.reject(caller.account, request["QualificationRequestId"], reason=reason)
    return {}
