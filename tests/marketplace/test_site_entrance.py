"""Joining and signing in at the worker site."""

import re

import pytest
import requests

from tests.marketplace.harness import Worker
from tests.marketplace.visits import found, look, press

KEYS = re.compile(r'value="\w{64}"')


@pytest.fixture
def newcomer(market) -> Worker:
    """Somebody without an account, in front of a browser."""
    person = Worker(market.origin, "", "")
    person.browser = requests.Session()
    look(person, "/sign-in/")
    return person


def join(newcomer: Worker) -> str:
    """Become a worker; the personal link."""
    page = press(newcomer, "/join/")
    assert page.status_code == 200
    newcomer.worker_id = found(page, r"Welcome, worker <span[^>]*>(A[A-Z0-9]+)<")
    return found(page, r"data-secret>([^<]*)<")


def test_a_stranger_sees_a_welcome_and_no_tasks(newcomer, make_hit):
    make_hit(Title="For workers only")
    page = look(newcomer, "/")
    assert page.status_code == 200
    assert "Small tasks for careful readers" in page.text
    assert "For workers only" not in page.text


def test_who_joins_is_signed_in_and_the_link_signs_in_elsewhere(market, newcomer):
    link = join(newcomer)
    assert newcomer.worker_id in look(newcomer, "/history").text
    assert link.startswith(f"{market.origin}/sign-in/")
    phone = Worker(market.origin, newcomer.worker_id, link.rpartition("/")[2])
    assert newcomer.worker_id in look(phone, "/history").text


def test_the_link_is_shown_once(newcomer):
    secret = join(newcomer).rpartition("/")[2]
    for path in ("/", "/history", "/join/"):
        assert secret not in look(newcomer, path).text


def test_where_sign_up_is_closed_nobody_joins(start_marketplace):
    market = start_marketplace(MARKETPLACE_OPEN_SIGNUP="off")
    person = Worker(market.origin, "", "")
    person.browser = requests.Session()
    look(person, "/sign-in/")
    assert look(person, "/join/").status_code == press(person, "/join/").status_code == 404
    assert "New workers come by invitation" in look(person, "/").text


def test_opening_a_link_signs_nobody_in_and_does_not_tell_good_from_bad(market, worker):
    pages = [
        requests.get(f"{market.origin}/sign-in/{secret}", timeout=10)
        for secret in (worker.secret, "x" * 40)
    ]
    assert [page.status_code for page in pages] == [200, 200]
    assert KEYS.sub("", pages[0].text) == KEYS.sub("", pages[1].text)
    assert not any("marketplace_worker" in page.cookies for page in pages)


def test_pressing_the_button_of_a_bad_link_is_refused(newcomer):
    assert press(newcomer, f"/sign-in/{'x' * 40}").status_code == 403
    assert look(newcomer, "/history").status_code == 302


@pytest.mark.parametrize("code", ["wrong", "x" * 40, "é<b>", "../admin", "a" * 5000])
def test_a_wrong_code_is_refused_and_stays_in_the_field(newcomer, code):
    page = press(newcomer, "/sign-in/", code=code)
    assert page.status_code == 403
    assert "We do not know this code" in page.text
    assert found(page, 'name="code" value="([^"]*)"') == code
    assert look(newcomer, "/history").status_code == 302


def test_an_empty_code_is_asked_for(newcomer):
    assert "Paste your sign-in code here" in press(newcomer, "/sign-in/", code=" ").text


@pytest.mark.parametrize("shape", ["{secret}", "  {secret}\n", "{origin}/sign-in/{secret}/"])
def test_the_code_may_be_pasted_with_all_that_stands_around_it(market, worker, newcomer, shape):
    pasted = shape.format(secret=worker.secret, origin=market.origin)
    assert press(newcomer, "/sign-in/", code=pasted).status_code == 302
    assert worker.worker_id in look(newcomer, "/history").text


def test_signing_in_leads_back_to_the_page_that_was_asked_for(worker, newcomer, make_hit):
    hit = make_hit()
    asked = look(newcomer, f"/hits/{hit}")
    assert asked.headers["Location"] == f"/sign-in/?next=%2Fhits%2F{hit}"
    form = look(newcomer, asked.headers["Location"])
    wanted = found(form, 'name="next" value="([^"]*)"')
    answer = press(newcomer, "/sign-in/", code=worker.secret, next=wanted)
    assert answer.headers["Location"] == f"/hits/{hit}"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil"]
)
def test_signing_in_never_leads_to_another_site(worker, newcomer, elsewhere):
    answer = press(newcomer, "/sign-in/", code=worker.secret, next=elsewhere)
    assert answer.headers["Location"] == "/"


def test_signing_in_as_another_leaves_nothing_of_the_first(market, worker):
    other = market.worker()
    look(worker, "/")
    press(worker, "/sign-in/", code=other.secret)
    page = look(worker, "/history").text
    assert other.worker_id in page
    assert worker.worker_id not in page


def test_signing_out_ends_the_session(worker):
    look(worker, "/")
    assert press(worker, "/sign-out/").status_code == 302
    assert look(worker, "/history").headers["Location"] == "/sign-in/?next=%2Fhistory"


def test_the_session_cookie_is_the_sites_own_and_out_of_reach_of_scripts(worker):
    look(worker, "/")
    cookies = {cookie.name: cookie for cookie in worker.browser.cookies}
    assert set(cookies) == {"marketplace_worker", "marketplace_csrf"}
    assert cookies["marketplace_worker"].has_nonstandard_attr("HttpOnly")
    assert cookies["marketplace_worker"].get_nonstandard_attr("SameSite") == "Lax"


@pytest.mark.parametrize(
    "path",
    [
        "/join/",
        "/sign-in/",
        "/sign-in/x",
        "/sign-out/",
        "/hits/3X/accept",
        "/groups/3X/accept",
        "/assignments/3X/return",
    ],
)
def test_a_post_without_the_forms_key_does_nothing_and_says_so(worker, path):
    look(worker, "/")
    answer = worker.browser.post(worker.origin + path, allow_redirects=False, timeout=10)
    assert answer.status_code == 403
    assert "This page was open too long" in answer.text
    assert look(worker, "/history").status_code == 200


def test_opening_the_address_of_a_button_changes_nothing(worker, requester, make_hit):
    mine, other = make_hit(), make_hit("/task?other")
    assignment = worker.accept(mine)
    group = requester.hit(other)["HITTypeId"]
    for path in (
        f"/assignments/{assignment}/return",
        f"/hits/{other}/accept",
        f"/groups/{group}/accept",
        "/sign-out/",
    ):
        answer = look(worker, path)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST"), path
    assert requester.state(mine) == ("Unassignable", 0, 1)
    assert requester.state(other) == ("Assignable", 1, 0)


@pytest.mark.parametrize("path", ["/hits/3X/accept", "/groups/3X/accept", "/history", "/hits/3X"])
def test_who_is_not_signed_in_is_sent_to_sign_in(newcomer, path):
    by_button = path.endswith("accept")
    answer = press(newcomer, path) if by_button else look(newcomer, path)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/sign-in/?next=%2F")
