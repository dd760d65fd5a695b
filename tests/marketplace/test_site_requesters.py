"""The requester's pages: signing in, balance and ledger, HITs and events, keys."""

import html
import re

import pytest

from tests.marketplace.harness import HOUR, Requester, refused
from tests.marketplace.requester_pages import Visit
from tests.marketplace.visits import found

PAGES = [
    "", "hits", "hits/3X", "ledger", "events", "keys", "invitations", "invitations/new", "studies",
    "studies/new", "studies/3X",
]  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_who_is_not_signed_in_as_a_requester_sees_nothing(requester, worker, path):
    stranger = Visit(requester)
    assert "/requester/sign-in/" in stranger.get(path).headers["Location"]
    worker.get("/")
    answer = worker.browser.get(f"{worker.origin}/requester/{path}", allow_redirects=False)
    assert "/requester/sign-in/" in answer.headers["Location"]


@pytest.mark.parametrize(
    "changes", [{"secret": "wrong"}, {"key_id": "AKIANOBODY"}, {"secret": ""}, {"key_id": "é' OR"}]
)
def test_a_wrong_pair_signs_nobody_in_and_the_secret_is_not_repeated(requester, changes):
    stranger = Visit(requester)
    answer = stranger.sign_in(**changes)
    assert answer.status_code == 403
    assert requester.keys["secret_access_key"] not in answer.text
    assert stranger.get("").status_code == 302


def test_the_balance_and_every_movement_are_shown(requester, worker, visit):
    hit = requester.create(MaxAssignments=2)["HITId"]
    requester.mturk.approve_assignment(AssignmentId=worker.do(hit))
    page = visit.get("ledger").text
    for amount in ("999.40 USD", "0.60 USD"):
        assert amount in html.unescape(page).replace("$", "")
    kinds = re.findall(r'<th scope="row">(\w+)</th>', page)
    assert kinds == ["Fee", "Reward", "Hold", "Deposit"]
    assert visit.get("").text.count("USD") >= 3


def test_hits_are_listed_by_status_and_walked_without_repeats(requester, visit):
    made = [requester.create(RequesterAnnotation=f"n{n}")["HITId"] for n in range(52)]
    requester.expire(made[0])
    newest = visit.get("hits").text
    older = visit.get("hits" + found(visit.get("hits"), r'href="(\?before=\d+)">Older')).text
    shown = [re.findall(r"/requester/hits/(3[A-Z0-9]+)", page) for page in (newest, older)]
    assert shown[0] + shown[1] == made[::-1]
    reviewable = visit.get("hits?status=Reviewable").text
    assert re.findall(r"/requester/hits/(3[A-Z0-9]+)", reviewable) == [made[0]]
    for odd in ("before=x", "before=-1", "before=" + "9" * 40, "status=Eaten"):
        assert visit.get(f"hits?{odd}").status_code == 200


def test_a_hit_shows_its_work_and_its_story_and_never_work_in_progress(market, requester, visit):
    hit = requester.create(MaxAssignments=2)["HITId"]
    first, second = market.workers(2)
    done = first.do(hit)
    requester.mturk.reject_assignment(AssignmentId=done, RequesterFeedback="<i>empty</i>")
    going = second.accept(hit)
    page = visit.get(f"hits/{hit}").text
    assert done in page and first.worker_id in page
    assert "&lt;i&gt;empty&lt;/i&gt;" in page
    assert second.worker_id not in page
    for kind in ("HITCreated", "AssignmentAccepted", "AssignmentRejected"):
        assert kind in page
    assert going in page  # as in the event log that a program reads


def test_anothers_hit_is_as_unknown_as_none(market, requester, visit):
    theirs = market.requester().create(Title="Theirs alone")["HITId"]
    answers = [visit.get(f"hits/{hit}") for hit in (theirs, "3NOSUCH")]
    assert [answer.status_code for answer in answers] == [404, 404]
    for path in ("", "hits", "ledger", "events"):
        assert theirs not in visit.get(path).text


def test_events_say_whether_a_callback_was_told(requester, visit):
    requester.mturk.send_test_event_notification(
        Notification={
            "Destination": "http://127.0.0.1:9/nobody",
            "Transport": "SQS",
            "Version": "2014-08-15",
            "EventTypes": ["Ping"],
        },
        TestEventType="Ping",
    )
    page = visit.get("events").text
    assert "on its way" in page and "Ping" in page


def test_a_new_key_is_shown_once_and_two_are_active_for_rotation(requester, visit):
    newest = found(visit.get("keys"), 'name="after" value="([A-Z0-9]+)"')
    made = visit.post("keys", after=newest)
    key_id = re.findall(r"<dd><code>(AKIA[A-Z0-9]+)</code>", made.text)[0]
    secret = found(made, "<code[^>]*data-secret>([^<]+)<")
    again = visit.post("keys", after=newest)  # a reload, a double click
    assert again.status_code == 302
    page = visit.get("keys").text
    assert secret not in page and page.count("AKIA") >= 2 and "as many as may be" in page
    rotated = Requester(
        requester.market,
        requester.name,
        {**requester.keys, "access_key_id": key_id, "secret_access_key": secret},
    )
    assert rotated.mturk.get_account_balance()["AvailableBalance"] == "1000.00"
    old = requester.keys["access_key_id"]
    visit.post(f"keys/{old}/retire")  # the one signed in with
    requester.mturk.get_account_balance()
    second = Visit(requester, rotated.keys)
    second.sign_in()
    second.post(f"keys/{old}/retire")
    error = refused(requester.mturk.get_account_balance)
    assert error.response["Error"]["Code"] == "UnrecognizedClientException"
    assert visit.get("").status_code == 302  # its session ended with its key
    assert second.get("").status_code == 200


def test_anothers_key_is_not_retired(market, requester, visit):
    other = market.requester()
    visit.post(f"keys/{other.keys['access_key_id']}/retire")
    other.mturk.get_account_balance()


def test_a_disabled_account_is_signed_out(market, requester, visit):
    market.control("PATCH", "accounts", {"account": requester.name, "disabled": True})
    assert visit.get("").status_code == 302
    assert Visit(requester).sign_in().status_code == 403


def test_a_get_makes_no_key_and_retires_none(requester, visit):
    assert visit.get(f"keys/{requester.keys['access_key_id']}/retire").status_code == 405
    assert visit.browser.post(f"{visit.origin}/requester/keys", timeout=30).status_code == 403
    assert visit.get("keys").text.count('<tr role="row">') == 2


def test_what_fell_due_is_told_although_nobody_looked(market, requester, visit):
    hit = requester.create(LifetimeInSeconds=HOUR)["HITId"]
    market.advance(HOUR + 1)
    assert "HITExpired" in visit.get(f"hits/{hit}").text
