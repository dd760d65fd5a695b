"""What the account at the endpoint holds: asked in the background, believed when money is spent.

An endpoint holds the price of a HIT when it creates it; so what we have promised and it does not
know of yet counts against what it said.
"""

from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Q, Sum
from django.db.models.functions import Now

from crowd import mturk
from crowd.models import AccountBalance, Call, LedgerEntry
from crowd.money import to_cent

# An older answer says nothing about what was deposited since; then the endpoint decides.
FRESH = timedelta(minutes=10)


def ask_balance(now: datetime) -> AccountBalance:
    """Ask and keep the answer. Raises EndpointError."""
    endpoint = mturk.endpoint()
    told = endpoint.balance()
    known, _ = AccountBalance.objects.update_or_create(
        endpoint_url=endpoint.url,
        defaults={
            "available_usd": told.available_usd,
            "on_hold_usd": told.on_hold_usd,
            "asked_at": now,
        },
    )
    return known


def free_usd(url: str) -> Decimal | None:
    """What the account can still cover; None if it was not asked lately."""
    lately = AccountBalance.objects.filter(asked_at__gt=Now() - FRESH)
    known = lately.filter(endpoint_url=url).first()
    if known is None:
        return None
    unmade = Call.objects.open().filter(operation=Call.Operation.CREATE_HIT)
    promised = LedgerEntry.objects.filter(
        Q(created_at__gt=known.asked_at) | Q(hit__in=unmade.values("hit")),
        hit__item__batch__endpoint_url=url,
        amount_usd__gt=0,
    )
    unknown_there = promised.aggregate(sum=Sum("amount_usd", default=Decimal(0)))["sum"]
    return known.available_usd - to_cent(unknown_there)
