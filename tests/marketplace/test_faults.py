"""Faults that tests arm."""

import time

from botocore.config import Config

from tests.marketplace.harness import MINUTE, message, refused, turk_code


def test_boto3_succeeds_on_the_third_try_when_throttled_twice(market, requester):
    """Behaviour 54."""
    market.arm("throttle", count=2, account=requester.name)
    answer = requester.mturk.get_account_balance()
    assert answer["ResponseMetadata"]["RetryAttempts"] == 2


def test_throttling_has_its_name(market, requester):
    """Behaviour 54."""
    impatient = requester.client(config=Config(retries={"total_max_attempts": 1}))
    market.arm("throttle", count=2, account=requester.name)
    for _ in range(2):
        error = refused(impatient.get_account_balance)
        assert error.response["Error"]["Code"] == "ThrottlingException"
        assert message(error) == "Rate exceeded"
    impatient.get_account_balance()


def test_fresh_submissions_can_be_hidden_from_the_api_for_a_while(market, requester, worker):
    """Behaviour 55, the marketplace's half: the event is there before the work can be approved."""
    market.arm("visibility_delay", options={"seconds": 5 * MINUTE}, account=requester.name)
    hit_id = requester.create()["HITId"]
    assignment_id = worker.do(hit_id)
    assert requester.events(hit_id)[-2:] == ["AssignmentSubmitted", "HITReviewable"]
    approve = requester.mturk.approve_assignment
    error = refused(approve, AssignmentId=assignment_id)
    assert turk_code(error) == "InvalidAssignmentState"
    assert "status of: null" in message(error)
    assert requester.work(hit_id) == []
    market.advance(5 * MINUTE + 1)
    approve(AssignmentId=assignment_id)
    assert requester.work(hit_id)[0]["AssignmentStatus"] == "Approved"


def test_boto3_does_not_repeat_a_service_fault_with_400(market, requester):
    """Behaviour 64, the marketplace's half."""
    market.arm("service_fault", options={"status": 400}, account=requester.name)
    error = refused(requester.mturk.get_account_balance)
    assert error.response["Error"]["Code"] == "ServiceFault"
    assert error.response["ResponseMetadata"]["RetryAttempts"] == 0
    requester.mturk.get_account_balance()


def test_boto3_repeats_a_service_fault_with_500(market, requester):
    market.arm("service_fault", options={"status": 500}, account=requester.name)
    answer = requester.mturk.get_account_balance()
    assert answer["ResponseMetadata"]["RetryAttempts"] == 1


def test_any_error_code_can_be_armed_for_one_operation(market, requester, worker):
    assignment_id = worker.do(requester.create()["HITId"])
    market.arm(
        "request_error",
        operation="ApproveAssignment",
        account=requester.name,
        options={"code": "InsufficientFunds"},
    )
    requester.mturk.get_account_balance()
    error = refused(requester.mturk.approve_assignment, AssignmentId=assignment_id)
    assert turk_code(error) == "InsufficientFunds"
    requester.mturk.approve_assignment(AssignmentId=assignment_id)


def test_a_fault_meant_for_one_account_spares_the_others(market, requester):
    market.arm("service_fault", options={"status": 400}, account=market.requester().name)
    requester.mturk.get_account_balance()


def test_a_dropped_connection_is_dropped_at_once(market, requester):
    """Not after a timeout: tests of retries would otherwise take minutes."""
    market.arm("drop_after_commit", account=requester.name)
    begun = time.monotonic()
    requester.mturk.get_account_balance()
    assert time.monotonic() - begun < 10
