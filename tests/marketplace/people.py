"""The two kinds of people who use the marketplace: through boto3, and through its pages."""

import json
import re
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Self

import boto3
import requests

from tests.marketplace.words import DAY, HOUR, question

if TYPE_CHECKING:
    from tests.marketplace.harness import Marketplace

BOTO3 = boto3.Session()


class Requester:
    """An account at the marketplace, calling through boto3."""

    def __init__(self, market: "Marketplace", name: str, keys: dict[str, str]):
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

    def expire(self, hit_id: str, when: datetime | int = 0) -> None:
        self.mturk.update_expiration_for_hit(HITId=hit_id, ExpireAt=when)

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

    @classmethod
    def join(cls, origin: str) -> Self:
        """Somebody new, by the page where anybody may join."""
        worker = cls(origin, "", "")
        worker.browser = requests.Session()
        worker.get("/join/")
        joined = worker.post("/join/").text
        worker.worker_id = re.search(r"Welcome, worker <span[^>]*>([A-Z0-9]+)<", joined)[1]
        worker.secret = re.search(r"/sign-in/([^<]+)<", joined)[1]
        return worker

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
        return self.arrived_at(self.post(f"/hits/{hit_id}/accept").url)

    def accept_from_group(self, hit_type_id: str) -> str:
        """Press accept in the list of tasks: any HIT of the group."""
        return self.arrived_at(self.post(f"/groups/{hit_type_id}/accept").url)

    def arrived_at(self, url: str) -> str:
        return re.fullmatch(rf"{self.origin}/assignments/([A-Z0-9]+)", url)[1]

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
