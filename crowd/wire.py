"""Reads Mechanical Turk's JSON into the words of crowd.port: HITs, assignments and errors. Pure.

Errors are told apart by TurkErrorCode, never by their text.
"""

import re
from datetime import UTC
from decimal import Decimal
from typing import Any

from crowd.port import (
    AlreadyExists,
    Busy,
    EndpointError,
    InsufficientFunds,
    NotConfigured,
    Refused,
    RemoteAssignment,
    RemoteBonus,
    RemoteHIT,
    RemoteQualification,
    Unavailable,
    WrongState,
)

PREFIX = "AWS.MechanicalTurk."
HIT_ID = re.compile(r"[A-Z0-9]{20,}")
NOT_AUTHORIZED = {
    "AWS.BadClaimsSupplied",
    "AWS.BadCredentialSupplied",
    "AWS.NotAuthorized",
    "AccessDeniedException",
    "IncompleteSignatureException",
    "InvalidSignatureException",
    "MissingAuthenticationTokenException",
    "UnrecognizedClientException",
}
THROTTLED = {"RequestLimitExceeded", "Throttling", "ThrottlingException"}
REFUSALS: dict[str, type[Refused]] = {
    "InsufficientFunds": InsufficientFunds,
    "InvalidAssignmentState": WrongState,
    "InvalidHITState": WrongState,
    "InvalidQualificationState": WrongState,
    "QualificationDoesNotExist": WrongState,
}


def is_quiet_fault(response: dict[str, Any]) -> bool:
    """A ServiceFault sent with 400, which boto3 takes for our mistake."""
    status = response["ResponseMetadata"].get("HTTPStatusCode")
    return response["Error"]["Code"] == "ServiceFault" and status == 400


def read_error(response: dict[str, Any]) -> EndpointError:
    """The exception that says what an error response means for us."""
    code = response["Error"]["Code"]
    text = response.get("Message") or response["Error"].get("Message", "")
    status = response["ResponseMetadata"].get("HTTPStatusCode", 0)
    turk_code = response.get("TurkErrorCode", code).removeprefix(PREFIX)
    if {code, turk_code} & NOT_AUTHORIZED:
        return NotConfigured(f"the endpoint does not accept our keys: {turk_code}: {text}")
    if code in THROTTLED or status == 429:
        return Busy(f"{code}: {text}")
    if code == "ServiceFault" or status >= 500:
        return Unavailable(f"{code}: {text}")
    if turk_code == "HitAlreadyExists":
        found = HIT_ID.search(text)
        return AlreadyExists(turk_code, text, hit_id=found[0] if found else "")
    return REFUSALS.get(turk_code, Refused)(turk_code, text)


def read_hit(made: dict[str, Any]) -> RemoteHIT:
    return RemoteHIT(
        mturk_id=made["HITId"],
        annotation=made.get("RequesterAnnotation", ""),
        max_assignments=made["MaxAssignments"],
        expires_at=made["Expiration"].astimezone(UTC),
        status=made.get("HITStatus", ""),
    )


def read_assignment(found: dict[str, Any]) -> RemoteAssignment:
    auto_approval_at = found.get("AutoApprovalTime")
    return RemoteAssignment(
        mturk_id=found["AssignmentId"],
        hit_id=found["HITId"],
        worker_id=found["WorkerId"],
        status=found["AssignmentStatus"],
        accepted_at=found["AcceptTime"].astimezone(UTC),
        handed_in_at=found["SubmitTime"].astimezone(UTC),
        auto_approval_at=auto_approval_at and auto_approval_at.astimezone(UTC),
        answer=found.get("Answer") or "",
    )


def read_bonus(paid: dict[str, Any]) -> RemoteBonus:
    return RemoteBonus(
        assignment_id=paid["AssignmentId"],
        worker_id=paid["WorkerId"],
        amount_usd=Decimal(paid["BonusAmount"]),
        reason=paid.get("Reason") or "",
    )


def read_qualification(made: dict[str, Any]) -> RemoteQualification:
    return RemoteQualification(mturk_id=made["QualificationTypeId"], name=made["Name"])
