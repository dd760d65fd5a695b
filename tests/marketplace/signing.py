"""Signed calls made by hand, for requests that boto3 would not send."""

import hashlib
import hmac
import json
from datetime import UTC, datetime

import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from tests.marketplace.harness import Requester

SIGNED = ("content-type", "host", "x-amz-date", "x-amz-target")
TARGET = "MTurkRequesterServiceV20170117."


def signed(
    requester: Requester,
    target: str,
    body: bytes,
    *,
    path: str = "/",
    keys: dict[str, str] | None = None,
    token: str | None = None,
    region: str = "us-east-1",
    service: str = "mturk-requester",
) -> requests.PreparedRequest:
    """A call as botocore signs it."""
    keys = keys or requester.keys
    credentials = Credentials(keys["access_key_id"], keys["secret_access_key"], token)
    headers = {"X-Amz-Target": target, "Content-Type": "application/x-amz-json-1.1"}
    url = requester.market.origin + path
    call = AWSRequest("POST", url, headers=headers, data=body)
    SigV4Auth(credentials, service, region).add_auth(call)
    return requests.Request("POST", url, headers=dict(call.headers), data=body).prepare()


def call(requester: Requester, operation: str, body: object, **options) -> requests.Response:
    """Sign and send; `body` as bytes goes as it is, anything else as JSON."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    target = operation if "." in operation else TARGET + operation
    return send(signed(requester, target, raw, **options))


def send(request: requests.PreparedRequest) -> requests.Response:
    with requests.Session() as session:
        return session.send(request, timeout=60)


def error_code(response: requests.Response) -> str:
    """The code botocore would read; fails on anything that is not its JSON."""
    assert response.headers["Content-Type"] == "application/x-amz-json-1.1"
    assert response.headers["x-amzn-RequestId"]
    members = response.json()
    assert members.get("Message") or members.get("message")
    return members["__type"]


def dated(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def resigned(request: requests.PreparedRequest, secret: str, *, names=SIGNED):
    """The request signed once more, by Amazon's recipe."""
    scope = request.headers["Authorization"].split("Credential=")[1].split(",")[0].split("/", 1)
    scope = [scope[0], *scope[1].split("/")]
    scope[1] = request.headers["X-Amz-Date"][:8]
    request.headers["Host"] = request.url.split("/")[2]
    lines = "".join(f"{name}:{request.headers[name]}\n" for name in names)
    body_hash = hashlib.sha256(request.body).hexdigest()
    canonical = f"POST\n{request.path_url}\n\n{lines}\n{';'.join(names)}\n{body_hash}"
    text = "\n".join(
        [
            "AWS4-HMAC-SHA256",
            request.headers["X-Amz-Date"],
            "/".join(scope[1:]),
            hashlib.sha256(canonical.encode()).hexdigest(),
        ]
    )
    key = f"AWS4{secret}".encode()
    for part in scope[1:]:
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.new(key, text.encode(), "sha256").hexdigest()
    request.headers["Authorization"] = (
        f"AWS4-HMAC-SHA256 Credential={'/'.join(scope)}, "
        f"SignedHeaders={';'.join(names)}, Signature={signature}"
    )
    return request
