"""The envelope of AWS JSON 1.1: bodies in, answers and errors out."""

import json
import time
from typing import Any

from django.http import HttpResponse

CONTENT_TYPE = "application/x-amz-json-1.1"
TARGET_PREFIX = "MTurkRequesterServiceV20170117."
# Operations of our own, which no program for Mechanical Turk calls.
OWN_PREFIX = "HighRESMarketplace."
TURK_PREFIX = "AWS.MechanicalTurk."


class WireError(Exception):
    """An error of the protocol rather than of the market: a name and a message.

    Attributes:
        code: `__type` on the wire.
    """

    def __init__(self, code: str, message: str, *, status: int = 400):
        super().__init__(message)
        self.code = code
        self.status = status


def read_body(body: bytes) -> dict[str, Any]:
    """The members of a request. Raises WireError for anything but a JSON object."""
    try:
        members = json.loads(body or b"{}", parse_constant=not_json)
    except (ValueError, RecursionError) as error:
        raise WireError("SerializationException", f"The body is not JSON: {error}") from error
    if not isinstance(members, dict):
        kind = type(members).__name__
        raise WireError("SerializationException", f"The body must be a JSON object, got {kind}")
    return members


def not_json(name: str):
    raise ValueError(f"{name} is not a JSON value")


def answer(members: dict[str, Any], *, request_id: str) -> HttpResponse:
    return respond(members, status=200, request_id=request_id)


def request_error(message: str, code: str, *, request_id: str) -> HttpResponse:
    return turk_error("RequestError", message, code, status=400, request_id=request_id)


def service_fault(*, status: int, request_id: str) -> HttpResponse:
    message = "The service is temporarily unable to process your request. Try your call again."
    return turk_error("ServiceFault", message, "ServiceFault", status=status, request_id=request_id)


def turk_error(kind: str, message: str, code: str, *, status: int, request_id: str) -> HttpResponse:
    """One of the two modelled errors; its message ends in the time, as Amazon's do."""
    members = {
        "__type": kind,
        "Message": f"{message} ({time.time_ns() // 1_000_000})",
        "TurkErrorCode": TURK_PREFIX + code,
    }
    return respond(members, status=status, request_id=request_id)


def protocol_error(error: WireError, *, request_id: str) -> HttpResponse:
    members = {"__type": error.code, "message": str(error)}
    return respond(members, status=error.status, request_id=request_id)


def respond(members: dict[str, Any], *, status: int, request_id: str) -> HttpResponse:
    response = HttpResponse(json.dumps(members), status=status, content_type=CONTENT_TYPE)
    response["Content-Length"] = len(response.content)
    response["x-amzn-RequestId"] = request_id
    response["X-Content-Type-Options"] = "nosniff"
    return response
