"""Measures the requester API: python -m tests.bench.market_bench [--postgres URL] [--json]

Calls are signed beforehand and sent over one kept connection, so that what is timed is the server.
CreateHITWithHITType and ListAssignmentsForHIT (of a HIT with one submission) are compared with a
bare Django view that verifies the signature and writes or reads one row; rounds alternate, and the
rate is the median. List pages are measured on an account of 100 and one of 20,000 HITs.
"""

import argparse
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from highres_web.processes import BASE_DIR, MARKETPLACE_SETTINGS, gunicorn
from tests.marketplace.databases import fresh_database
from tests.marketplace.words import DAY, question
from tests.ports import free_port

ROUNDS, CALLS = 7, 150
SMALL, LARGE = 100, 20_000
TARGET = "MTurkRequesterServiceV20170117."
LISTS = ("ListHITs", "ListReviewableHITs", "ListAssignmentsForHIT", "GetAccountBalance")


class Server:
    """A gunicorn of one process; gives prepared calls and counts how many it answers a second."""

    def __init__(self, application: str, environment: dict[str, str]) -> None:
        self.port = free_port()
        argv = gunicorn(application, f"127.0.0.1:{self.port}", 1, 4, keep_alive_s=75)
        self.process = subprocess.Popen(argv, env=environment, cwd=BASE_DIR)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def sign(self, rows: dict[str, Any], operation: str, members: dict[str, Any]):
        """Headers and body of a call by the account whose rows these are."""
        body = json.dumps(members).encode()
        url = f"http://127.0.0.1:{self.port}/"
        headers = {
            "X-Amz-Target": TARGET + operation,
            "Content-Type": "application/x-amz-json-1.1",
        }
        request = AWSRequest("POST", url, headers=headers, data=body)
        keys = Credentials(rows["access_key_id"], rows["secret_access_key"])
        SigV4Auth(keys, "mturk-requester", "us-east-1").add_auth(request)
        return dict(request.headers), body

    def call(self, signed: tuple[dict[str, str], bytes]) -> bytes:
        headers, body = signed
        self.connection.request("POST", "/", body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{headers['X-Amz-Target']} answered {answer.status}: {text!r}")
        return text

    def wait(self, signed) -> None:
        for _ in range(200):
            try:
                self.call(signed)
                return
            except (ConnectionError, http.client.HTTPException):
                self.connection.close()
                time.sleep(0.1)
        raise RuntimeError("a server of the bench did not start")

    def seconds(self, signed, calls: int = CALLS) -> float:
        started = time.perf_counter()
        for _ in range(calls):
            self.call(signed)
        return (time.perf_counter() - started) / calls


@contextmanager
def environment_of(folder: Path, postgres: str) -> Iterator[dict[str, str]]:
    database = fresh_database(postgres) if postgres else None
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "HIGHRES_VAR": str(folder),
        "HIGHRES_ENV_FILE": os.devnull,
        "DJANGO_SETTINGS_MODULE": MARKETPLACE_SETTINGS,
        **({"MARKETPLACE_DATABASE_URL": database.url} if database else {}),
    }
    migrate = [sys.executable, "manage.py", "marketplace_migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=environment, cwd=BASE_DIR, check=True)
    try:
        yield environment
    finally:
        if database:
            database.drop()


def filled(environment: dict[str, str], name: str, n_hits: int) -> dict[str, Any]:
    argv = [sys.executable, "-m", "tests.bench.market_rows", name, str(n_hits)]
    made = subprocess.run(
        argv, env=environment, cwd=BASE_DIR, check=True, capture_output=True, text=True
    )
    return json.loads(made.stdout)


def queries(environment: dict[str, str], accounts: list[dict[str, Any]]) -> dict[str, list[int]]:
    """How many queries each list asks, account by account."""
    argv = [sys.executable, "-m", "tests.bench.market_queries"]
    counted = subprocess.run(
        argv, env=environment, cwd=BASE_DIR, check=True, capture_output=True, text=True,
        input=json.dumps(accounts),
    )  # fmt: skip
    return json.loads(counted.stdout)


def throughput(market: Server, bare: Server, rows: dict[str, Any]) -> dict[str, Any]:
    """Calls a second of both, and their ratio: the median of the rounds' ratios."""
    asked = {
        "CreateHITWithHITType": {
            "HITTypeId": rows["HITTypeId"],
            "LifetimeInSeconds": DAY,
            "MaxAssignments": 1,
            "Question": question(),
        },
        "ListAssignmentsForHIT": {"HITId": rows["HITId"]},
    }
    figures = {}
    for operation, members in asked.items():
        ours, theirs = (server.sign(rows, operation, members) for server in (market, bare))
        market.wait(ours)
        bare.wait(theirs)
        pairs = [(market.seconds(ours), bare.seconds(theirs)) for _ in range(ROUNDS)]
        figures[operation] = {
            "per_second": round(1 / statistics.median(ours_s for ours_s, _ in pairs)),
            "bare_per_second": round(1 / statistics.median(bare_s for _, bare_s in pairs)),
            "ratio": round(statistics.median(bare_s / ours_s for ours_s, bare_s in pairs), 2),
        }
    return figures


def growth(market: Server, small: dict[str, Any], large: dict[str, Any]) -> dict[str, float]:
    """How much longer a page of 100 rows takes in the large account."""
    ratios = {}
    for operation in LISTS:
        page = {"MaxResults": 100} if operation.startswith("ListHITs") else {}
        members = {"HITId"} if operation == "ListAssignmentsForHIT" else set()
        calls = [
            market.sign(rows, operation, {**page, **{name: rows[name] for name in members}})
            for rows in (small, large)
        ]
        for signed in calls:
            market.call(signed)
        pairs = [[market.seconds(signed, 20) for signed in calls] for _ in range(ROUNDS)]
        ratios[operation] = round(statistics.median(big / little for little, big in pairs), 2)
    return ratios


def run(postgres: str) -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        environment_of(Path(folder), postgres) as environment,
    ):
        small, large = (filled(environment, f"of {n}", n) for n in (SMALL, LARGE))
        market = Server("marketplace.wsgi", environment)
        bare = Server("tests.bench.bare_wsgi", environment)
        try:
            return {
                "throughput": throughput(market, bare, small),
                "growth": growth(market, small, large),
                "queries": queries(environment, [small, large]),
            }
        finally:
            for server in (market, bare):
                server.connection.close()
                server.process.terminate()
                server.process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the marketplace's requester API.")
    parser.add_argument("--postgres", default="", metavar="URL", help="instead of SQLite")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    figures = run(asked.postgres)
    if asked.json:
        print(json.dumps(figures))
        return
    for operation, row in figures["throughput"].items():
        print(
            f"{operation:24} {row['per_second']:6} a second, bare view {row['bare_per_second']:6}: "
            f"ratio {row['ratio']:.2f} (to reach: 0.50)"
        )
    for operation, ratio in figures["growth"].items():
        print(f"{operation:24} {ratio:6.2f} x the time at {LARGE} HITs as at {SMALL}")
    for operation, (few, many) in figures["queries"].items():
        print(f"{operation:24} {few:3} queries at {SMALL} HITs, {many} at {LARGE}")


if __name__ == "__main__":
    main()
