"""Extending, deleting, marking, moving HITs (behaviours 21, 22 and 42 to 45)."""

import pytest

from tests.marketplace.harness import (
    message,
    refused,
    turk_code,
)

REVIEWABLE_ONLY = "This operation can be called with a status of: Reviewing, Reviewable"


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
    requester.expire(hit_id)
    extend(HITId=hit_id, NumberOfAdditionalAssignments=1)
    assert requester.state(hit_id)[0] == "Reviewable"


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
    requester.expire(hit_id)
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
