"""What error responses mean for us; the first two were captured from Amazon's service in 2021."""

import pytest

from crowd.port import (
    AlreadyExists,
    Busy,
    EndpointError,
    InsufficientFunds,
    NotConfigured,
    Refused,
    Unavailable,
    WrongState,
)
from crowd.wire import read_error


def response(code: str, turk_code: str = "", message: str = "m", status: int = 400) -> dict:
    """As botocore gives it."""
    parsed = {
        "Error": {"Code": code, "Message": message},
        "ResponseMetadata": {"HTTPStatusCode": status},
    }
    return {**parsed, "Message": message, "TurkErrorCode": turk_code} if turk_code else parsed


TURK = "AWS.MechanicalTurk."


@pytest.mark.parametrize(
    ("given", "meaning"),
    [
        (
            response(
                "RequestError",
                TURK + "InvalidAssignmentState",
                "This operation can be called with a status of: Submitted (1624047673908)",
            ),
            WrongState,
        ),
        (
            response(
                "RequestError",
                TURK + "HITDoesNotExist",
                "Hit 3PR3LXCW does not exist. (1624047673969)",
            ),
            Refused,
        ),
        (response("RequestError", TURK + "InvalidHITState"), WrongState),
        (response("RequestError", TURK + "InsufficientFunds"), InsufficientFunds),
        (response("RequestError", TURK + "HitAlreadyExists"), AlreadyExists),
        (response("RequestError", "AWS.NotAuthorized"), NotConfigured),
        (response("InvalidSignatureException"), NotConfigured),
        (response("ValidationException"), Refused),
        (response("ThrottlingException"), Busy),
        (response("ServiceFault"), Unavailable),
        (response("ServiceFault", status=500), Unavailable),
        (response("505", status=505), Unavailable),
        (response("429", status=429), Busy),
        (response("404", status=404), Refused),
    ],
)
def test_the_code_decides_what_an_error_means(given, meaning):
    assert type(read_error(given)) is meaning


@pytest.mark.parametrize(
    ("message", "hit_id"),
    [
        ('The idempotency token "hit:0a1b" made 3XJOUITW8URHJMX7F00H20LGRIAQTX.', "3XJOUITW8URH"),
        ('The idempotency token "hit:0a1b" has already been processed. (1596835865828 s)', ""),
    ],
)
def test_the_id_of_what_exists_is_found_in_the_message_if_it_is_there(message, hit_id):
    error = read_error(response("RequestError", TURK + "HitAlreadyExists", message))
    assert error.hit_id[:12] == hit_id


def test_text_alone_decides_nothing():
    text = "This Requester has insufficient funds. The idempotency token was already processed."
    error = read_error(response("RequestError", TURK + "Other", text))
    assert type(error) is Refused
    assert isinstance(error, EndpointError)
