"""Deadlines, expiry, disposal."""

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
    requester.expire(hit_id)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)
    assert requester.events(hit_id) == ["HITCreated", "HITExpired", "HITReviewable"]
    with pytest.raises(RefusedByTheSite):
        worker.accept(hit_id)


def test_expired_work_in_progress_makes_the_hit_unassignable_until_it_resolves(market, requester):
    """Behaviour 19, the pending half: HITReviewable comes with the last resolution."""
    hit_id = requester.create(MaxAssignments=3)["HITId"]
    one, two = market.workers(2)
    assignment_id, other = one.accept(hit_id), two.accept(hit_id)
    requester.expire(hit_id)
    assert requester.state(hit_id) == ("Unassignable", 0, 2)
    one.submit(assignment_id)
    two.give_back(other)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)
    assert requester.events(hit_id)[-2:] == ["AssignmentReturned", "HITReviewable"]


def test_expiring_twice_is_as_good_as_once(requester):
    hit_id = requester.create()["HITId"]
    requester.expire(hit_id)
    expiration = requester.hit(hit_id)["Expiration"]
    requester.expire(hit_id, datetime.now(UTC) - timedelta(days=3))
    assert requester.hit(hit_id)["Expiration"] == expiration
    assert requester.events(hit_id).count("HITExpired") == 1


def test_the_same_expiration_twice_within_a_second_can_collide(market, requester):
    """Behaviour 20, as Amazon's service was seen to answer; what it asked for is done."""
    hit_id = requester.create()["HITId"]
    market.arm("expire_collision")
    requester.expire(hit_id)
    error = refused(requester.mturk.update_expiration_for_hit, HITId=hit_id, ExpireAt=0)
    assert "idempotency token" in message(error)
    assert "has already been processed" in message(error)
    assert requester.state(hit_id) == ("Reviewable", 0, 0)


def test_a_later_expiration_puts_the_hit_back_on_the_market(market, requester, worker):
    hit = requester.create(LifetimeInSeconds=HOUR)
    market.advance(2 * HOUR)
    assert requester.state(hit["HITId"])[0] == "Reviewable"
    requester.expire(hit["HITId"], hit["CreationTime"] + timedelta(hours=5))
    assert requester.state(hit["HITId"]) == ("Assignable", 1, 0)
    worker.do(hit["HITId"])


def test_a_hit_finished_long_ago_is_disposed(market, requester):
    """120 days after it became Reviewable (in the model)."""
    hit_id = requester.create()["HITId"]
    requester.expire(hit_id)
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
