"""What a power cut must not take away (behaviour 58)."""

from datetime import timedelta

import pytest

from tests.marketplace.harness import DAY, HOUR, refused, turk_code


@pytest.fixture
def mortal(start_marketplace):
    return start_marketplace()


def test_state_tokens_sessions_and_clock_survive_a_kill(mortal):
    """Behaviour 58."""
    requester = mortal.requester()
    worker, late = mortal.workers(2)
    mortal.advance(40 * DAY)
    hit = requester.create(
        MaxAssignments=3, UniqueRequestToken="t-58", AssignmentDurationInSeconds=HOUR
    )
    first = worker.do(hit["HITId"], answer="kept")
    second = late.accept(hit["HITId"])
    before = (requester.state(hit["HITId"]), requester.total(), requester.on_hold())
    shown = mortal.control("GET", "clock")
    mortal.kill()
    mortal.start()
    again = mortal.control("GET", "clock")
    assert again["ahead_s"] == shown["ahead_s"] == 40 * DAY
    assert again["now"] >= shown["now"]
    assert (requester.state(hit["HITId"]), requester.total(), requester.on_hold()) == before
    (assignment,) = requester.work(hit["HITId"])
    assert assignment["AssignmentId"] == first
    assert "kept" in assignment["Answer"]
    assert turk_code(refused(requester.create, UniqueRequestToken="t-58")) == "HitAlreadyExists"
    late.submit(second)  # the session and the slot outlived the server
    assert "Mark the important words" in late.get("/history").text
    mortal.advance(4 * DAY)
    assert {row["AssignmentStatus"] for row in requester.work(hit["HITId"])} == {"Approved"}


def test_every_acknowledged_submission_is_there_after_a_kill(mortal):
    """Submissions that were answered are stored; the one that was not can be sent again."""
    requester = mortal.requester()
    hit_id = requester.create(MaxAssignments=9)["HITId"]
    people = mortal.workers(9)
    taken = [person.accept(hit_id) for person in people]
    for n, (person, assignment_id) in enumerate(zip(people, taken, strict=True), start=1):
        person.submit(assignment_id)
        if n % 3 == 0:
            mortal.kill()
            mortal.start()
        assert len(requester.work(hit_id)) == n


def test_what_fell_due_while_the_server_was_down_happens_at_its_own_time(mortal):
    requester = mortal.requester()
    worker = mortal.worker()
    hit_id = requester.create(AutoApprovalDelayInSeconds=HOUR)["HITId"]
    worker.do(hit_id)
    mortal.advance(30 * 60)
    mortal.stop()
    mortal.start()
    mortal.advance(5 * HOUR)
    (assignment,) = requester.work(hit_id)
    waited = assignment["ApprovalTime"] - assignment["SubmitTime"]
    assert abs(waited - timedelta(hours=1)) < timedelta(milliseconds=2)
