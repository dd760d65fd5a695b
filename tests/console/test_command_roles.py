"""Commands run in the name of an account need its role, as the pages do."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, get_commands

from console.command_roles import NEEDS, OPERATORS, refuse_command
from console.roles import Role

ROOMS = {"console", "evaluation", "annotation", "crowd", "corpus"}
OURS = {name for name, app in get_commands().items() if app in ROOMS}
MAY = {
    "look": {"researcher", "reviewer", "admin", "root"},
    "plan": {"researcher", "admin", "root"},
    "decide": {"reviewer", "admin", "root"},
}


@pytest.fixture
def accounts(db) -> list[str]:
    for name in Role.values:
        User.objects.create(username=name).groups.add(Group.objects.get_or_create(name=name)[0])
    User.objects.create(username="nobody")
    User.objects.create(username="root", is_superuser=True)
    User.objects.create(username="gone", is_superuser=True, is_active=False)
    return [*Role.values, "nobody", "root", "gone"]


def may(command: str, account: str) -> bool:
    try:
        refuse_command(command, account)
    except CommandError:
        return False
    return True


def test_the_table_names_every_command_of_ours():
    assert not OURS - set(NEEDS) - OPERATORS, "say in console.command_roles who may"


@pytest.mark.parametrize("command", sorted([*OURS, "migrate", "shell", "createsuperuser"]))
def test_each_role_runs_what_it_may(command, accounts):
    allowed = MAY[NEEDS[command]] if command in NEEDS else set()
    assert {account for account in accounts if may(command, account)} == allowed


def test_a_command_in_nobodys_name_is_the_operators(db):
    assert all(may(command, "") for command in [*OURS, "migrate"])


def test_a_name_without_an_account_runs_nothing(db):
    with pytest.raises(CommandError, match="no such active account"):
        refuse_command("report", "ghost")


def test_every_role_has_its_group(db):
    # Tests with real transactions empty all tables behind them, migrations' rows included.
    import_module("console.migrations.0002_roles").make_groups(apps, None)
    assert set(Role.values) <= set(Group.objects.values_list("name", flat=True))
