"""Bonuses: paid once, to whom they are due, with a reason."""

from decimal import Decimal

import pytest

from tests.marketplace.harness import DAY, message, refused, turk_code

REASON = "Your marks helped us & <b>much</b>."


def bonus(worker, assignment_id: str, **wanted) -> dict:
    defaults = {
        "WorkerId": worker.worker_id,
        "AssignmentId": assignment_id,
        "BonusAmount": "0.30",
        "Reason": REASON,
    }
    return {**defaults, **wanted}


@pytest.fixture
def work(requester, worker) -> str:
    return worker.do(requester.create()["HITId"])


def paid(requester, assignment_id: str) -> list[dict]:
    return requester.mturk.list_bonus_payments(AssignmentId=assignment_id)["BonusPayments"]


def test_a_bonus_costs_the_amount_and_a_fee_and_is_listed(requester, worker, work):
    """Behaviour 46: the balance falls by bonus and fee, ListBonusPayments shows it."""
    before = requester.total(), requester.on_hold()
    requester.mturk.send_bonus(**bonus(worker, work))
    assert (requester.total(), requester.on_hold()) == (before[0] - Decimal("0.36"), before[1])
    (payment,) = paid(requester, work)
    assert payment.pop("GrantTime")
    assert payment == bonus(worker, work)
    books = requester.market.control("GET", "balance", account=requester.name)["lines"]
    lines = [(line["kind"], line["total_change"]) for line in books if "Bonus" in line["kind"]]
    assert lines == [("Bonus", "-0.30"), ("BonusFee", "-0.06")]
    hit_id = requester.mturk.get_assignment(AssignmentId=work)["HIT"]["HITId"]
    by_hit = requester.mturk.list_bonus_payments(HITId=hit_id)["BonusPayments"]
    assert [row["AssignmentId"] for row in by_hit] == [work]


def test_the_least_fee_of_a_bonus_is_a_cent(requester, worker, work):
    before = requester.total()
    requester.mturk.send_bonus(**bonus(worker, work, BonusAmount="0.01"))
    assert requester.total() == before - Decimal("0.02")


def test_the_worker_reads_amount_and_reason(requester, worker, work):
    requester.mturk.send_bonus(**bonus(worker, work))
    requester.mturk.approve_assignment(AssignmentId=work)
    for path in ("/history", f"/assignments/{work}"):
        page = worker.get(path).text
        assert "onus of 0.30 USD" in page
        assert "Your marks helped us &amp; &lt;b&gt;much&lt;/b&gt;." in page
    assert "0.80 USD" in worker.get("/history").text


def test_a_repeated_token_is_an_error_and_pays_once(requester, worker, work):
    """Behaviour 46."""
    call = bonus(worker, work, UniqueRequestToken="bonus:1")
    first = requester.mturk.send_bonus(**call)["ResponseMetadata"]["RequestId"]
    before = requester.total()
    error = refused(requester.mturk.send_bonus, **call)
    assert first in message(error)
    assert 'The idempotency token "bonus:1" has already been processed.' in message(error)
    assert requester.total() == before
    assert len(paid(requester, work)) == 1


def test_a_connection_lost_after_payment_pays_once(requester, worker, work):
    requester.market.arm("drop_after_commit", operation="SendBonus")
    call = bonus(worker, work, UniqueRequestToken="bonus:2")
    assert turk_code(refused(requester.mturk.send_bonus, **call)) == "DuplicateRequest"
    assert len(paid(requester, work)) == 1


@pytest.mark.parametrize(
    "wanted",
    [
        {"BonusAmount": "0"},
        {"BonusAmount": "-1"},
        {"BonusAmount": "0.005"},
        {"BonusAmount": "$1"},
        {"BonusAmount": "99999999"},
        {"Reason": "  "},
        {"WorkerId": "nobody"},
        {"AssignmentId": "3NOSUCHWORK"},
    ],
)
def test_a_bonus_that_makes_no_sense_is_an_error(requester, worker, work, wanted):
    before = requester.total()
    error = refused(requester.mturk.send_bonus, **bonus(worker, work, **wanted))
    assert error.response["Error"]["Code"] == "RequestError"
    assert (requester.total(), paid(requester, work)) == (before, [])


def test_a_bonus_goes_to_the_worker_who_did_the_work(market, requester, work):
    """Behaviour 46."""
    other = market.worker()
    error = refused(requester.mturk.send_bonus, **bonus(other, work, UniqueRequestToken="w"))
    assert turk_code(error) == "InvalidParameterValue"
    assert paid(requester, work) == []


def test_work_that_was_not_handed_in_earns_no_bonus(requester, worker):
    work = worker.accept(requester.create()["HITId"])
    error = refused(requester.mturk.send_bonus, **bonus(worker, work))
    assert turk_code(error) == "InvalidAssignmentState"


def test_a_bonus_can_be_paid_for_six_months(market, requester, worker, work):
    """Behaviour 46: seven months after submission it is too late."""
    market.advance(180 * DAY)
    requester.mturk.send_bonus(**bonus(worker, work))
    market.advance(30 * DAY)
    error = refused(requester.mturk.send_bonus, **bonus(worker, work))
    assert turk_code(error) == "InvalidAssignmentState"
    assert len(paid(requester, work)) == 1


def test_a_bonus_the_balance_does_not_cover_is_not_paid(requester, worker, work):
    """Behaviour 46: a short balance changes nothing."""
    requester.mturk.approve_assignment(AssignmentId=work)
    requester.set_total("0.35")
    error = refused(requester.mturk.send_bonus, **bonus(worker, work, UniqueRequestToken="short"))
    assert turk_code(error) == "InsufficientFunds"
    assert paid(requester, work) == []
    requester.set_total("0.36")
    requester.mturk.send_bonus(**bonus(worker, work, UniqueRequestToken="short"))
    assert requester.total() == 0


def test_payments_are_listed_for_a_hit_or_an_assignment(requester, work):
    listing = requester.mturk.list_bonus_payments
    hit_id = requester.mturk.get_assignment(AssignmentId=work)["HIT"]["HITId"]
    for ids in ({}, {"HITId": hit_id, "AssignmentId": work}):
        assert turk_code(refused(listing, **ids)) == "InvalidParameterValue"


def test_a_rejected_worker_can_be_given_a_bonus_many_times_and_the_list_has_pages(
    requester, worker, work
):
    requester.mturk.reject_assignment(AssignmentId=work, RequesterFeedback="too short")
    for n in range(5):
        requester.mturk.send_bonus(**bonus(worker, work, Reason=f"reason {n}"))
    pages = requester.mturk.get_paginator("list_bonus_payments")
    walk = pages.paginate(AssignmentId=work, PaginationConfig={"PageSize": 2})
    reasons = [row["Reason"] for page in walk for row in page["BonusPayments"]]
    assert reasons == [f"reason {n}" for n in (4, 3, 2, 1, 0)]
