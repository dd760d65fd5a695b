"""The life of a HIT (MTURK.md, sections 6 and 7; behaviours 14 to 25 and 42 to 45)."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.marketplace.harness import (
    DAY,
    HOUR,
    MINUTE,
    RefusedByTheSite,
    hand_in,
    message,
    refused,
    turk_code,
)

REVIEWABLE_ONLY = "This operation can be called with a status of: Reviewing, Reviewable"


def expire(requester, hit_id: str, when: datetime | int = 0) -> None:
    requester.mturk.update_expiration_for_hit(HITId=hit_id, ExpireAt=when)


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


def test_a_passed_deadline_abandons_the_assignment(market, requester, worker):
    """Behaviour 17: the slot is free, the event is noted, late work is refused."""
    hit_id = requester.create(AssignmentDurationInSeconds=10 * MINUTE)["HITId"]
    assignment_id = worker.accept(hit_id)
    market.advance(10 * MINUTE + 1)
    assert requester.state(hit_id) == ("Assignable", 1, 0)
    assert requester.events(hit_id)[-1] == "AssignmentAbandoned"
    late = hand_in(market.origin, {"assignmentId": assignment_id, "answer": "late"})
    assert late.status_code == 409
    assert requester.work(hit_id) == []


def test_work_may_be_handed_in_until_its_own_deadline_though_the_hit_expired(
    market, requester, worker
):
    """Behaviour 18."""
    hit = requester.create(LifetimeInSeconds=HOUR, AssignmentDurationInSeconds=3 * HOUR)
    assignment_id = worker.accept(hit["HITId"])
    market.advance(2 * HOUR)
    assert requester.state(hit["HITId"]) == ("Unassignable", 0, 1)
    worker.submit(assignment_id)
    assert [row["AssignmentId"] for row in requester.work(hit["HITId"])] == [assignment_id]
    assert requester.state(hit["HITId"]) == ("Reviewable", 0, 0)


def test_expire_at_zero_takes_the_hit_off_the_market_at_once(market, requester, worker):
    """Behaviour 19: Reviewable when none is pending, with both events."""
    hit_id = requester.create(MaxAssignments=3)["HITId"]
    expire(requester, hit_id)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)
    assert requester.events(hit_id) == ["HITCreated", "HITExpired", "HITReviewable"]
    with pytest.raises(RefusedByTheSite):
        worker.accept(hit_id)


def test_expired_work_in_progress_makes_the_hit_unassignable_until_it_resolves(market, requester):
    """Behaviour 19, the pending half: HITReviewable comes with the last resolution."""
    hit_id = requester.create(MaxAssignments=3)["HITId"]
    one, two = market.workers(2)
    assignment_id, other = one.accept(hit_id), two.accept(hit_id)
    expire(requester, hit_id)
    assert requester.state(hit_id) == ("Unassignable", 0, 2)
    one.submit(assignment_id)
    two.give_back(other)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)
    assert requester.events(hit_id)[-2:] == ["AssignmentReturned", "HITReviewable"]


def test_expiring_twice_is_as_good_as_once(requester):
    hit_id = requester.create()["HITId"]
    expire(requester, hit_id)
    expiration = requester.hit(hit_id)["Expiration"]
    expire(requester, hit_id, datetime.now(UTC) - timedelta(days=3))
    assert requester.hit(hit_id)["Expiration"] == expiration
    assert requester.events(hit_id).count("HITExpired") == 1


def test_the_same_expiration_twice_within_a_second_can_collide(market, requester):
    """Behaviour 20, as Amazon's service was seen to answer; what it asked for is done."""
    hit_id = requester.create()["HITId"]
    market.arm("expire_collision")
    expire(requester, hit_id)
    error = refused(requester.mturk.update_expiration_for_hit, HITId=hit_id, ExpireAt=0)
    assert "idempotency token" in message(error)
    assert "has already been processed" in message(error)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)


def test_a_later_expiration_puts_the_hit_back_on_the_market(market, requester, worker):
    hit = requester.create(LifetimeInSeconds=HOUR)
    market.advance(2 * HOUR)
    assert requester.state(hit["HITId"])[0] == "Reviewable"
    expire(requester, hit["HITId"], hit["CreationTime"] + timedelta(hours=5))
    assert requester.state(hit["HITId"]) == ("Assignable", 1, 0)
    worker.do(hit["HITId"])


@pytest.mark.parametrize(
    ("size", "more", "reached"),
    [(9, 1, None), (10, 5, 15), (7, 2, 9), (7, 3, None), (1, 9, None), (1, 8, 9), (10, 1, 11)],
)
def test_extension_never_crosses_from_nine_to_ten(requester, size, more, reached):
    """Behaviours 21 and 22: ten or more assignments cost more each, so the line stands."""
    hit_id = requester.create(MaxAssignments=size, Reward="0.01")["HITId"]
    call = requester.mturk.create_additional_assignments_for_hit
    if reached is None:
        error = refused(call, HITId=hit_id, NumberOfAdditionalAssignments=more)
        assert turk_code(error) == "InvalidMaximumAssignmentsIncrease"
        assert requester.hit(hit_id)["MaxAssignments"] == size
    else:
        call(HITId=hit_id, NumberOfAdditionalAssignments=more)
        assert requester.hit(hit_id)["MaxAssignments"] == reached


def test_extending_a_finished_hit_reopens_it_unless_it_expired(requester, market):
    """Behaviour 22: Reviewable to Assignable, with the HITExtended event."""
    hit_id = requester.create(MaxAssignments=1)["HITId"]
    market.worker().do(hit_id)
    extend = requester.mturk.create_additional_assignments_for_hit
    extend(HITId=hit_id, NumberOfAdditionalAssignments=2)
    assert requester.state(hit_id) == ("Assignable", 2, 0)
    assert requester.events(hit_id)[-1] == "HITExtended"
    expire(requester, hit_id)
    extend(HITId=hit_id, NumberOfAdditionalAssignments=1)
    assert requester.state(hit_id)[0] == "Reviewable"


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


def test_deletion_waits_until_all_work_is_reviewed(requester, worker):
    """Behaviour 42: the refusal contradicts itself, as Amazon's did; then the HIT is gone."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    error = refused(requester.mturk.delete_hit, HITId=hit_id)
    assert turk_code(error) == "InvalidHITState"
    assert "in the state 'Reviewable'" in message(error)
    assert REVIEWABLE_ONLY in message(error)
    requester.mturk.approve_assignment(AssignmentId=assignment_id)
    requester.mturk.delete_hit(HITId=hit_id)
    assert turk_code(refused(requester.mturk.get_hit, HITId=hit_id)) == "HITDoesNotExist"
    assert requester.mturk.list_hits()["HITs"] == []
    assert requester.events(hit_id)[-1] == "HITDisposed"
    again = refused(requester.mturk.delete_hit, HITId=hit_id)
    assert "in the state 'Disposed'" in message(again)


def test_a_disposed_hit_can_be_shown_by_a_switch(start_marketplace):
    """Behaviour 42, the other reading of the documentation."""
    requester = start_marketplace(MARKETPLACE_SHOW_DISPOSED="true").requester()
    hit_id = requester.create()["HITId"]
    expire(requester, hit_id)
    requester.mturk.delete_hit(HITId=hit_id)
    assert requester.hit(hit_id)["HITStatus"] == "Disposed"


@pytest.mark.parametrize("accepted", [False, True])
def test_a_hit_on_the_market_cannot_be_deleted(requester, worker, accepted):
    """Behaviour 43."""
    hit_id = requester.create()["HITId"]
    if accepted:
        worker.accept(hit_id)
    error = refused(requester.mturk.delete_hit, HITId=hit_id)
    assert turk_code(error) == "InvalidHITState"
    assert REVIEWABLE_ONLY in message(error)


def test_reviewing_is_entered_from_reviewable_and_left_by_revert(requester, worker):
    """Behaviour 44."""
    hit_id = requester.create()["HITId"]
    mark = requester.mturk.update_hit_review_status
    assert turk_code(refused(mark, HITId=hit_id, Revert=False)) == "InvalidHITState"
    worker.do(hit_id)
    mark(HITId=hit_id, Revert=False)
    assert requester.state(hit_id)[0] == "Reviewing"
    assert turk_code(refused(mark, HITId=hit_id)) == "InvalidHITState"
    listed = requester.mturk.list_reviewable_hits
    assert listed()["HITs"] == []
    assert [row["HITId"] for row in listed(Status="Reviewing")["HITs"]] == [hit_id]
    mark(HITId=hit_id, Revert=True)
    assert requester.state(hit_id)[0] == "Reviewable"
    assert turk_code(refused(mark, HITId=hit_id, Revert=True)) == "InvalidHITState"
    assert [row["HITId"] for row in listed()["HITs"]] == [hit_id]


def test_a_reopened_hit_is_no_longer_marked_as_reviewing(market, requester):
    hit_id = requester.create()["HITId"]
    market.worker().do(hit_id)
    requester.mturk.update_hit_review_status(HITId=hit_id)
    requester.mturk.create_additional_assignments_for_hit(
        HITId=hit_id, NumberOfAdditionalAssignments=1
    )
    assert requester.state(hit_id)[0] == "Assignable"
    market.worker().do(hit_id)
    assert requester.state(hit_id)[0] == "Reviewable"


def test_the_type_of_an_untouched_hit_can_change(requester, worker):
    """Behaviour 45: attributes change; once accepted, it is too late."""
    hit_id = requester.create(Reward="0.50")["HITId"]
    better = requester.create(Reward="0.80", Title="Mark more words")["HITTypeId"]
    requester.mturk.update_hit_type_of_hit(HITId=hit_id, HITTypeId=better)
    hit = requester.hit(hit_id)
    assert (hit["HITTypeId"], hit["Reward"]) == (better, "0.80")
    worker.accept(hit_id)
    error = refused(requester.mturk.update_hit_type_of_hit, HITId=hit_id, HITTypeId=better)
    assert turk_code(error) == "InvalidHITState"


def test_a_hit_finished_long_ago_is_disposed(market, requester):
    """120 days after it became Reviewable (in the model)."""
    hit_id = requester.create()["HITId"]
    expire(requester, hit_id)
    market.advance(119 * DAY)
    assert requester.state(hit_id)[0] == "Reviewable"
    market.advance(2 * DAY)
    assert turk_code(refused(requester.mturk.get_hit, HITId=hit_id)) == "HITDoesNotExist"
    assert requester.events(hit_id)[-1] == "HITDisposed"


def test_an_expiry_before_a_deadline_comes_first_though_both_are_noticed_at_once(
    market, requester, worker
):
    """In the other order the HIT would have been open between the two, and Reviewable too soon."""
    hit_id = requester.create(LifetimeInSeconds=HOUR, AssignmentDurationInSeconds=2 * HOUR)["HITId"]
    worker.accept(hit_id)
    market.advance(3 * HOUR)
    story = ["HITExpired", "AssignmentAbandoned", "HITReviewable"]
    assert requester.events(hit_id)[-3:] == story


def test_what_fell_due_meanwhile_happens_in_the_order_of_its_time(market, requester):
    """One look after a long time finds the same story as many looks would have."""
    hit_id = requester.create(
        MaxAssignments=3,
        LifetimeInSeconds=2 * HOUR,
        AssignmentDurationInSeconds=HOUR,
        AutoApprovalDelayInSeconds=3 * HOUR,
    )["HITId"]
    diligent, forgetful = market.workers(2)
    diligent.do(hit_id)
    forgetful.accept(hit_id)
    market.advance(200 * DAY)
    assert requester.events(hit_id)[-5:] == [
        "AssignmentAbandoned",
        "HITExpired",
        "HITReviewable",
        "AssignmentApproved",
        "HITDisposed",
    ]
