"""Approval and rejection."""

from datetime import timedelta
from decimal import Decimal

import pytest

from tests.marketplace.harness import DAY, HOUR, message, refused, turk_code


def the_only(requester, hit_id: str) -> dict:
    (assignment,) = requester.work(hit_id)
    return assignment


def test_approval_pays_reward_and_fee(requester, worker):
    """Behaviour 37: and cannot be repeated."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    before = requester.total()
    approve = requester.mturk.approve_assignment
    approve(AssignmentId=assignment_id, RequesterFeedback="Well done.")
    assignment = the_only(requester, hit_id)
    assert assignment["AssignmentStatus"] == "Approved"
    assert assignment["ApprovalTime"] >= assignment["SubmitTime"]
    assert assignment["RequesterFeedback"] == "Well done."
    assert requester.total() == before - Decimal("0.60")
    assert requester.events(hit_id)[-1] == "AssignmentApproved"
    error = refused(approve, AssignmentId=assignment_id)
    assert turk_code(error) == "InvalidAssignmentState"
    assert "status of: Submitted" in message(error)
    assert requester.total() == before - Decimal("0.60")


def test_work_that_was_not_handed_in_has_no_status(requester, worker):
    """Behaviour 38."""
    assignment_id = worker.accept(requester.create()["HITId"])
    for call in (requester.mturk.approve_assignment, requester.mturk.reject_assignment):
        feedback = {"RequesterFeedback": "no"} if "reject" in call.__name__ else {}
        error = refused(call, AssignmentId=assignment_id, **feedback)
        assert turk_code(error) == "InvalidAssignmentState"
        assert "status of: null" in message(error)
    error = refused(requester.mturk.get_assignment, AssignmentId=assignment_id)
    assert "status of: Reviewable,Approved,Rejected" in message(error)


def test_rejection_pays_nothing_and_tells_the_worker_why(requester, worker):
    """Behaviour 39: the hold is released."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    before = requester.total()
    assert requester.on_hold() == Decimal("0.60")
    reason = "The marked words are all from the first line."
    requester.mturk.reject_assignment(AssignmentId=assignment_id, RequesterFeedback=reason)
    assignment = the_only(requester, hit_id)
    assert assignment["AssignmentStatus"] == "Rejected"
    assert assignment["RejectionTime"] >= assignment["SubmitTime"]
    assert assignment["RequesterFeedback"] == reason
    assert (requester.total(), requester.on_hold()) == (before, 0)
    assert reason in worker.get("/history").text
    assert requester.events(hit_id)[-1] == "AssignmentRejected"


def test_rejected_work_can_be_approved_by_override_alone(requester, worker):
    """Behaviour 40."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    before = requester.total()
    requester.mturk.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="too short")
    approve = requester.mturk.approve_assignment
    assert turk_code(refused(approve, AssignmentId=assignment_id)) == "InvalidAssignmentState"
    approve(AssignmentId=assignment_id, OverrideRejection=True, RequesterFeedback="Sorry.")
    assert the_only(requester, hit_id)["AssignmentStatus"] == "Approved"
    assert requester.total() == before - Decimal("0.60")
    assert requester.on_hold() == 0


@pytest.mark.parametrize(("days", "allowed"), [(29, True), (31, False)])
def test_a_rejection_can_be_overturned_for_thirty_days_after_submission(
    market, requester, worker, days, allowed
):
    """Behaviour 40."""
    assignment_id = worker.do(requester.create()["HITId"])
    requester.mturk.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="too short")
    market.advance(days * DAY)
    override = {"AssignmentId": assignment_id, "OverrideRejection": True}
    if allowed:
        requester.mturk.approve_assignment(**override)
    else:
        error = refused(requester.mturk.approve_assignment, **override)
        assert turk_code(error) == "InvalidAssignmentState"


def test_a_deleted_hits_rejections_stand(requester, worker):
    """Behaviour 40."""
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    requester.mturk.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="too short")
    requester.mturk.delete_hit(HITId=hit_id)
    error = refused(
        requester.mturk.approve_assignment, AssignmentId=assignment_id, OverrideRejection=True
    )
    assert turk_code(error) == "InvalidAssignmentState"


def test_an_override_that_cannot_be_paid_changes_nothing(requester, worker):
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    requester.mturk.reject_assignment(AssignmentId=assignment_id, RequesterFeedback="too short")
    requester.set_total("0.59")
    override = {"AssignmentId": assignment_id, "OverrideRejection": True}
    error = refused(requester.mturk.approve_assignment, **override)
    assert turk_code(error) == "InsufficientFunds"
    assert the_only(requester, hit_id)["AssignmentStatus"] == "Rejected"
    requester.set_total("0.60")
    requester.mturk.approve_assignment(**override)
    assert requester.total() == 0


def test_approved_is_final(requester, worker):
    assignment_id = worker.do(requester.create()["HITId"])
    requester.mturk.approve_assignment(AssignmentId=assignment_id)
    error = refused(
        requester.mturk.reject_assignment, AssignmentId=assignment_id, RequesterFeedback="no"
    )
    assert turk_code(error) == "InvalidAssignmentState"
    error = refused(
        requester.mturk.approve_assignment, AssignmentId=assignment_id, OverrideRejection=True
    )
    assert turk_code(error) == "InvalidAssignmentState"


def test_work_nobody_reviewed_is_approved_when_its_delay_is_over(market, requester, worker):
    """Behaviour 41: without a call, at its time, and money moved."""
    hit_id = requester.create(AutoApprovalDelayInSeconds=2 * HOUR)["HITId"]
    assignment_id = worker.do(hit_id)
    before = requester.total()
    market.advance(HOUR)
    assert the_only(requester, hit_id)["AssignmentStatus"] == "Submitted"
    market.advance(2 * HOUR)
    assignment = the_only(requester, hit_id)
    assert assignment["AssignmentStatus"] == "Approved"
    assert assignment["ApprovalTime"] == assignment["AutoApprovalTime"]
    due = assignment["SubmitTime"] + timedelta(hours=2)
    assert abs(assignment["AutoApprovalTime"] - due) < timedelta(milliseconds=2)
    assert requester.total() == before - Decimal("0.60")
    error = refused(
        requester.mturk.reject_assignment, AssignmentId=assignment_id, RequesterFeedback="late"
    )
    assert turk_code(error) == "InvalidAssignmentState"


def test_a_delay_of_zero_approves_at_submission(requester, worker):
    """Behaviour 41."""
    hit_id = requester.create(AutoApprovalDelayInSeconds=0)["HITId"]
    before = requester.total()
    worker.do(hit_id)
    assert the_only(requester, hit_id)["AssignmentStatus"] == "Approved"
    assert requester.total() == before - Decimal("0.60")


def test_the_history_shows_states_and_pay(requester, worker):
    paid, waiting = requester.create(Reward="0.35"), requester.create(Reward="0.45")
    assignment_id = worker.do(paid["HITId"])
    worker.do(waiting["HITId"])
    requester.mturk.approve_assignment(AssignmentId=assignment_id)
    page = worker.get("/history").text
    assert "0.35" in page
    assert "0.45" in page


def test_a_rejection_needs_a_reason(requester, worker):
    assignment_id = worker.do(requester.create()["HITId"])
    error = refused(
        requester.mturk.reject_assignment, AssignmentId=assignment_id, RequesterFeedback="  "
    )
    assert turk_code(error) == "InvalidParameterValue"


def test_feedback_has_at_most_1024_characters(requester, worker):
    assignment_id = worker.do(requester.create()["HITId"])
    approve = requester.mturk.approve_assignment
    error = refused(approve, AssignmentId=assignment_id, RequesterFeedback="é" * 1025)
    assert turk_code(error) == "InvalidParameterValue"
    approve(AssignmentId=assignment_id, RequesterFeedback="é" * 1024)
