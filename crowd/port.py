"""The words in which the rooms talk with an endpoint, whatever its protocol.

What it can answer, and every way it can fail. `crowd.mturk` speaks Mechanical Turk's protocol
behind these words.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal


class EndpointError(Exception):
    """The endpoint did not do what it was asked."""


class NotConfigured(EndpointError):
    """Our settings name no endpoint that may be called, or the keys are not accepted there."""


class Unavailable(EndpointError):
    """No answer, or "not now": it may or may not have happened, and may be asked again."""


class Busy(Unavailable):
    """Not now, and certainly nothing happened: too many calls."""


class Refused(EndpointError):
    """The endpoint said no; `code` is its TurkErrorCode without the prefix."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class AlreadyExists(Refused):
    """The idempotency token was used before; `hit_id` is what it made, "" if it is not named."""

    def __init__(self, code: str, message: str, hit_id: str) -> None:
        super().__init__(code, message)
        self.hit_id = hit_id


class WrongState(Refused):
    """The HIT or assignment is not, not yet or no longer in a state that allows it."""


class InsufficientFunds(Refused):
    """The account does not hold enough for it."""


@dataclass(frozen=True)
class RemoteHIT:
    """A HIT as the endpoint describes it."""

    mturk_id: str
    annotation: str
    max_assignments: int
    expires_at: datetime
    status: str = ""


@dataclass(frozen=True)
class RemoteAssignment:
    """Handed-in work as the endpoint describes it: this is proof, not a claim."""

    mturk_id: str
    hit_id: str
    worker_id: str
    status: str
    accepted_at: datetime
    handed_in_at: datetime
    auto_approval_at: datetime | None
    answer: str


@dataclass(frozen=True)
class RemoteBonus:
    """A bonus the endpoint has paid."""

    assignment_id: str
    worker_id: str
    amount_usd: Decimal
    reason: str


@dataclass(frozen=True)
class RemoteQualification:
    """A qualification type of our account."""

    mturk_id: str
    name: str


@dataclass(frozen=True)
class Balance:
    """What the account holds: free to spend, and held for what is offered."""

    available_usd: Decimal
    on_hold_usd: Decimal
