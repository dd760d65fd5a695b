"""Forms that make one thing however often they are sent: a double click, a reload, going back.

The form carries the signed name that the thing will have. Nothing is written before it is sent.
"""

from django.core import signing

from marketplace.invitations import TICKET_LIFETIME_S
from marketplace.models import Account


class Stale(Exception):
    """The form was open too long, or was not given to this account."""


def ticket(account: Account, kind: str, name: str) -> str:
    return signer(account, kind).sign(name)


def name_in(account: Account, kind: str, given: str) -> str:
    """The name that the ticket carries. Raises Stale."""
    try:
        return signer(account, kind).unsign(given, max_age=TICKET_LIFETIME_S)
    except signing.BadSignature:
        raise Stale from None


def signer(account: Account, kind: str) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"new {kind} of account {account.id}")
