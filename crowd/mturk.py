"""The one door to the endpoint: Mechanical Turk's protocol, and the only import of boto3.

What is said through it stands in `crowd.requester`.
"""

import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, ParamValidationError
from botocore.parsers import ResponseParserError
from django.conf import settings

from crowd.pace import Pace
from crowd.port import NotConfigured, Refused, Unavailable
from crowd.requester import Requester
from crowd.wire import is_quiet_fault, read_error

LOOPBACK = ("127.0.0.1", "localhost", "::1")
FAULT_RETRY_DELAYS_S = (0.2, 0.5, 1.0)
ATTEMPTS = 8


class Endpoint(Requester):
    """A requester's account at an endpoint. Made by `endpoint()`.

    `client(attempts)` gives the boto3 client that sends a call at most so often.
    """

    def __init__(self, client: Callable[[int], Any], pace: Pace) -> None:
        self.client = client
        self.pace = pace

    @property
    def url(self) -> str:
        return self.client(ATTEMPTS).meta.endpoint_url.rstrip("/")

    @property
    def mode(self) -> str:
        """What kind of money moves there."""
        if urlsplit(self.url).hostname in LOOPBACK:
            return "a marketplace on this machine: its money is the marketplace's own"
        return "NOT on this machine: what is published there may cost real money"

    def pages(self, operation: str, rows: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """All rows of a list, page after page, each page a call."""
        token: dict[str, str] = {}
        while True:
            page = self.call(operation, MaxResults=100, **parameters, **token)
            yield from page.get(rows, [])
            if not page.get("NextToken"):
                return
            if page["NextToken"] == token.get("NextToken"):
                raise Unavailable(f"{operation} gave the same page token twice")
            token = {"NextToken": page["NextToken"]}

    def call(self, operation: str, *, once: bool = False, **parameters: Any) -> dict[str, Any]:
        """One call in our pace. boto3 repeats what it can; it never repeats a ServiceFault 400."""
        method = getattr(self.client(1 if once else ATTEMPTS), operation)
        for delay_s in (*(() if once else FAULT_RETRY_DELAYS_S), None):
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

    @lru_cache(maxsize=2)
    def client(attempts: int) -> Any:
        return boto3.Session().client(
            "mturk",
            endpoint_url=url or None,
            region_name=region,
            aws_access_key_id=key_id,
            aws_secret_access_key=secret,
            config=Config(
                retries={"mode": "adaptive", "total_max_attempts": attempts},
                connect_timeout=5,
                read_timeout=30,
            ),
        )

    return Endpoint(client, Pace(requests_per_s))
