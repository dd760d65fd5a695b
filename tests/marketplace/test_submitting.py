"""The frame and externalSubmit."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import pytest
import requests

from tests.marketplace.harness import (
    RefusedByTheSite,
    answers_of,
    as_json,
    hand_in,
    question,
)

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
TASK = "https://tasks.example.org/t/17?x=1"


def test_the_preview_frame_names_no_assignment(requester, worker):
    """Behaviour 26: the existing query is kept, with one question mark; no slot is taken."""
    hit_id = requester.create()["HITId"]
    url = worker.frame_url(f"/hits/{hit_id}")
    assert url.startswith(f"{TASK}&assignmentId={PREVIEW}")
    assert url.count("?") == 1
    assert requester.state(hit_id) == ("Assignable", 1, 0)


@pytest.mark.parametrize(
    ("task", "start"),
    [
        ("https://a.example/t", "https://a.example/t?assignmentId="),
        ("https://a.example/t?", "https://a.example/t?assignmentId="),
        ("https://a.example/t?q=a%26b&r#top", "https://a.example/t?q=a%26b&r&assignmentId="),
    ],
)
def test_a_tasks_own_query_and_fragment_survive(requester, worker, task, start):
    hit_id = requester.create(Question=question(task))["HITId"]
    url = worker.frame_url(f"/hits/{hit_id}")
    assert url.startswith(start)
    assert urlsplit(url).fragment == urlsplit(task).fragment


def test_the_task_frame_has_four_parameters(market, requester, worker):
    """Behaviour 27: percent-encoded, turkSubmitTo without a slash at its end."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.accept(hit_id)
    url = worker.frame_url(f"/assignments/{assignment_id}")
    assert dict(parse_qsl(urlsplit(url).query)) == {
        "x": "1",
        "assignmentId": assignment_id,
        "hitId": hit_id,
        "turkSubmitTo": market.origin,
        "workerId": worker.worker_id,
    }
    assert f"turkSubmitTo=http%3A%2F%2F127.0.0.1%3A{market.port}&" in url


def test_the_slash_of_turk_submit_to_is_a_switch(start_marketplace):
    """Behaviour 27."""
    market = start_marketplace(MARKETPLACE_SUBMIT_TO_SLASH="true")
    worker = market.worker()
    assignment_id = worker.accept(market.requester().create()["HITId"])
    query = urlsplit(worker.frame_url(f"/assignments/{assignment_id}")).query
    assert dict(parse_qsl(query))["turkSubmitTo"] == f"{market.origin}/"


def test_a_preview_cannot_be_handed_in(market, requester):
    """Behaviour 28."""
    hit_id = requester.create()["HITId"]
    response = hand_in(market.origin, {"assignmentId": PREVIEW, "answer": "42"})
    assert response.status_code == 409
    assert "preview" in response.text
    assert requester.work(hit_id) == []


def test_an_answer_needs_a_field_beside_the_assignment(market, requester, worker):
    """Behaviour 29."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.accept(hit_id)
    alone = {"assignmentId": assignment_id}
    assert hand_in(market.origin, alone).status_code == 409
    assert hand_in(market.origin, {**alone, "hitId": hit_id}).status_code == 409
    assert requester.work(hit_id) == []
    assert hand_in(market.origin, {**alone, "answer": "42"}).status_code == 200
    (assignment,) = requester.work(hit_id)
    assert assignment["AssignmentStatus"] == "Submitted"
    assert answers_of(assignment["Answer"]) == {"answer": "42"}


def test_work_is_handed_in_by_post_alone(market, requester, worker):
    """Behaviour 30: a GET never writes."""
    hit_id = requester.create()["HITId"]
    fields = {"assignmentId": worker.accept(hit_id), "answer": "42"}
    address = f"{market.origin}/mturk/externalSubmit"
    assert requests.get(address, params=fields, timeout=30).status_code == 405
    assert requester.work(hit_id) == []


@pytest.mark.parametrize(
    "assignment_id", ["3" + "Z" * 29, "", "3\x00", "x" * 5000, "é", "'; --", "3A,3A"]
)
def test_an_unknown_assignment_is_refused(market, assignment_id):
    """Behaviour 30."""
    response = hand_in(market.origin, {"assignmentId": assignment_id, "answer": "42"})
    assert response.status_code in (404, 409)


def test_a_session_that_arrives_must_be_the_workers_own(market, requester):
    """Behaviour 30."""
    hit_id = requester.create()["HITId"]
    owner, stranger = market.workers(2)
    fields = {"assignmentId": owner.accept(hit_id), "answer": "42"}
    stranger.sign_in()
    assert hand_in(market.origin, fields, session=stranger.browser).status_code == 404
    assert requester.work(hit_id) == []
    assert hand_in(market.origin, fields, session=owner.browser).status_code == 200


def test_work_handed_in_twice_is_stored_once(market, requester, worker):
    """Behaviour 30: the second answer changes nothing."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id, answer="first")
    second = hand_in(market.origin, {"assignmentId": assignment_id, "answer": "second"})
    assert second.status_code == 409
    (assignment,) = requester.work(hit_id)
    assert answers_of(assignment["Answer"]) == {"answer": "first"}


def test_a_returned_assignment_cannot_be_handed_in(market, requester, worker):
    hit_id = requester.create()["HITId"]
    assignment_id = worker.accept(hit_id)
    worker.give_back(assignment_id)
    assert hand_in(market.origin, {"assignmentId": assignment_id, "a": "1"}).status_code == 409
    assert requester.state(hit_id) == ("Assignable", 1, 0)


def test_the_answer_is_ascii_xml_that_round_trips(market, requester, worker):
    """Behaviour 31: one value per name, reserved names left out, every character kept."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.accept(hit_id)
    values = {
        "accent": "é",
        "markup": "<b>&amp; ]]> \" '",
        "emoji": "👩‍🔬",
        "empty": "",
        "lines": "one\r\ntwo\tthree",
        "näme <1>": "x",
        "script": "नमस्ते 你好",
        "spaces": "  kept  ",
    }
    sent = [
        ("assignmentId", assignment_id),
        ("workerId", "AFORGED"),
        ("turkSubmitTo", "https://evil.example"),
        ("hitId", "x"),
        ("a", "1"),
        ("a", "2"),
        *values.items(),
    ]
    assert hand_in(market.origin, sent).status_code == 200
    (assignment,) = requester.work(hit_id)
    xml = assignment["Answer"]
    assert xml.isascii()
    assert xml.startswith('<?xml version="1.0" encoding="ASCII"?>')
    assert xml.count("<QuestionIdentifier>a</QuestionIdentifier>") == 1
    answers = answers_of(xml.encode())
    assert answers.pop("a") in ("1", "2")
    assert answers == values
    assert assignment["WorkerId"] == worker.worker_id


def test_characters_that_xml_forbids_are_removed(market, requester, worker):
    """Behaviour 31: whatever was sent, the answer parses."""
    hit_id = requester.create()["HITId"]
    odd = "a\x00b\x08c\x1fd\ufffee\uffff\x7f\x85f"
    worker.submit(worker.accept(hit_id), **{"odd": odd, "\x01": "no name is left"})
    (assignment,) = requester.work(hit_id)
    assert answers_of(assignment["Answer"]) == {"odd": "abcde\x7f\x85f"}


URLENCODED = "application/x-www-form-urlencoded"
ODD_POSTS = {
    "bad UTF-8": {"data": b"assignmentId=%ff%fe&a=%00%ed%a0%80"},
    "too many fields": {"data": b"a=1&" * 6000},
    "broken multipart": {
        "data": b"\xff\xfe",
        "headers": {"Content-Type": "multipart/form-data; boundary=x"},
    },
    "JSON": {"data": b"{}", "headers": {"Content-Type": "application/json"}},
    "charset": {
        "data": b"assignmentId=1",
        "headers": {"Content-Type": f"{URLENCODED}; charset=nonsense"},
    },
    "files": {"files": {"assignmentId": ("a.txt", b"1"), "x": ("b.bin", b"\x00")}},
}


@pytest.mark.parametrize("options", ODD_POSTS.values(), ids=ODD_POSTS)
def test_whatever_is_posted_is_answered_with_a_page(market, options):
    response = requests.post(f"{market.origin}/mturk/externalSubmit", timeout=30, **options)
    assert 400 <= response.status_code < 500
    assert "text/html" in response.headers["Content-Type"]


class FrameRefusing(BaseHTTPRequestHandler):
    """A task page that forgot to allow framing, as Django's default does."""

    def do_GET(self):
        self.send_response(200)
        if "refuses" in self.path:
            self.send_header("X-Frame-Options", "DENY")
        self.end_headers()
        self.wfile.write(b"task")

    def log_message(self, *_):
        pass


@pytest.fixture
def task_server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), FrameRefusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_task_page_that_refuses_to_be_framed_is_diagnosed(requester, worker, task_server):
    """Behaviour 32, the half without a browser: what the task page asks its server."""
    verdicts = {}
    for page in ("refuses", "allows"):
        hit_id = requester.create(Question=question(f"{task_server}/{page}"))["HITId"]
        verdicts[page] = as_json(worker.get(f"/hits/{hit_id}/frame-check"))["verdict"]
    assert verdicts == {"refuses": "refused", "allows": "shows"}


def test_work_is_handed_in_without_any_cookie(market, requester, worker):
    """Behaviour 33, the marketplace's half: the frame is third-party, cookies are stripped."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.accept(hit_id)
    response = requests.post(
        f"{market.origin}/mturk/externalSubmit",
        data={"assignmentId": assignment_id, "answer": "42"},
        headers={"Origin": "null"},
        timeout=30,
    )
    assert response.status_code == 200
    assert response.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "Set-Cookie" not in response.headers
    assert len(requester.work(hit_id)) == 1


def test_the_task_page_belongs_to_the_worker_who_accepted(market, requester):
    owner, stranger = market.workers(2)
    assignment_id = owner.accept(requester.create()["HITId"])
    for path in (f"/assignments/{assignment_id}",):
        with pytest.raises(RefusedByTheSite) as caught:
            stranger.get(path)
        assert caught.value.status == 404
    with pytest.raises(RefusedByTheSite):
        stranger.give_back(assignment_id)
