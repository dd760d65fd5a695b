"""Accounts of staff: a printed password opens one page, the one that replaces it."""

import json
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from console.roles import Ability, abilities_of
from crowd.models import Worker

NEW = "correct horse battery staple"


@pytest.fixture(autouse=True)
def quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def staff_account(*arguments: str) -> dict:
    printed = StringIO()
    call_command("staff_account", *arguments, "--json", stdout=printed)
    return json.loads(printed.getvalue())


def sign_in(name: str, password: str, after: str = "") -> tuple[Client, object]:
    browser = Client()
    form = {"username": name, "password": password, "next": after}
    return browser, browser.post(reverse("console:sign-in"), form)


def test_the_command_prints_a_password_that_signs_in(db):
    printed = staff_account("ada", "--role", "researcher", "--role", "reviewer")
    assert printed["roles"] == ["researcher", "reviewer"]
    assert printed["sign_in"].endswith("/console/sign-in/")
    assert abilities_of(User.objects.get(username="ada")) == set(Ability)
    _, answer = sign_in("ada", printed["password"])
    assert answer.status_code == 302


def test_a_printed_password_opens_nothing_but_its_replacement(db):
    password = staff_account("ada", "--role", "researcher")["password"]
    browser, _ = sign_in("ada", password)
    for name in ("studies", "review", "study-new"):
        assert browser.get(reverse(f"console:{name}"))["Location"] == reverse("console:password")
    form = {"old_password": password, "new_password1": NEW, "new_password2": NEW}
    assert browser.post(reverse("console:password"), form).status_code == 302
    assert browser.get(reverse("console:studies")).status_code == 200
    assert sign_in("ada", password)[1].status_code == 200  # shown again: refused
    assert sign_in("ada", NEW)[1].status_code == 302


def test_a_weak_replacement_is_refused(db):
    password = staff_account("ada", "--role", "researcher")["password"]
    browser, _ = sign_in("ada", password)
    form = {"old_password": password, "new_password1": "12345678", "new_password2": "12345678"}
    page = browser.post(reverse("console:password"), form)
    assert "too common" in page.content.decode()
    assert browser.get(reverse("console:studies"))["Location"] == reverse("console:password")


def test_renewing_ends_sessions_and_may_change_the_roles(db):
    first = staff_account("ada", "--role", "researcher")["password"]
    browser, _ = sign_in("ada", first)
    second = staff_account("ada", "--renew", "--role", "reviewer")["password"]
    assert browser.get(reverse("console:password")).status_code == 302  # signed out
    assert sign_in("ada", first)[1].status_code == 200
    assert sign_in("ada", second)[1].status_code == 302
    assert abilities_of(User.objects.get(username="ada")) == {Ability.LOOK, Ability.DECIDE}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ada"], "--role researcher"),
        (["a b", "--role", "admin"], "'a b'"),
        (["", "--role", "admin"], "''"),
        (["x" * 151, "--role", "admin"], "150"),
        (["nobody", "--renew"], "no account is named 'nobody'"),
        (["taken", "--role", "admin"], "'taken' exists already"),
    ],
)
def test_the_command_says_what_is_wrong_and_changes_nothing(db, arguments, complaint):
    User.objects.create(username="taken")
    with pytest.raises(CommandError, match=complaint):
        staff_account(*arguments)
    assert list(User.objects.values_list("username", flat=True)) == ["taken"]


def test_signing_in_leads_to_where_one_wanted_to_go_on_this_host_only(db):
    password = staff_account("ada", "--role", "researcher")["password"]
    assert sign_in("ada", password, "/console/review/")[1]["Location"] == "/console/review/"
    for outside in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert sign_in("ada", password, outside)[1]["Location"] == "/console/"


def test_a_link_cannot_sign_anybody_out(signed_in):
    browser = signed_in("admin")
    assert browser.get(reverse("console:sign-out")).status_code == 405
    assert browser.get(reverse("console:studies")).status_code == 200
    browser.post(reverse("console:sign-out"))
    assert browser.get(reverse("console:studies")).status_code == 302


def test_an_account_is_linked_to_the_id_its_owner_works_under(db):
    staff_account("ada", "--role", "reviewer", "--works-as", "A1ADA")
    staff_account("ada", "--renew", "--works-as", "A1ADA")
    assert Worker.objects.get(mturk_id="A1ADA").account.username == "ada"
