"""Accounts of staff: opened with a password that works once, then replaced by its owner."""

import secrets
from collections.abc import Iterable, Sequence

from django.conf import settings
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import transaction

from console.models import IssuedPassword
from console.roles import Role
from crowd.models import Worker


class AccountError(ValueError):
    """The account cannot be opened or renewed; the message names the account."""


@transaction.atomic
def open_account(name: str, roles: Iterable[Role]) -> str:
    """Create an account in these roles and return its one-time password.

    Raises AccountError when the name is taken or not a user name. Not safe to run twice: the
    second run is refused and changes nothing.
    """
    if User.objects.filter(username=name).exists():
        raise AccountError(f"an account named {name!r} exists already")
    user = User(username=name)
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise AccountError(f"{name!r} is not a user name: {' '.join(error.messages)}") from error
    user.save()
    user.groups.set(_groups(roles))
    return _issue_password(user)


@transaction.atomic
def renew_account(name: str, roles: Sequence[Role]) -> str:
    """Give an existing account a new one-time password and, when roles are named, these roles.

    Every session of the account ends. Raises AccountError when there is no such account.
    """
    user = User.objects.filter(username=name).first()
    if user is None:
        raise AccountError(f"no account is named {name!r}")
    if roles:
        user.groups.set(_groups(roles))
    return _issue_password(user)


def link_worker(name: str, worker_id: str) -> None:
    """Say under which id the owner of an account works for pay; a repeat changes nothing."""
    user = User.objects.get(username=name)
    endpoint_url = settings.MTURK_ENDPOINT_URL.rstrip("/")
    Worker.objects.get_or_create(endpoint_url=endpoint_url, mturk_id=worker_id)
    Worker.objects.filter(mturk_id=worker_id).update(account=user)


@transaction.atomic
def replace_password(form: SetPasswordForm) -> None:
    """Store the password its owner chose; the one that was printed is worth nothing from now on."""
    user = form.save()
    IssuedPassword.objects.filter(user=user).delete()


def _groups(roles: Iterable[Role]) -> list[Group]:
    """The groups that stand for the roles; whoever needs one first creates it."""
    return [Group.objects.get_or_create(name=role.value)[0] for role in roles]


def _issue_password(user: User) -> str:
    password = secrets.token_urlsafe(12)
    user.set_password(password)
    user.save(update_fields=["password"])
    IssuedPassword.objects.update_or_create(user=user)
    return password
