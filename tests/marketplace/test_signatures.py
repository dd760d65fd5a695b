"""Who may call."""

from datetime import UTC, datetime, timedelta

import pytest
import requests

from tests.marketplace.harness import DAY, refused
from tests.marketplace.signing import (
    SIGNED,
    TARGET,
    call,
    dated,
    error_code,
    resigned,
    send,
    signed,
)

BALANCE = TARGET + "GetAccountBalance"
DELETE = TARGET + "DeleteHIT"


def test_a_valid_key_is_let_in(requester):
    """Behaviour 60."""
    answer = requester.mturk.get_account_balance()
    assert answer["ResponseMetadata"]["HTTPStatusCode"] == 200
    assert answer["ResponseMetadata"]["RequestId"]


def test_a_wrong_secret_is_refused(requester):
    """Behaviour 60."""
    impostor = requester.client(aws_secret_access_key="x" * 40)
    error = refused(impostor.get_account_balance)
    assert error.response["Error"]["Code"] == "InvalidSignatureException"


def test_an_unknown_key_is_refused(requester):
    """Behaviour 60."""
    stranger = requester.client(aws_access_key_id="AKIAUNKNOWNUNKNOWN00")
    error = refused(stranger.get_account_balance)
    assert error.response["Error"]["Code"] == "UnrecognizedClientException"


def test_an_unsigned_call_is_refused(requester):
    """Behaviour 60."""
    headers = {"X-Amz-Target": BALANCE, "Content-Type": "application/x-amz-json-1.1"}
    response = requests.post(requester.market.origin, data="{}", headers=headers, timeout=30)
    assert error_code(response) == "MissingAuthenticationTokenException"


def test_what_was_altered_after_signing_is_not_executed(requester):
    """Behaviour 60: neither the body nor the target nor the content type can be exchanged."""
    hits = [requester.create()["HITId"] for _ in range(2)]
    for hit_id in hits:
        requester.mturk.update_expiration_for_hit(HITId=hit_id, ExpireAt=0)
    genuine = b'{"HITId": "%s"}' % hits[0].encode()
    forged_body = signed(requester, DELETE, genuine)
    forged_body.body = b'{"HITId": "%s"}' % hits[1].encode()
    forged_target = signed(requester, TARGET + "GetHIT", genuine)
    forged_target.headers["X-Amz-Target"] = DELETE
    forged_type = signed(requester, DELETE, genuine)
    forged_type.headers["Content-Type"] = "application/json"
    forged_host = signed(requester, DELETE, genuine)
    forged_host.headers["Host"] = "elsewhere.example"
    for request in (forged_body, forged_target, forged_type, forged_host):
        assert error_code(send(request)) == "InvalidSignatureException"
    assert len(requester.mturk.list_hits()["HITs"]) == 2


@pytest.mark.parametrize(
    "authorization",
    [
        "Basic dXNlcjpwYXNz",
        "AWS4-HMAC-SHA256",
        "AWS4-HMAC-SHA256 Credential=A/20260105/us-east-1/mturk-requester/aws4_request",
        "AWS4-HMAC-SHA256 Credential=A/b, SignedHeaders=host, Signature=00",
        "AWS4-HMAC-SHA256 Credential=A/1/2/3/4/5, SignedHeaders=host, Signature=" + "0" * 64,
        "AWS4-HMAC-SHA256 Credential=A/1/2/3/4, SignedHeaders=h\xe9, Signature=" + "0" * 64,
        "AWS4-HMAC-SHA256 Credential=A/1/2/3/4, SignedHeaders=host, Signature=" + "\xe9" * 64,
        "AWS4-HMAC-SHA256 " + "Signature=0," * 500,
    ],
)
def test_a_malformed_authorization_is_incomplete(market, authorization):
    headers = {"X-Amz-Target": BALANCE, "Authorization": authorization.encode("latin-1")}
    response = requests.post(market.origin, data="{}", headers=headers, timeout=30)
    assert error_code(response) == "IncompleteSignatureException"


@pytest.mark.parametrize("missing", ["host", "x-amz-target", "content-type", "x-amz-date"])
def test_what_matters_must_be_signed(requester, missing):
    """However right the signature: what it leaves out could be exchanged."""
    request = signed(requester, BALANCE, b"{}")
    secret = requester.keys["secret_access_key"]
    assert send(resigned(request, secret)).status_code == 200
    kept = [name for name in SIGNED if name != missing]
    assert error_code(send(resigned(request, secret, names=kept))) == "InvalidSignatureException"


@pytest.mark.parametrize(
    ("minutes", "accepted"), [(-16, False), (-14, True), (14, True), (16, False)]
)
def test_a_signature_is_good_for_a_quarter_of_an_hour(requester, minutes, accepted):
    """Behaviour 61."""
    moment = dated(datetime.now(UTC) + timedelta(minutes=minutes))
    request = signed(requester, BALANCE, b"{}")
    secret = requester.keys["secret_access_key"]
    request.headers["X-Amz-Date"] = moment
    response = send(resigned(request, secret))
    if accepted:
        assert response.status_code == 200, response.text
    else:
        assert error_code(response) == "InvalidSignatureException"


@pytest.mark.parametrize("date", ["", "yesterday", "20260105", "2026-01-05T12:00:00Z", "٢" * 16])
def test_a_date_that_is_none_is_refused(requester, date):
    request = signed(requester, BALANCE, b"{}")
    request.headers["X-Amz-Date"] = date.encode()
    assert error_code(send(request)) == "InvalidSignatureException"


def test_the_virtual_clock_does_not_touch_signatures(market, requester):
    """Behaviour 61: botocore signs with real time."""
    market.advance(60 * DAY)
    requester.mturk.get_account_balance()


@pytest.mark.parametrize("path", ["/api", "/api/"])
def test_an_endpoint_may_have_a_path(requester, path):
    """Behaviour 62: with and without a slash; the port is no default one either."""
    client = requester.client(endpoint_url=requester.market.origin + path)
    assert client.get_account_balance()["OnHoldBalance"] == "0.00"


def test_the_path_is_a_setting(start_marketplace):
    """Behaviour 62."""
    market = start_marketplace(MARKETPLACE_API_PREFIX="emu/v1")
    requester = market.requester()
    for path in ("/emu/v1", "/emu/v1/", "/"):
        client = requester.client(endpoint_url=market.origin + path)
        client.get_account_balance()
    assert requests.post(f"{market.origin}/api", data="{}", timeout=30).status_code == 404


def test_a_session_token_is_signed_with_the_rest(requester):
    """Behaviour 62."""
    client = requester.client(aws_session_token="FwoGZXIvYXdzEXAMPLE")
    client.get_account_balance()
    request = signed(requester, BALANCE, b"{}", token="FwoGZXIvYXdzEXAMPLE")
    request.headers["X-Amz-Security-Token"] = "another"
    assert error_code(send(request)) == "InvalidSignatureException"


@pytest.mark.parametrize("scope", [{"region": "eu-west-1"}, {"service": "s3"}])
def test_a_signature_for_elsewhere_is_refused(requester, scope):
    response = call(requester, "GetAccountBalance", {}, **scope)
    assert error_code(response) == "InvalidSignatureException"


def test_any_region_is_a_switch(start_marketplace):
    requester = start_marketplace(MARKETPLACE_STRICT_REGION="no").requester()
    requester.client(region_name="eu-west-1").get_account_balance()


def test_a_disabled_account_is_denied(market, requester):
    market.control("PATCH", "accounts", {"account": requester.name, "disabled": True})
    error = refused(requester.mturk.get_account_balance)
    assert error.response["Error"]["Code"] == "AccessDeniedException"
    impostor = requester.client(aws_secret_access_key="x" * 40)
    error = refused(impostor.get_account_balance)
    assert error.response["Error"]["Code"] == "InvalidSignatureException"
