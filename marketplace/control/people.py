"""Accounts and workers for tests, and what their money did."""

from decimal import Decimal

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from marketplace import clock, credentials, ledger, market, workers
from marketplace.api.shapes import Flag, Money, Required, Structure, Text, Whole
from marketplace.api.sigv4 import REGION
from marketplace.control.gate import account_named, controlled, read
from marketplace.models import Account

MUCH = Money(most=Decimal(10) ** 12)
NEW_ACCOUNT = Structure(name=Required(Text(least=1, most=64)), balance=MUCH, disabled=Flag())
NEW_WORKERS = Structure(
    count=Whole(1, 1000),
    display_name=Text(most=80),
    country=Text(least=2, most=2, pattern="[A-Z]+"),
    subdivision=Text(least=2, most=2, pattern="[A-Z0-9]+"),
    adult=Flag(),
    masters=Flag(),
)
NEW_BALANCE = Structure(account=Required(Text(least=1)), total=Required(MUCH))
ACCOUNT_STATE = Structure(account=Required(Text(least=1)), disabled=Required(Flag()))


def open_account(request: HttpRequest) -> dict:
    """POST {"name", "balance"}: what marketplace_account prints."""
    wanted = read(request, NEW_ACCOUNT)
    account = credentials.open_account(
        wanted["name"], balance=wanted.get("balance", Decimal("0.00"))
    )
    return describe_key(account)


def describe_key(account: Account) -> dict:
    key, secret = credentials.issue_key(account)
    return {
        "access_key_id": key.key_id,
        "secret_access_key": secret,
        "endpoint_url": settings.MARKETPLACE_ORIGIN,
        "region": REGION,
    }


def disable_account(request: HttpRequest) -> dict:
    """PATCH {"account", "disabled"}."""
    wanted = read(request, ACCOUNT_STATE)
    account = account_named(wanted["account"])
    account.disabled = wanted["disabled"]
    account.save(update_fields=["disabled"])
    return {"account": account.name, "disabled": account.disabled}


def seed_workers(request: HttpRequest) -> dict:
    """POST {"count", profile...}: workers with the secrets of their sign-in links."""
    profile = read(request, NEW_WORKERS)
    count = profile.pop("count", 1)
    with transaction.atomic():
        made = [workers.create(**profile) for _ in range(count)]
    return {"workers": [{"worker_id": w.public_id, "sign_in": secret} for w, secret in made]}


def set_balance(request: HttpRequest) -> dict:
    """POST {"account", "total"}: an adjustment in the ledger."""
    wanted = read(request, NEW_BALANCE)
    with transaction.atomic():
        account = account_named(wanted["account"])
        balance = ledger.set_total(account, wanted["total"], at=clock.now())
    return describe(balance)


def show_balance(request: HttpRequest) -> dict:
    """GET ?account=: the balance and every line of the ledger."""
    market.catch_up()
    account = account_named(request.GET.get("account"))
    lines = account.ledger.order_by("id").select_related("hit", "assignment")
    return describe(ledger.balance(account.id)) | {
        "lines": [
            {
                "kind": line.kind,
                "total_change": f"{line.total_change:.2f}",
                "held_change": f"{line.held_change:.2f}",
                "hit": line.hit and line.hit.public_id,
                "assignment": line.assignment and line.assignment.public_id,
            }
            for line in lines
        ]
    }


def describe(balance: ledger.Balance) -> dict:
    return {
        "total": f"{balance.total:.2f}",
        "held": f"{balance.held:.2f}",
        "available": f"{balance.available:.2f}",
    }


accounts = controlled(POST=open_account, PATCH=disable_account)
people = controlled(POST=seed_workers)
balance = controlled(GET=show_balance, POST=set_balance)
