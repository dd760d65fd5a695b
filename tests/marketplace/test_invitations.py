"""Coming by an invitation: consent first, then an account that is an id and a link."""

import json
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from tests.marketplace.harness import DAY, Worker
from tests.marketplace.own_calls import call, said
from tests.marketplace.visits import found, look, newcomer, press


@pytest.fixture
def invite(requester):
    """invite(Places=3): what CreateInvitation answered, with the path of the link."""

    def invited(**members) -> dict:
        made = said(requester, "CreateInvitation", **members)
        return {**made, "path": urlsplit(made["InvitationURL"]).path}

    return invited


def ticket(person: Worker, path: str) -> str:
    return found(look(person, path), 'name="ticket" value="([^"]*)"')


def agree(person: Worker, path: str, **fields: str):
    return press(person, path, **{"ticket": ticket(person, path), **fields})


def worker_of(page) -> str:
    return found(page, r"Welcome, worker <span[^>]*>(A[A-Z0-9]+)<")


def link_of(page) -> str:
    return found(page, r"data-secret>([^<]*)<")


def test_who_agrees_gets_an_account_that_works_here_and_elsewhere(market, invite, make_hit):
    person, path = newcomer(market.origin), invite()["path"]
    page = agree(person, path)
    assert page.status_code == 200
    phone = Worker(market.origin, worker_of(page), link_of(page).rpartition("/")[2])
    assert look(person, "/history").status_code == 200
    assert phone.do(make_hit())


def test_the_command_prints_a_link_to_the_text_the_contact_and_who_invites(
    market, requester, tmp_path
):
    text = tmp_path / "consent.txt"
    text.write_text("You read about <b>floods</b>.\n\nYou may stop. É")
    options = ("--consent-file", str(text), "--contact", "Ada, room 5", "--places", "2")
    made = json.loads(market.manage("marketplace_invite", requester.name, *options).stdout)
    assert made["places"] == 2
    page = look(newcomer(market.origin), urlsplit(made["invitation_url"]).path).text
    assert "<p>You read about &lt;b&gt;floods&lt;/b&gt;.</p>" in page
    assert "<p>You may stop. É</p>" in page
    assert "Ada, room 5" in page
    assert requester.name in page


def test_without_a_text_of_its_own_an_invitation_shows_ours(market, invite):
    page = look(newcomer(market.origin), invite()["path"]).text
    assert "you can stop at any time" in page


def test_opening_an_invitation_writes_nothing_and_uses_no_place(market, invite):
    path = invite()["path"]
    for _ in range(3):
        page = look(newcomer(market.origin), path)
        assert page.status_code == 200
        assert "marketplace_worker" not in page.cookies
    assert agree(newcomer(market.origin), path).status_code == 200


def test_a_single_invitation_admits_one(market, invite):
    path, late = invite()["path"], newcomer(market.origin)
    seen = ticket(late, path)
    agree(newcomer(market.origin), path)
    for answer in (look(late, path), press(late, path, ticket=seen)):
        assert answer.status_code == 409
        assert "This invitation has been used" in answer.text
    assert look(late, "/history").status_code == 302


def test_the_last_place_goes_to_one_of_many_at_the_same_moment(market, invite):
    path = invite(Places=3)["path"]
    people = [newcomer(market.origin) for _ in range(8)]
    tickets = [ticket(person, path) for person in people]

    def press_at_once(row):
        return press(row[0], path, ticket=row[1]).status_code

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(press_at_once, zip(people, tickets, strict=True)))
    assert answers == [200] * 3 + [409] * 5


def test_a_double_click_makes_one_account_and_shows_its_link(market, invite):
    path, person = invite(Places=5)["path"], newcomer(market.origin)
    key, seen = person.browser.cookies["marketplace_csrf"], ticket(person, path)

    def click(_):
        return person.browser.post(
            market.origin + path,
            data={"csrfmiddlewaretoken": key, "ticket": seen},
            cookies={"marketplace_csrf": key},
            timeout=30,
        )

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(click, range(2))
    assert worker_of(first) == worker_of(second)
    assert link_of(first) == link_of(second)


def test_two_people_never_get_the_same_account(market, invite):
    path = invite(Places=2)["path"]
    pages = [agree(newcomer(market.origin), path) for _ in range(2)]
    assert len({worker_of(page) for page in pages}) == 2
    assert len({link_of(page) for page in pages}) == 2


def test_a_ticket_is_good_for_its_own_invitation_only(market, invite):
    one, other, person = invite()["path"], invite()["path"], newcomer(market.origin)
    for forged in (ticket(person, other), "", "x" * 40, "a:b:c", ticket(person, one) + "x"):
        answer = press(person, one, ticket=forged)
        assert answer.status_code == 409
        assert "open for too long" in answer.text
    assert agree(person, one).status_code == 200


def test_an_invitation_ends(market, invite):
    now = market.control("GET", "clock")["now"]
    path = invite(EndsAt=now + 2 * DAY)["path"]
    market.advance(2 * DAY - 60)
    assert look(newcomer(market.origin), path).status_code == 200
    person = newcomer(market.origin)
    seen = ticket(person, path)
    market.advance(61)
    for answer in (look(person, path), press(person, path, ticket=seen)):
        assert answer.status_code == 409
        assert "This invitation has ended" in answer.text


def test_a_requester_withdraws_its_own_invitation(market, requester, invite):
    mine = invite(Places=2)
    page = agree(newcomer(market.origin), mine["path"])
    refused = market.manage(
        "marketplace_invite",
        market.requester().name,
        "--withdraw",
        mine["InvitationId"],
        check=False,
    )
    assert "has no open invitation" in refused.stderr
    market.manage("marketplace_invite", requester.name, "--withdraw", mine["InvitationId"])
    assert "was withdrawn" in look(newcomer(market.origin), mine["path"]).text
    before = Worker(market.origin, worker_of(page), link_of(page).rpartition("/")[2])
    assert look(before, "/history").status_code == 200


def test_who_is_signed_in_is_not_made_a_second_account(market, worker, invite):
    path = invite()["path"]
    page = look(worker, path).text
    assert "You have an account already" in page
    assert 'name="ticket"' not in page
    assert agree(newcomer(market.origin), path).status_code == 200


@pytest.mark.parametrize("secret", ["x" * 40, "x", "é%00", "a" * 3000])
def test_an_unknown_invitation_is_no_page(market, secret):
    person = newcomer(market.origin)
    assert look(person, f"/invitations/{secret}").status_code == 404
    assert press(person, f"/invitations/{secret}", ticket="x").status_code == 404


def test_agreeing_without_the_forms_key_does_nothing(market, invite):
    person, path = newcomer(market.origin), invite()["path"]
    seen = ticket(person, path)
    answer = person.browser.post(market.origin + path, data={"ticket": seen}, timeout=30)
    assert answer.status_code == 403
    assert look(person, "/history").status_code == 302


@pytest.mark.parametrize(
    "options", [("--places", "0"), ("--places", "many"), ("--days", "-1"), ("--days", "1.5")]
)
def test_an_invitation_that_makes_no_sense_is_refused_by_name(market, requester, options):
    refused = market.manage("marketplace_invite", requester.name, *options, check=False)
    assert refused.returncode
    assert options[0] in refused.stderr
    assert options[1] in refused.stderr


def test_an_unknown_account_invites_nobody(market):
    refused = market.manage("marketplace_invite", "nobody", check=False)
    assert "there is no account named 'nobody'" in refused.stderr


@pytest.mark.parametrize(
    "members", [{"Places": 0}, {"Places": "3"}, {"Contact": "x" * 201}, {"Consent": "a\0b"}]
)
def test_a_call_for_an_invitation_that_makes_no_sense_is_refused(requester, members):
    assert call(requester, "CreateInvitation", **members).status_code == 400
