"""Work whose time ran out, where the market still takes it (MARKETPLACE_LATE_HAND_IN_S)."""

from decimal import Decimal

import pytest

from tests.marketplace.harness import DAY, MINUTE, Marketplace, answers_of, question
from tests.marketplace.visits import look, press, submit

LEASE = 10 * MINUTE


@pytest.fixture(scope="module")
def lenient(start_marketplace) -> Marketplace:
    """Late work is taken for a day."""
    return start_marketplace(MARKETPLACE_LATE_HAND_IN_S=str(DAY))


@pytest.fixture
def lab(lenient):
    return lenient.requester("100.00")


def lost(lenient, lab, tasks, **wanted) -> tuple:
    """A worker whose time has just run out, the HIT and the assignment."""
    wanted = {"AssignmentDurationInSeconds": LEASE, **wanted}
    hit = lab.create(Question=question(tasks.url("/task")), **wanted)["HITId"]
    worker = lenient.worker()
    assignment = worker.accept(hit)
    lenient.advance(LEASE + 1)
    assert lab.state(hit) == ("Assignable", 1, 0)  # it came back
    return worker, hit, assignment


def test_late_work_is_kept_marked_and_paid(lenient, lab, tasks):
    worker, hit, assignment = lost(lenient, lab, tasks)
    assert submit(worker, assignment, word="late but good").status_code == 200
    [work] = lab.work(hit)
    assert work["AssignmentStatus"] == "Submitted"
    assert work["SubmitTime"] > work["Deadline"]
    assert answers_of(work["Answer"])["word"] == "late but good"
    log = lenient.control("GET", "events", account=lab.name)["events"]
    assert [event["detail"] for event in log if event["kind"] == "AssignmentSubmitted"] == ["late"]
    assert "marked as late" in look(worker, f"/assignments/{assignment}").text
    lab.mturk.approve_assignment(AssignmentId=assignment)
    assert lab.total() == Decimal("99.40")
    assert lab.on_hold() == 0


def test_the_place_it_lost_may_be_taken_and_both_are_paid(lenient, lab, tasks):
    worker, hit, assignment = lost(lenient, lab, tasks)
    other = lenient.worker()
    second = other.accept(hit)
    assert lab.on_hold() == Decimal("0.60")
    submit(worker, assignment)
    assert lab.on_hold() == Decimal("1.20")
    submit(other, second)
    assert lab.state(hit) == ("Reviewable", 0, 0)
    for done in (assignment, second):
        lab.mturk.approve_assignment(AssignmentId=done)
    assert lab.total() == Decimal("98.80")
    assert lab.on_hold() == 0


def test_it_takes_its_own_place_again_while_nobody_has_it(lenient, lab, tasks):
    worker, hit, assignment = lost(lenient, lab, tasks)
    submit(worker, assignment)
    assert lab.on_hold() == Decimal("0.60")
    assert press(lenient.worker(), f"/hits/{hit}/accept").status_code == 409


def test_the_task_stays_open_to_who_lost_it_and_says_until_when(lenient, lab, tasks):
    worker, _, assignment = lost(lenient, lab, tasks)
    page = look(worker, f"/assignments/{assignment}")
    assert page.status_code == 200
    assert f"assignmentId={assignment}" in page.text
    assert "your work is not lost" in page.text
    assert "Yes, return this task" not in page.text
    lenient.advance(DAY)
    page = look(worker, f"/assignments/{assignment}")
    assert page.status_code == 410
    assert submit(worker, assignment).status_code == 409


def test_late_twice_is_stored_once(lenient, lab, tasks):
    worker, hit, assignment = lost(lenient, lab, tasks)
    assert submit(worker, assignment, word="first").status_code == 200
    assert submit(worker, assignment, word="second").status_code == 409
    assert [answers_of(work["Answer"])["word"] for work in lab.work(hit)] == ["first"]
    assert lab.on_hold() == Decimal("0.60")


def test_who_accepted_again_hands_in_there(lenient, lab, tasks):
    worker, hit, assignment = lost(lenient, lab, tasks)
    again = worker.accept(hit)
    late = submit(worker, assignment)
    assert late.status_code == 409
    assert "You accepted this task again" in late.text
    assert submit(worker, again).status_code == 200
    assert len(lab.work(hit)) == 1


def test_returned_work_is_not_late_work(lenient, lab, tasks):
    worker = lenient.worker()
    hit = lab.create(Question=question(tasks.url("/task")))["HITId"]
    assignment = worker.accept(hit)
    worker.give_back(assignment)
    assert submit(worker, assignment).status_code == 409
    assert lab.work(hit) == []


def test_what_the_account_does_not_cover_is_not_lost_and_can_be_tried_again(lenient, lab, tasks):
    worker, hit, assignment = lost(lenient, lab, tasks)
    other = lenient.worker()
    other.accept(hit)
    lab.set_total("1.00")
    late = submit(worker, assignment)
    assert late.status_code == 409
    assert "does not cover one more" in late.text
    assert lab.on_hold() == Decimal("0.60")
    lab.set_total("2.00")
    assert submit(worker, assignment).status_code == 200
    assert lab.on_hold() == Decimal("1.20")


def test_of_an_expired_hit_late_work_is_taken_but_not_of_a_deleted_one(lenient, lab, tasks):
    worker, hit, assignment = lost(lenient, lab, tasks)
    lab.expire(hit)
    assert submit(worker, assignment).status_code == 200
    worker, hit, assignment = lost(lenient, lab, tasks)
    lab.expire(hit)
    lab.mturk.delete_hit(HITId=hit)
    assert submit(worker, assignment).status_code == 409
    assert lab.on_hold() == Decimal("0.60")
