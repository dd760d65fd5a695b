"""`manage.py marketplace_account NAME`: a requester account and the key that signs its calls."""

import json
from decimal import Decimal, InvalidOperation

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from marketplace import credentials
from marketplace.api.sigv4 import REGION
from marketplace.management.arguments import account_named
from marketplace.models import Account


def dollars(text: str) -> Decimal:
    """Whole cents, up to a thousand million. Raises ValueError."""
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise ValueError(text) from None
    if not amount.is_finite() or not 0 <= amount <= 10**9 or amount != round(amount, 2):
        raise ValueError(text)
    return amount


class Command(BaseCommand):
    help = "Creates a requester account and prints its access key as JSON; it is shown this once."

    def add_arguments(self, parser):
        parser.add_argument("name")
        parser.add_argument(
            "--balance",
            type=dollars,
            default=Decimal("100.00"),
            help="what a new account begins with, in USD (default: %(default)s)",
        )
        parser.add_argument("--new-key", action="store_true", help="for an existing account")
        parser.add_argument("--retire-key", metavar="ACCESS_KEY_ID", help="of an existing account")

    def handle(self, *, name: str, balance: Decimal, new_key: bool, retire_key: str | None, **_):
        try:
            with transaction.atomic():
                if retire_key:
                    retire(account_named(name), retire_key)
                    return
                account = (
                    account_named(name)
                    if new_key
                    else credentials.open_account(name, balance=balance)
                )
                key, secret = credentials.issue_key(account)
        except credentials.CredentialsError as error:
            raise CommandError(str(error)) from error
        shown = {
            "access_key_id": key.key_id,
            "secret_access_key": secret,
            "endpoint_url": settings.MARKETPLACE_ORIGIN,
            "region": REGION,
        }
        self.stdout.write(json.dumps(shown))


def retire(account: Account, key_id: str) -> None:
    if not credentials.retire(account, key_id):
        raise CommandError(f"account {account.name!r} has no active key {key_id!r}")
