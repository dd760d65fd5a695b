"""Who may open and who may post to every address of the console."""

import pytest
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse

from console.urls import urlpatterns
from console.views.problems import broken

OPEN = {"sign-in", "sign-out", "password"}
LOOK, PLAN, DECIDE = "look", "plan", "decide"
ABILITIES = {
    "researcher": {LOOK, PLAN},
    "reviewer": {LOOK, DECIDE},
    "admin": {LOOK, PLAN, DECIDE},
    "root": {LOOK, PLAN, DECIDE},
    "nobody": set(),
}
# What each address needs for a GET and for a POST; None: the method is not served.
NEEDS = {
    "studies": (LOOK, None),
    "study-new": (PLAN, PLAN),
    "study": (LOOK, None),
    "study-edit": (PLAN, PLAN),
    "heat-list": (LOOK, None),
    "heat": (LOOK, None),
    "scores": (LOOK, None),
    "money": (LOOK, None),
    "reconciliation": (LOOK, LOOK),
    "repair": (None, PLAN),
    "pay": (LOOK, PLAN),
    "results": (LOOK, None),
    "results-part": (LOOK, None),
    "results-compute": (None, LOOK),
    "results-archive": (LOOK, None),
    "results-file": (LOOK, None),
    "batch": (LOOK, None),
    "batch-progress": (LOOK, None),
    "assignments": (LOOK, None),
    "releases": (LOOK, None),
    "release-new": (PLAN, PLAN),
    "batch-new": (PLAN, PLAN),
    "content-batch-new": (PLAN, PLAN),
    "quality-batch-new": (PLAN, PLAN),
    "batch-publish": (PLAN, PLAN),
    "qualified": (LOOK, PLAN),
    "batch-expire": (PLAN, PLAN),
    "batch-delete": (PLAN, PLAN),
    "controls": (LOOK, None),
    "control": (PLAN, PLAN),
    "batch-retry": (None, LOOK),
    "call-retry": (None, LOOK),
    "review": (LOOK, None),
    "decided": (LOOK, None),
    "log": (LOOK, None),
    "case": (LOOK, DECIDE),
    "together": (None, DECIDE),
    "undo": (None, DECIDE),
    "withdraw": (None, DECIDE),
    "appeal": (None, DECIDE),
    "void-statement": (DECIDE, DECIDE),
    "exclude": (DECIDE, DECIDE),
    "admit": (None, DECIDE),
    "corpora": (LOOK, None),
    "dataset": (LOOK, None),
    "document": (LOOK, None),
}


def test_the_table_names_every_address():
    assert {pattern.name for pattern in urlpatterns} == set(NEEDS) | OPEN


def test_every_other_address_is_for_workers_the_admin_site_or_nobody_at_all():
    """A staff page in another room would escape the table."""
    heads = {str(pattern.pattern) for pattern in get_resolver().url_patterns}
    assert heads == {"", "judge/highlights/", "judge/", "console/", "healthz", "admin/"}


@pytest.mark.parametrize("name", sorted(ABILITIES))
def test_djangos_admin_site_opens_to_staff_of_django_alone(name, signed_in, accounts):
    """Roles open the console; the admin site asks for is_staff and its own permissions."""
    browser = signed_in(name)
    for path in ("/admin/", "/admin/crowd/decision/", "/admin/crowd/study/add/"):
        answer = browser.get(path)
        assert (answer.status_code, answer["Location"].split("?")[0]) == (302, "/admin/login/")
    accounts[name].is_staff = True
    accounts[name].save()
    expected = 200 if name == "root" else 403
    assert browser.get("/admin/crowd/decision/").status_code == expected
    assert browser.post("/admin/crowd/decision/add/").status_code == 403


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_anonymous_visitors_are_sent_to_sign_in(name, addresses):
    for method in ("get", "post"):
        answer = getattr(Client(), method)(addresses[name])
        assert answer.status_code == 302
        assert answer["Location"].startswith("/console/sign-in/?next=/console/")


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_each_role_opens_what_it_may(name, addresses, signed_in):
    for role, abilities in ABILITIES.items():
        for method, needed in zip(("get", "post"), NEEDS[name], strict=True):
            status = getattr(signed_in(role), method)(addresses[name]).status_code
            assert status in allowed(needed, abilities), f"{role} {method} {name}: {status}"


def allowed(needed: str | None, abilities: set[str]) -> set[int]:
    """The answers that are right for somebody with these abilities."""
    if LOOK not in abilities:
        return {403}
    if needed is None:
        return {403, 405}
    return {200, 302} if needed in abilities else {403}


def test_an_inactive_account_is_signed_out(accounts, signed_in):
    browser = signed_in("admin")
    accounts["admin"].is_active = False
    accounts["admin"].save()
    assert browser.get(reverse("console:studies")).status_code == 302


def test_a_post_without_a_csrf_token_is_refused(accounts):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(accounts["admin"])
    refused = browser.post(reverse("console:study-new"), {"title": "x"})
    assert refused.status_code == 403
    assert "Nothing was done" in refused.content.decode()


def test_an_address_that_does_not_exist_is_a_page_too(db):
    missing = Client().get("/console/nowhere/")
    assert missing.status_code == 404
    assert "There is nothing here" in missing.content.decode()


@pytest.mark.parametrize("number", [0, 404, 2**31, 2**63, 10**30])
def test_a_number_that_names_nothing_is_not_found(number, scene, signed_in):
    browser = signed_in("admin")
    for pattern in urlpatterns:
        wanted = pattern.pattern.converters
        numbers = [name for name, kind in wanted.items() if kind.regex == "[0-9]+"]
        if not numbers:
            continue
        names = {"study": scene.study.name, "name": scene.dataset.name}
        arguments = {name: names.get(name, number) for name in wanted}
        method = browser.post if NEEDS[pattern.name][0] is None else browser.get
        answer = method(reverse(f"console:{pattern.name}", kwargs=arguments))
        # what is taken back must exist no longer: the queue says so
        gone = 302 if pattern.name in {"undo", "withdraw"} else 404
        assert answer.status_code == gone, pattern.name


def test_a_page_that_breaks_says_so_and_no_more():
    page = broken(RequestFactory().get("/console/"))
    assert page.status_code == 500
    assert "Something broke here" in page.content.decode()


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_pages_carry_their_shields(name, addresses, signed_in):
    answer = signed_in("admin").get(addresses[name])
    if answer.status_code == 405:
        return
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_pages_hold_nothing_inline(name, addresses, signed_in):
    answer = signed_in("admin").get(addresses[name])
    if "attachment" in answer.get("Content-Disposition", ""):
        return  # saved, not shown
    page = answer.content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert " onclick=" not in page
    assert page.count("<script") == page.count('<script type="module" src=')
