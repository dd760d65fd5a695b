"""Who calls which operation."""

from dataclasses import dataclass

from marketplace.models import Account


@dataclass(frozen=True)
class Caller:
    account: Account
    operation: str
    request_id: str
