"""How many queries each list asks: python -m tests.bench.market_queries < the rows as JSON.

Runs the API's own view in this process, on the database of the environment; prints JSON, a list of
counts for each operation, in the order of the accounts.
"""

import json
import sys

import django

django.setup()

from botocore.auth import SigV4Auth  # noqa: E402
from botocore.awsrequest import AWSRequest  # noqa: E402
from botocore.credentials import Credentials  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import RequestFactory  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from marketplace.front_door import front_door  # noqa: E402

ASKED = {
    "ListHITs": {"MaxResults": 20},
    "ListReviewableHITs": {"MaxResults": 20},
    "ListAssignmentsForHIT": {},
    "GetAccountBalance": {},
    "GetHIT": {},
}
OF_ONE_HIT = ("ListAssignmentsForHIT", "GetHIT")


def count(rows: dict, operation: str) -> int:
    members = ASKED[operation] | ({"HITId": rows["HITId"]} if operation in OF_ONE_HIT else {})
    body = json.dumps(members).encode()
    headers = {
        "X-Amz-Target": f"MTurkRequesterServiceV20170117.{operation}",
        "Content-Type": "application/x-amz-json-1.1",
    }
    call = AWSRequest("POST", "http://127.0.0.1/", headers=headers, data=body)
    keys = Credentials(rows["access_key_id"], rows["secret_access_key"])
    SigV4Auth(keys, "mturk-requester", "us-east-1").add_auth(call)
    request = RequestFactory(headers=dict(call.headers)).post(
        "/", body, content_type=headers["Content-Type"], headers={"Host": "127.0.0.1"}
    )
    with CaptureQueriesContext(connection) as asked:
        answer = front_door(request)
    if answer.status_code != 200:
        raise RuntimeError(f"{operation} answered {answer.status_code}: {answer.content!r}")
    return len(asked)


if __name__ == "__main__":
    accounts = json.load(sys.stdin)
    print(json.dumps({name: [count(rows, name) for rows in accounts] for name in ASKED}))
