"""Requester accounts and the access keys that sign their calls."""

import base64
import hashlib
from decimal import Decimal
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from marketplace import clock, identifiers, ledger
from marketplace.models import AccessKey, Account
from marketplace.prepared import Prepared

MAX_ACTIVE_KEYS = 2  # the old one and the new one, while they are rotated


class CredentialsError(Exception):
    """An account or key that cannot be made; the text says why."""


def open_account(name: str, *, balance: Decimal) -> Account:
    """A new requester with money paid in. Raises CredentialsError if the name is taken."""
    with transaction.atomic():
        account, made = Account.objects.get_or_create(name=name)
        if not made:
            raise CredentialsError(f"there is an account named {name!r} already")
        if balance:
            ledger.deposit(account, balance, at=clock.now())
    return account


class MadeMeanwhile(CredentialsError):
    """The newest key is not the one the caller knew."""


def issue_key(account: Account, *, after: str | None = None) -> tuple[AccessKey, str]:
    """A new key and its secret, which is told this once. Raises CredentialsError at the third.

    With `after`, the id of the newest key the caller knows, doing it twice makes one: the second
    time it is another. Raises MadeMeanwhile.
    """
    secret = identifiers.new_secret()
    with transaction.atomic():
        ledger.lock(account.id)
        newest = account.keys.order_by("-id").values_list("key_id", flat=True).first()
        if after is not None and after != newest:
            raise MadeMeanwhile(f"account {account.name!r} has another key since")
        if account.keys.filter(active=True).count() >= MAX_ACTIVE_KEYS:
            raise CredentialsError(
                f"account {account.name!r} has {MAX_ACTIVE_KEYS} active keys; retire one first"
            )
        key = account.keys.create(
            key_id=identifiers.new_access_key_id(),
            secret_encrypted=box().encrypt(secret.encode()).decode(),
        )
    return key, secret


def retire(account: Account, key_id: str) -> bool:
    """Take a key out of use; whether it was the account's and in use."""
    return bool(account.keys.filter(key_id=key_id, active=True).update(active=False))


def find_key(key_id: str) -> AccessKey | None:
    """An active key with its account."""
    if not identifiers.is_entity_id(key_id):
        return None
    for sealed, *account in KEY(key_id):
        owner = Account.from_db("default", ("id", "name", "disabled"), account)
        return AccessKey(key_id=key_id, secret_encrypted=sealed, account=owner)
    return None


def active_key(key_id: str) -> QuerySet:
    keys = AccessKey.objects.filter(key_id=key_id, active=True)
    return keys.values_list("secret_encrypted", "account", "account__name", "account__disabled")


# Asked by every call.
KEY = Prepared(active_key, "A KEY")


def secret_of(key: AccessKey) -> str:
    """The plain secret. Raises CredentialsError if it was sealed under another secret key."""
    try:
        return decrypted(key.secret_encrypted)
    except InvalidToken as error:
        raise CredentialsError(
            f"access key {key.key_id} was made under another MARKETPLACE_SECRET_KEY"
        ) from error


@lru_cache(maxsize=1024)
def decrypted(sealed: str) -> str:
    """Whether the key is still active is asked of its row, each time."""
    return box().decrypt(sealed.encode()).decode()


@lru_cache(maxsize=1)
def box() -> Fernet:
    seed = hashlib.sha256(b"marketplace access keys:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(seed))
