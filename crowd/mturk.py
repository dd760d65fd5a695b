"""The one door to the endpoint: Mechanical Turk's protocol, and the only import of boto3.

Everything the rooms say to the endpoint is a method here, in the words of `crowd.port`; what comes
back is read by `crowd.wire`.
"""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ParamValidationError
from botocore.parsers import ResponseParserError
from django.conf import settings

from crowd.pace import Pace
from crowd.port import NotConfigured, Refused, RemoteAssignment, RemoteHIT, Unavailable
from crowd.wire import is_quiet_fault, read_assignment, read_error, read_hit

EXPIRE_NOW = datetime.fromtimestamp(0, UTC)
LOOPBACK = ("127.0.0.1", "localhost", "::1")
FAULT_RETRY_DELAYS_S = (0.2, 0.5, 1.0)


class Endpoint:
    """A requester's account at an endpoint. Made by `endpoint()`."""

    def __init__(self, client: Any, pace: Pace) -> None:
        self.client = client
        self.pace = pace

    @property
    def url(self) -> str:
        return self.client.meta.endpoint_url.rstrip("/")

    @property
    def mode(self) -> str:
        """What kind of money moves there."""
        if urlsplit(self.url).hostname in LOOPBACK:
            return "a marketplace on this machine: its money is the marketplace's own"
        return "NOT on this machine: what is published there may cost real money"

    def create_hit_type(
        self,
        *,
        title: str,
        description: str,
        keywords: str,
        reward_usd: Decimal,
        assignment_duration_s: int,
        auto_approval_delay_s: int,
    ) -> str:
        """Its id; equal values give the id they gave before."""
        made = self.call(
            self.client.create_hit_type,
            Title=title,
            Description=description,
            Keywords=keywords,
            Reward=f"{reward_usd:.2f}",
            AssignmentDurationInSeconds=assignment_duration_s,
            AutoApprovalDelayInSeconds=auto_approval_delay_s,
        )
        return made["HITTypeId"]

    def create_hit(
        self,
        *,
        hit_type_id: str,
        question: str,
        max_assignments: int,
        lifetime_s: int,
        annotation: str,
        token: str,
    ) -> RemoteHIT:
        made = self.call(
            self.client.create_hit_with_hit_type,
            HITTypeId=hit_type_id,
            Question=question,
            MaxAssignments=max_assignments,
            LifetimeInSeconds=lifetime_s,
            RequesterAnnotation=annotation,
            UniqueRequestToken=token,
        )
        return read_hit(made["HIT"])

    def get_hit(self, mturk_id: str) -> RemoteHIT:
        return read_hit(self.call(self.client.get_hit, HITId=mturk_id)["HIT"])

    def find_hit(self, annotation: str) -> RemoteHIT | None:
        """Walks all HITs of the account: for when the id itself is unknown."""
        for made in self.pages("list_hits", "HITs"):
            if made.get("RequesterAnnotation") == annotation:
                return read_hit(made)
        return None

    def extend(self, mturk_id: str, *, by: int, token: str) -> None:
        self.call(
            self.client.create_additional_assignments_for_hit,
            HITId=mturk_id,
            NumberOfAdditionalAssignments=by,
            UniqueRequestToken=token,
        )

    def move_expiration(self, mturk_id: str, at: datetime) -> None:
        """With EXPIRE_NOW nobody can accept it any more; accepted work may still be handed in."""
        self.call(self.client.update_expiration_for_hit, HITId=mturk_id, ExpireAt=at)

    def assignments(self, hit_id: str) -> Iterator[RemoteAssignment]:
        """What was handed in, whatever became of it; nothing that is only accepted."""
        listed = self.pages("list_assignments_for_hit", "Assignments", HITId=hit_id)
        return map(read_assignment, listed)

    def get_assignment(self, mturk_id: str) -> RemoteAssignment:
        """Raises WrongState while it has not been handed in."""
        found = self.call(self.client.get_assignment, AssignmentId=mturk_id)
        return read_assignment(found["Assignment"])

    def approve(self, mturk_id: str, *, overturn: bool) -> None:
        self.call(self.client.approve_assignment, AssignmentId=mturk_id, OverrideRejection=overturn)

    def reject(self, mturk_id: str, *, reason: str) -> None:
        self.call(self.client.reject_assignment, AssignmentId=mturk_id, RequesterFeedback=reason)

    def balance_usd(self) -> Decimal:
        return Decimal(self.call(self.client.get_account_balance)["AvailableBalance"])

    def pages(self, operation: str, rows: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """All rows of a list, page after page, each page a call."""
        method = getattr(self.client, operation)
        token: dict[str, str] = {}
        while True:
            page = self.call(method, MaxResults=100, **parameters, **token)
            yield from page.get(rows, [])
            if not page.get("NextToken"):
                return
            if page["NextToken"] == token.get("NextToken"):
                raise Unavailable(f"{operation} gave the same page token twice")
            token = {"NextToken": page["NextToken"]}

    def call(self, method: Callable[..., dict[str, Any]], **parameters: Any) -> dict[str, Any]:
        """One call in our pace. boto3 repeats what it can; it never repeats a ServiceFault 400."""
        for delay_s in (*FAULT_RETRY_DELAYS_S, None):
            self.pace.wait()
            try:
                return method(**parameters)
            except ClientError as error:
                if delay_s is None or not is_quiet_fault(error.response):
                    raise read_error(error.response) from error
                time.sleep(delay_s)
            except ParamValidationError as error:
                raise Refused("ParamValidationError", str(error)) from error
            except (BotoCoreError, ResponseParserError) as error:
                raise Unavailable(f"{type(error).__name__}: {error}") from error
        raise AssertionError("the last round either returns or raises")


def endpoint() -> Endpoint:
    """The endpoint of the settings. Raises NotConfigured if it may not be called."""
    if not (settings.MTURK_ACCESS_KEY_ID and settings.MTURK_SECRET_ACCESS_KEY):
        raise NotConfigured("MTURK_ACCESS_KEY_ID and MTURK_SECRET_ACCESS_KEY must be set")
    made = connect(
        settings.MTURK_ENDPOINT_URL,
        settings.MTURK_REGION,
        settings.MTURK_ACCESS_KEY_ID,
        settings.MTURK_SECRET_ACCESS_KEY,
        settings.MTURK_REQUESTS_PER_S,
    )
    if made.url not in [known.rstrip("/") for known in settings.MTURK_ALLOWED_ENDPOINTS]:
        raise NotConfigured(f"{made.url} is not among MTURK_ALLOWED_ENDPOINTS")
    return made


def endpoint_at(url: str) -> Endpoint:
    """The endpoint of the settings, for what was published there. Raises NotConfigured."""
    configured = endpoint()
    if configured.url != url.rstrip("/"):
        raise NotConfigured(f"this was published at {url}, but {configured.url} is configured")
    return configured


@lru_cache(maxsize=8)
def connect(url: str, region: str, key_id: str, secret: str, requests_per_s: float) -> Endpoint:
    """Made once a process: a client is costly to make and safe to share between threads."""
    client = boto3.Session().client(
        "mturk",
        endpoint_url=url or None,
        region_name=region,
        aws_access_key_id=key_id,
        aws_secret_access_key=secret,
        config=Config(
            retries={"mode": "adaptive", "total_max_attempts": 8},
            connect_timeout=5,
            read_timeout=30,
        ),
    )
    return Endpoint(client, Pace(requests_per_s))
