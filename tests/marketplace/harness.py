"""The real marketplace in a process of its own, and the two kinds of people who use it.

Requesters come through unmodified boto3, workers through the pages of the site, and the tests'
god through the control interface. Nothing here imports the marketplace.
"""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import boto3
import pytest
import requests
from botocore.exceptions import ClientError

ROOT = Path(__file__).resolve().parents[2]
QUESTION_NAMESPACE = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/"
    "ExternalQuestion.xsd"
)
ANSWER_NAMESPACE = (
    "{http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2005-10-01/"
    "QuestionFormAnswers.xsd}"
)
MINUTE, HOUR, DAY = 60, 3600, 86_400
TURK = "AWS.MechanicalTurk."
BOTO3 = boto3.Session()
# Nothing of the developer's environment reaches the server under test.
INHERITED = ("PATH", "HOME", "LANG", "TMPDIR")


def question(url: str = "https://tasks.example.org/t/17?x=1", *, height: str = "0") -> str:
    return (
        f'<ExternalQuestion xmlns="{QUESTION_NAMESPACE}">'
        f"<ExternalURL>{escape(url)}</ExternalURL><FrameHeight>{height}</FrameHeight>"
        f"</ExternalQuestion>"
    )


def turk_code(error: ClientError) -> str:
    """The TurkErrorCode without its prefix; of other errors their plain code."""
    return error.response.get("TurkErrorCode", error.response["Error"]["Code"]).removeprefix(TURK)


def refused(call, **arguments) -> ClientError:
    """The error with which a call was refused."""
    with pytest.raises(ClientError) as caught:
        call(**arguments)
    return caught.value


def message(error: ClientError) -> str:
    return error.response["Error"]["Message"]


def answers_of(xml: str) -> dict[str, str]:
    root = ElementTree.fromstring(xml)
    return {
        answer.findtext(f"{ANSWER_NAMESPACE}QuestionIdentifier"): answer.findtext(
            f"{ANSWER_NAMESPACE}FreeText"
        )
        for answer in root.iter(f"{ANSWER_NAMESPACE}Answer")
    }


class Marketplace:
    """A server on a port of its own. Extra keyword arguments are environment variables."""

    def __init__(self, folder: Path, database_url: str = "", **variables: str):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.log = folder / "marketplace.log"
        self.environment = {
            **{name: os.environ[name] for name in INHERITED if name in os.environ},
            "HIGHRES_VAR": str(folder),
            "HIGHRES_ENV_FILE": os.devnull,
            "MARKETPLACE_ORIGIN": self.origin,
            "MARKETPLACE_CONTROL_SECRET": secrets.token_urlsafe(),
            **({"MARKETPLACE_DATABASE_URL": database_url} if database_url else {}),
            **variables,
        }
        self.session = requests.Session()
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "marketplace.wsgi", "--no-control-socket"]
        command += ["--bind", f"127.0.0.1:{self.port}", "--worker-class", "gthread"]
        command += ["--threads", "16", "--workers", self.environment.get("WORKERS", "1")]
        command += ["--keep-alive", "75"]  # a shorter one closes connections under a slow test
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                self.session.get(f"{self.origin}/about/", timeout=5)
                return
            except requests.ConnectionError:
                time.sleep(0.05)
        raise AssertionError(f"the marketplace did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """As a power cut would: no goodbye. The workers notice that their master is gone."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for pid in [self.process.pid, *map(int, children.split())]:
            os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.session = requests.Session()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=check,
        )

    def ask(self, method: str, path: str, body: dict | None = None, **query: str):
        """A call of the control interface, with its answer as it came."""
        return self.session.request(
            method,
            f"{self.origin}/control/{path}",
            json=body,
            params=query,
            headers={"X-Marketplace-Control": self.environment["MARKETPLACE_CONTROL_SECRET"]},
            timeout=60,
        )

    def control(self, method: str, path: str, body: dict | None = None, **query: str) -> dict:
        response = self.ask(method, path, body, **query)
        assert response.status_code == 200, response.text
        return response.json()

    def advance(self, seconds: float) -> None:
        self.control("POST", "clock", {"advance_s": int(seconds)})

    def arm(self, kind: str, **fault) -> None:
        self.control("POST", "faults", {"kind": kind, **fault})

    def requester(self, balance: str = "1000.00") -> "Requester":
        name = f"lab-{secrets.token_hex(6)}"
        keys = self.control("POST", "accounts", {"name": name, "balance": balance})
        return Requester(self, name, keys)

    def workers(self, count: int, **profile) -> list["Worker"]:
        seeded = self.control("POST", "workers", {"count": count, **profile})["workers"]
        return [Worker(self.origin, row["worker_id"], row["sign_in"]) for row in seeded]

    def worker(self) -> "Worker":
        return self.workers(1)[0]


class Requester:
    """An account at the marketplace, calling through boto3."""

    def __init__(self, market: Marketplace, name: str, keys: dict[str, str]):
        self.market = market
        self.name = name
        self.keys = keys
        self.mturk = self.client()

    def client(self, **options):
        settings = {
            "endpoint_url": self.keys["endpoint_url"],
            "region_name": self.keys["region"],
            "aws_access_key_id": self.keys["access_key_id"],
            "aws_secret_access_key": self.keys["secret_access_key"],
        }
        return BOTO3.client("mturk", **{**settings, **options})

    def create(self, **wanted) -> dict:
        """CreateHIT with sensible defaults; the HIT as it came back."""
        defaults = {
            "Title": "Mark the important words",
            "Description": "Read a news article and mark its most important words.",
            "Keywords": "reading, news",
            "Reward": "0.50",
            "LifetimeInSeconds": DAY,
            "AssignmentDurationInSeconds": HOUR,
            "AutoApprovalDelayInSeconds": 3 * DAY,
            "Question": question(),
        }
        given = {name: value for name, value in {**defaults, **wanted}.items() if value is not None}
        return self.mturk.create_hit(**given)["HIT"]

    def hit(self, hit_id: str) -> dict:
        return self.mturk.get_hit(HITId=hit_id)["HIT"]

    def state(self, hit_id: str) -> tuple[str, int, int]:
        """Status, available, pending: a row of the documented walk."""
        hit = self.hit(hit_id)
        return (
            hit["HITStatus"],
            hit["NumberOfAssignmentsAvailable"],
            hit["NumberOfAssignmentsPending"],
        )

    def work(self, hit_id: str, **filters) -> list[dict]:
        return self.mturk.list_assignments_for_hit(HITId=hit_id, MaxResults=100, **filters)[
            "Assignments"
        ]

    def total(self) -> Decimal:
        """What the account owns: available and on hold."""
        balance = self.mturk.get_account_balance()
        return Decimal(balance["AvailableBalance"]) + Decimal(balance["OnHoldBalance"])

    def on_hold(self) -> Decimal:
        return Decimal(self.mturk.get_account_balance()["OnHoldBalance"])

    def events(self, hit_id: str) -> list[str]:
        """The kinds of the HIT's events, in the order of their times."""
        log = self.market.control("GET", "events", account=self.name)["events"]
        return [event["kind"] for event in log if event["hit"] == hit_id]

    def set_total(self, total: str) -> None:
        self.market.control("POST", "balance", {"account": self.name, "total": total})


class RefusedByTheSite(Exception):
    """A page of the site said no."""

    def __init__(self, response: requests.Response):
        self.status = response.status_code
        self.text = re.sub(r"<[^>]+>|\s+", " ", response.text)
        super().__init__(f"{self.status}: {self.text[:500]}")


class Worker:
    """A person with a browser, using the pages of the site."""

    def __init__(self, origin: str, worker_id: str, secret: str):
        self.origin = origin
        self.worker_id = worker_id
        self.secret = secret
        self.browser: requests.Session | None = None

    def get(self, path: str) -> requests.Response:
        if self.browser is None:
            self.sign_in()
        return self.checked(self.browser.get(f"{self.origin}{path}", timeout=60))

    def post(self, path: str, **fields: str) -> requests.Response:
        """Press a button: the page's own CSRF token travels with it."""
        if self.browser is None:
            self.sign_in()
        fields["csrfmiddlewaretoken"] = self.browser.cookies["marketplace_csrf"]
        return self.checked(self.browser.post(f"{self.origin}{path}", data=fields, timeout=60))

    def sign_in(self) -> None:
        self.browser = requests.Session()
        link = f"/sign-in/{self.secret}"
        assert "<button" in self.get(link).text
        self.post(link)

    def checked(self, response: requests.Response) -> requests.Response:
        if response.status_code >= 400:
            raise RefusedByTheSite(response)
        return response

    def accept(self, hit_id: str) -> str:
        """Press accept on the page of the HIT; the id of the assignment."""
        arrived = self.post(f"/hits/{hit_id}/accept").url
        return re.fullmatch(rf"{self.origin}/assignments/([A-Z0-9]+)", arrived)[1]

    def give_back(self, assignment_id: str) -> None:
        self.post(f"/assignments/{assignment_id}/return")

    def frame_url(self, path: str) -> str:
        """Where the page's frame points."""
        found = re.search(r"<iframe[^>]*?\ssrc=\"([^\"]+)\"", self.get(path).text)
        return found[1].replace("&amp;", "&")

    def submit(self, assignment_id: str, **fields: str) -> None:
        """What the task page does: a native form post from another site, without our cookies."""
        self.checked(hand_in(self.origin, {"assignmentId": assignment_id, **(fields or GIVEN)}))

    def do(self, hit_id: str, **fields: str) -> str:
        """Accept and hand in."""
        assignment_id = self.accept(hit_id)
        self.submit(assignment_id, **fields)
        return assignment_id


GIVEN = {"answer": "forty-two"}


def hand_in(origin: str, fields, session=requests, **options) -> requests.Response:
    return session.post(f"{origin}/mturk/externalSubmit", data=fields, timeout=60, **options)


def as_json(response: requests.Response) -> dict:
    return json.loads(response.text)
