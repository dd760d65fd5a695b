"""Identifiers that cannot be guessed, in the shapes of the requester API."""

import re
import secrets
import string

RANDOM = secrets.SystemRandom()
ALPHABET = string.ascii_uppercase + string.digits


ENTITY_ID = re.compile(r"[A-Z0-9]{1,64}")


def is_entity_id(text: str) -> bool:
    """Whether it may name anything here: what fails is not looked up at all."""
    return ENTITY_ID.fullmatch(text) is not None


def draw(length: int) -> str:
    return "".join(RANDOM.choices(ALPHABET, k=length))


def new_entity_id() -> str:
    """For HITs, HIT types, groups and assignments: 30 characters beginning with 3."""
    return "3" + draw(29)


def new_worker_id() -> str:
    return "A" + draw(13)


def new_access_key_id() -> str:
    return "AKIA" + draw(16)


def new_secret() -> str:
    """For secret access keys and sign-in links: 40 URL-safe characters."""
    return secrets.token_urlsafe(30)
