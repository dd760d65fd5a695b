"""Arguments that the commands of the marketplace share."""

from pathlib import Path

from django.core.management.base import CommandError

from marketplace.invitations import MOST_PLACES
from marketplace.models import Account


def positive(text: str) -> int:
    """A whole number from 1. Raises ValueError, which argparse turns into words."""
    number = int(text)
    if not 1 <= number <= MOST_PLACES:
        raise ValueError(text)
    return number


def account_named(name: str) -> Account:
    if account := Account.objects.filter(name=name).first():
        return account
    raise CommandError(f"there is no account named {name!r}")


def read_text(path: str | None, *, option: str) -> str:
    """The text of a file; empty without one. Raises CommandError."""
    if not path:
        return ""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{option} {path}: {error}") from error
    if not text.strip() or "\0" in text:
        raise CommandError(f"{option} {path} holds no text to agree to")
    return text
