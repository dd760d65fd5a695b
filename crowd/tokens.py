"""The signed token that stands in a worker's form instead of a cookie.

It carries the claims of the address the page was opened with and is bound to that page's HIT.
Signing proves that we showed this page for these claims, not that the claims are true.
"""

from dataclasses import astuple
from datetime import timedelta
from uuid import UUID

from django.core import signing

from crowd.frame import FrameClaims, FrameError, submit_origin

SALT = "crowd.tokens"
MAX_AGE = timedelta(days=30)


class TokenError(ValueError):
    """The token was altered, is too old, or belongs to another HIT."""


def sign(claims: FrameClaims, hit_public_id: UUID) -> str:
    """Raises FrameError in a preview: there is nothing a preview may save."""
    if claims.is_preview:
        raise FrameError("a preview has no assignment to sign")
    return signing.dumps([str(hit_public_id), *astuple(claims)], salt=SALT)


def unsign(token: str, hit_public_id: UUID) -> FrameClaims:
    """The claims signed for this HIT; raises TokenError."""
    try:
        signed_for, *values = signing.loads(token, salt=SALT, max_age=MAX_AGE)
    except signing.SignatureExpired:
        raise TokenError(f"the page was opened more than {MAX_AGE.days} days ago") from None
    except signing.BadSignature:
        raise TokenError(f"the token was altered: {token[:40]!r}") from None
    if signed_for != str(hit_public_id):
        raise TokenError(f"the token belongs to HIT {signed_for}, not to {hit_public_id}")
    claims = FrameClaims(*values)
    try:
        submit_origin(claims.submit_to)  # our list may have been shortened since
    except FrameError as error:
        raise TokenError(str(error)) from None
    return claims
