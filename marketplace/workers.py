"""Workers and the secret links by which they sign in."""

import hashlib

from marketplace import clock, identifiers
from marketplace.models import Worker
from marketplace.refusals import invalid_parameter


def create(display_name: str = "", **profile) -> tuple[Worker, str]:
    """A new worker and the secret of the sign-in link, which is told this once."""
    secret = identifiers.new_secret()
    return create_with(secret, display_name=display_name, **profile), secret


def create_with(secret: str, **profile) -> Worker:
    """A new worker who signs in with this secret of ours."""
    return Worker.objects.create(sign_in_digest=digest(secret), created_at=clock.now(), **profile)


def named(worker_id: str) -> Worker:
    """The worker a requester names. Raises RequestError."""
    if worker := Worker.objects.filter(public_id=worker_id).first():
        return worker
    raise invalid_parameter("WorkerId is invalid.")


def by_sign_in(secret: str) -> Worker | None:
    return Worker.objects.filter(sign_in_digest=digest(secret)).first()


def digest(secret: str) -> str:
    """The secret is long and random: a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
