"""What a call to the endpoint can come to, besides what the endpoint itself says."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from crowd.port import EndpointError

# Endpoints remember an idempotency token for 24 hours; an hour is kept as margin.
TOKEN_LIFE = timedelta(hours=23)


class NotYet(EndpointError):
    """The endpoint does not know of it yet; it may later."""


class Doubtful(EndpointError):
    """It may have happened, nothing at the endpoint can tell, and it is not said twice blindly."""


@dataclass(frozen=True)
class Outcome:
    """What is true at the endpoint after the call: new values of HIT, item and batch, status of the
    work, the bonus paid; or that the HIT is not there and is not wanted any more."""

    hit: dict[str, Any] = field(default_factory=dict)
    item: dict[str, Any] = field(default_factory=dict)
    batch: dict[str, Any] = field(default_factory=dict)
    status: str = ""
    overtaken: str = ""
    bonus_is_paid: bool = False
    is_unmade: bool = False
