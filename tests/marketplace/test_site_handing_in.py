"""externalSubmit as browsers meet it: what comes back, and what is left alone."""

import pytest
import requests

from tests.marketplace.visits import look, signed_in, submit


@pytest.fixture
def assignment(worker, make_hit):
    return worker.accept(make_hit())


def state_of(worker, assignment) -> int:
    """200 is in work or handed in, by the words of the page."""
    page = look(worker, f"/assignments/{assignment}").text
    return "in work" if "<iframe" in page else "handed in"


def test_handing_in_tells_the_page_around_it_and_sets_no_cookie(market, worker, assignment):
    answer = submit(worker, assignment, word="x")
    assert answer.status_code == 200
    assert "Your work is handed in" in answer.text
    assert "tell-parent.js" in answer.text
    assert "Set-Cookie" not in answer.headers
    assert state_of(worker, assignment) == "handed in"


def test_handing_in_twice_says_that_the_first_one_counted(worker, assignment):
    submit(worker, assignment, word="first")
    answer = submit(worker, assignment, word="second")
    assert answer.status_code == 409
    assert "This work was handed in before" in answer.text
    assert "tell-parent.js" in answer.text


def test_another_workers_session_may_not_hand_it_in(market, worker, assignment):
    stranger = market.worker()
    answer = signed_in(stranger).post(
        f"{market.origin}/mturk/externalSubmit",
        data={"assignmentId": assignment, "word": "x"},
        timeout=10,
    )
    assert answer.status_code == 404
    assert "Your work was not handed in" in answer.text
    assert state_of(worker, assignment) == "in work"


def test_the_workers_own_session_may(market, worker, assignment):
    answer = signed_in(worker).post(
        f"{market.origin}/mturk/externalSubmit",
        data={"assignmentId": assignment, "word": "x"},
        timeout=10,
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("headers", [{"Origin": "null"}, {"Origin": "https://tasks.example"}, {}])
def test_no_origin_is_required(market, assignment, headers):
    answer = requests.post(
        f"{market.origin}/mturk/externalSubmit",
        data={"assignmentId": assignment, "word": "x"},
        headers=headers,
        timeout=10,
    )
    assert answer.status_code == 200


def test_a_form_of_parts_is_read_too(market, assignment):
    answer = requests.post(
        f"{market.origin}/mturk/externalSubmit",
        files={"assignmentId": (None, assignment), "word": (None, "é")},
        timeout=10,
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": b"", "headers": {}}, 409),
        ({"data": {f"field{n}": "x" for n in range(6000)}}, 400),
        ({"data": "x" * 5_000_000, "headers": {"Content-Type": "text/plain"}}, 409),
        ({"data": {"assignmentId": "3NONE", "word": "x" * 5_000_000}}, 400),
        ({"data": b"--b\r\n", "headers": {"Content-Type": "multipart/form-data"}}, 400),
        ({"json": {"assignmentId": "3NONE"}}, 409),
        ({"data": {"assignmentId": "3\0NONE", "word": "\0"}}, 404),
    ],
)
def test_what_cannot_be_read_is_refused_inside_the_frame(market, sent, status):
    answer = requests.post(f"{market.origin}/mturk/externalSubmit", timeout=30, **sent)
    assert answer.status_code == status
    assert "Your work was not handed in" in answer.text
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_a_visit_by_get_explains_itself(market):
    answer = requests.get(f"{market.origin}/mturk/externalSubmit", timeout=10)
    assert answer.status_code == 405
    assert "there is nothing to see" in answer.text
