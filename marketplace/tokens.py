"""Idempotency tokens: a call with a token takes effect once in their lifetime."""

from datetime import datetime, timedelta

from django.conf import settings

from marketplace import ledger
from marketplace.models import Account, IdempotencyToken
from marketplace.refusals import RequestError


def claim(
    account: Account,
    operation: str,
    token: str | None,
    *,
    made: str,
    at: datetime,
    lifetime: timedelta | None = None,
) -> None:
    """Note that the token made `made`, in the caller's transaction; without a token, nothing.

    A repeat is an error, not a replay: it names what the first call made, before the token, since
    callers take the first long word of capitals for the id. Locks the account: two calls with one
    token queue here. Raises RequestError.
    """
    if not token:
        return
    ledger.lock(account.id)
    mine = account.tokens.filter(operation=operation, token=token)
    remembered = lifetime or timedelta(seconds=settings.MARKETPLACE_TOKEN_LIFETIME_S)
    if used := mine.filter(used_at__gt=at - remembered).first():
        raise already_processed(operation, token, used.made)
    mine.delete()
    IdempotencyToken.objects.create(
        account=account, operation=operation, token=token, made=made, used_at=at
    )


def already_processed(operation: str, token: str, made: str) -> RequestError:
    text = f'The idempotency token "{token}" has already been processed.'
    if operation.startswith("CreateHIT"):
        return RequestError("HitAlreadyExists", f"HIT {made} already exists. {text}")
    return RequestError("DuplicateRequest", f"{text} It was processed by request {made}.")
