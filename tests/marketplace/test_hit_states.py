"""A HIT and its workers."""

import pytest

from tests.marketplace.harness import (
    RefusedByTheSite,
    message,
    refused,
)


def test_a_hit_of_five_walks_as_documented(market, requester):
    """Behaviour 14: exact status and counters at each step of the documented table."""
    hit_id = requester.create(MaxAssignments=5)["HITId"]
    people = market.workers(6)
    assert requester.state(hit_id) == ("Assignable", 5, 0)
    accepted = [person.accept(hit_id) for person in people[:3]]
    assert requester.state(hit_id) == ("Assignable", 2, 3)
    accepted += [person.accept(hit_id) for person in people[3:5]]
    for person, assignment_id in zip(people[:2], accepted[:2], strict=True):
        person.submit(assignment_id)
    assert requester.state(hit_id) == ("Unassignable", 0, 3)
    people[2].give_back(accepted[2])
    assert requester.state(hit_id) == ("Assignable", 1, 2)
    accepted[2] = people[5].accept(hit_id)
    for person, assignment_id in zip([people[5], *people[3:5]], accepted[2:], strict=True):
        person.submit(assignment_id)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)
    for assignment_id in accepted[:3]:
        requester.mturk.approve_assignment(AssignmentId=assignment_id)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)
    assert requester.hit(hit_id)["NumberOfAssignmentsCompleted"] == 3
    for assignment_id in accepted[3:]:
        requester.mturk.approve_assignment(AssignmentId=assignment_id)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)
    assert requester.hit(hit_id)["NumberOfAssignmentsCompleted"] == 5


def test_a_hit_of_one_takes_one_worker(market, requester):
    """Behaviour 15: when it is accepted, a second worker cannot accept it."""
    hit_id = requester.create()["HITId"]
    first, second = market.workers(2)
    first.accept(hit_id)
    with pytest.raises(RefusedByTheSite) as caught:
        second.accept(hit_id)
    assert caught.value.status == 409
    assert requester.state(hit_id) == ("Unassignable", 0, 1)


def test_accepting_twice_is_accepting_once(requester, worker):
    """A double click takes one slot and leads to the same assignment."""
    hit_id = requester.create(MaxAssignments=3)["HITId"]
    assert worker.accept(hit_id) == worker.accept(hit_id)
    assert requester.state(hit_id) == ("Assignable", 2, 1)


def test_a_returned_assignment_frees_its_slot(requester, worker):
    """Behaviour 16: available again, unknown to the API, noted as an event."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.accept(hit_id)
    worker.give_back(assignment_id)
    assert requester.state(hit_id) == ("Assignable", 1, 0)
    error = refused(requester.mturk.get_assignment, AssignmentId=assignment_id)
    assert "Reviewable,Approved,Rejected" in message(error)
    assert requester.events(hit_id)[-1] == "AssignmentReturned"


def test_after_a_return_the_same_worker_may_accept_again(requester, worker):
    hit_id = requester.create()["HITId"]
    first = worker.accept(hit_id)
    worker.give_back(first)
    second = worker.accept(hit_id)
    assert second != first
    worker.submit(second)
    assert [row["AssignmentId"] for row in requester.work(hit_id)] == [second]


def test_handed_in_work_cannot_be_returned(requester, worker):
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    with pytest.raises(RefusedByTheSite):
        worker.give_back(assignment_id)
    assert len(requester.work(hit_id)) == 1


@pytest.mark.parametrize("verdict", ["approve", "reject"])
def test_a_worker_gets_one_assignment_of_one_hit_ever(requester, worker, verdict):
    """Behaviour 24: rejected or extended makes no difference."""
    hit_id = requester.create(MaxAssignments=1)["HITId"]
    assignment_id = worker.do(hit_id)
    if verdict == "approve":
        requester.mturk.approve_assignment(AssignmentId=assignment_id)
    else:
        requester.mturk.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="empty")
    requester.mturk.create_additional_assignments_for_hit(
        HITId=hit_id, NumberOfAdditionalAssignments=1
    )
    with pytest.raises(RefusedByTheSite) as caught:
        worker.accept(hit_id)
    assert caught.value.status == 409
    assert requester.state(hit_id) == ("Assignable", 1, 0)


def test_nothing_caps_the_hits_of_one_type_a_worker_may_do(requester, worker):
    """Behaviour 25."""
    first, second = requester.create(), requester.create()
    assert first["HITTypeId"] == second["HITTypeId"]
    worker.do(first["HITId"])
    worker.do(second["HITId"])
