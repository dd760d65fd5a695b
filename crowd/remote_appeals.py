"""What our own marketplace says about appeals: operations beside Mechanical Turk's protocol.

Signed like every other call. An endpoint that does not know them has no appeals.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import HTTPClientError
from botocore.httpsession import URLLib3Session
from django.conf import settings

from crowd.models import Call
from crowd.mturk import Endpoint
from crowd.outcome import Outcome
from crowd.port import Refused, Unavailable
from crowd.wire import read_error

TARGET = "HighRESMarketplace."
SERVICE = "mturk-requester"
TIMEOUT_S = 30


@dataclass(frozen=True)
class RemoteAppeal:
    """An appeal as the endpoint describes it."""

    mturk_id: str
    assignment_id: str
    message: str
    made_at: datetime


def open_appeals(endpoint: Endpoint) -> Iterator[RemoteAppeal]:
    """All appeals nobody has answered, newest first. Raises EndpointError."""
    token: dict[str, str] = {}
    while True:
        try:
            page = ask(endpoint, "ListAppeals", Status="Open", MaxResults=100, **token)
        except Refused as refusal:
            if refusal.code == "UnknownOperationException":
                return
            raise
        yield from map(read, page["Appeals"])
        if not page.get("NextToken"):
            return
        token = {"NextToken": page["NextToken"]}


def read(told: dict[str, Any]) -> RemoteAppeal:
    return RemoteAppeal(
        mturk_id=told["AppealId"],
        assignment_id=told["AssignmentId"],
        message=told.get("Message", ""),
        made_at=datetime.fromtimestamp(told["AppealTime"], UTC),
    )


def deny(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    """Saying it twice is as good as once."""
    said = {"AppealId": call.payload["appeal"], "Answer": call.payload["answer"]}
    ask(endpoint, "DenyAppeal", **said)
    return Outcome()


def ask(endpoint: Endpoint, operation: str, **members: Any) -> dict[str, Any]:
    """One signed call in our pace. Raises EndpointError."""
    headers = {"X-Amz-Target": TARGET + operation, "Content-Type": "application/x-amz-json-1.1"}
    body = json.dumps(members).encode()
    request = AWSRequest("POST", f"{endpoint.url}/", headers=headers, data=body)
    keys = Credentials(settings.MTURK_ACCESS_KEY_ID, settings.MTURK_SECRET_ACCESS_KEY)
    SigV4Auth(keys, SERVICE, settings.MTURK_REGION).add_auth(request)
    endpoint.pace.wait()
    try:
        answer = URLLib3Session(timeout=TIMEOUT_S).send(request.prepare())
        told = json.loads(answer.content)
    except (HTTPClientError, ValueError) as error:
        raise Unavailable(f"{operation}: {type(error).__name__}: {error}") from error
    if answer.status_code != 200:
        code = str(told.get("__type", "")).rpartition("#")[2]
        metadata = {"HTTPStatusCode": answer.status_code}
        raise read_error({**told, "Error": {"Code": code}, "ResponseMetadata": metadata})
    return told
