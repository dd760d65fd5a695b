"""Calls of the marketplace's own operations, signed as boto3 signs the others."""

import json

import requests
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from tests.marketplace.harness import Requester


def call(requester: Requester, operation: str, **members) -> requests.Response:
    """The answer to HighRESMarketplace.<operation>, as it came."""
    keys = requester.keys
    sent = AWSRequest(
        "POST",
        keys["endpoint_url"] + "/",
        data=json.dumps(members),
        headers={
            "X-Amz-Target": f"HighRESMarketplace.{operation}",
            "Content-Type": "application/x-amz-json-1.1",
        },
    )
    credentials = Credentials(keys["access_key_id"], keys["secret_access_key"])
    SigV4Auth(credentials, "mturk-requester", keys["region"]).add_auth(sent)
    prepared = sent.prepare()
    return requests.post(
        prepared.url, data=prepared.body, headers=dict(prepared.headers), timeout=30
    )


def said(requester: Requester, operation: str, **members) -> dict:
    """The members of the answer to a call that succeeds."""
    answer = call(requester, operation, **members)
    assert answer.status_code == 200, answer.text
    return answer.json()


def appeals(requester: Requester, **members) -> list[dict]:
    return said(requester, "ListAppeals", **members)["Appeals"]
