"""Operations on qualification types."""

from typing import Any

from marketplace import clock, qualification_types
from marketplace.api.caller import Caller
from marketplace.api.operations.hits import page_of_hits
from marketplace.api.pages import Walk, newest_first
from marketplace.api.presenting import present_qualification_type
from marketplace.models import HIT
from marketplace.qualification_types import Draft

Members = dict[str, Any]
CHANGEABLE = {
    "Description": "description",
    "QualificationTypeStatus": "status",
    "RetryDelayInSeconds": "retry_delay_s",
    "AutoGranted": "auto_granted",
    "AutoGrantedValue": "auto_granted_value",
    "Test": "test",
    "TestDurationInSeconds": "test_duration_s",
    "AnswerKey": "answer_key",
}


def create_qualification_type(caller: Caller, request: Members) -> Members:
    draft = Draft(
        name=request["Name"],
        description=request["Description"],
        keywords=request.get("Keywords", ""),
        status=request["QualificationTypeStatus"],
        retry_delay_s=request.get("RetryDelayInSeconds"),
        auto_granted=request.get("AutoGranted", False),
        auto_granted_value=request.get("AutoGrantedValue", 1),
        test=request.get("Test", ""),
        test_duration_s=request.get("TestDurationInSeconds"),
        answer_key=request.get("AnswerKey", ""),
    )
    kind = qualification_types.create(caller.account, draft)
    return {"QualificationType": present_qualification_type(kind)}


def get_qualification_type(caller: Caller, request: Members) -> Members:
    kind = qualification_types.find(caller.account, request["QualificationTypeId"])
    return {"QualificationType": present_qualification_type(kind)}


def update_qualification_type(caller: Caller, request: Members) -> Members:
    changes = {CHANGEABLE[name]: request[name] for name in CHANGEABLE if name in request}
    kind = qualification_types.update(caller.account, request["QualificationTypeId"], changes)
    return {"QualificationType": present_qualification_type(kind)}


def delete_qualification_type(caller: Caller, request: Members) -> Members:
    qualification_types.delete(caller.account, request["QualificationTypeId"])
    return {}


def list_qualification_types(caller: Caller, request: Members) -> Members:
    """The caller's own types, all of which can be asked for; nobody sees another's."""
    query = request.get("Query", "")
    rows = qualification_types.listed(caller.account, query=query, at=clock.now())
    walk = Walk(caller.account, caller.operation, query, rows, newest_first)
    here, members = walk.page(request)
    return {**members, "QualificationTypes": [present_qualification_type(row) for row in here]}


def list_hits_for_qualification_type(caller: Caller, request: Members) -> Members:
    kind = qualification_types.find(caller.account, request["QualificationTypeId"])
    naming = HIT.objects.of(caller.account).undeleted().filter(hit_type__qualification_types=kind)
    return page_of_hits(caller, naming, kind.public_id, request)
