"""Money."""

from decimal import Decimal

import pytest

from tests.marketplace.harness import refused, turk_code

MASTERS = [{"QualificationTypeId": "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH", "Comparator": "Exists"}]
# reward, assignments, Masters, fee of one assignment: the table of section 9.
FEES = [
    ("0.01", 1, False, "0.01"),
    ("0.05", 1, False, "0.01"),
    ("0.07", 1, False, "0.01"),
    ("0.08", 1, False, "0.02"),
    ("0.50", 9, False, "0.10"),
    ("0.50", 10, False, "0.20"),
    ("0.50", 10, True, "0.23"),
    ("0.01", 10, False, "0.01"),
]


@pytest.mark.parametrize(("reward", "n", "masters", "fee"), FEES)
def test_fees_are_exact_to_the_cent(market, requester, reward, n, masters, fee):
    """Behaviour 47: held for every assignment, paid for the approved one."""
    hit_id = requester.create(
        Reward=reward, MaxAssignments=n, QualificationRequirements=MASTERS if masters else []
    )["HITId"]
    price = Decimal(reward) + Decimal(fee)
    assert requester.on_hold() == n * price
    worker = market.workers(1, masters=masters)[0]
    requester.mturk.approve_assignment(AssignmentId=worker.do(hit_id))
    assert requester.total() == Decimal("1000.00") - price
    assert requester.on_hold() == (n - 1) * price


def test_a_lab_may_charge_no_fee(start_marketplace):
    market = start_marketplace(
        MARKETPLACE_FEE_RATE="0", MARKETPLACE_FEE_LARGE_RATE="0", MARKETPLACE_FEE_MINIMUM="0"
    )
    requester = market.requester(balance="5.00")
    hit_id = requester.create(Reward="0.50", MaxAssignments=10)["HITId"]
    assert requester.on_hold() == Decimal("5.00")
    requester.mturk.approve_assignment(AssignmentId=market.worker().do(hit_id))
    assert requester.total() == Decimal("4.50")


def test_a_balance_is_two_strings_with_cents(requester):
    requester.create()
    balance = requester.mturk.get_account_balance()
    assert (balance["AvailableBalance"], balance["OnHoldBalance"]) == ("999.40", "0.60")


def test_unused_slots_are_released_at_expiry_and_held_again_when_it_moves(requester, worker):
    hit = requester.create(MaxAssignments=3)
    assignment_id = worker.accept(hit["HITId"])
    assert requester.on_hold() == Decimal("1.80")
    requester.mturk.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    assert requester.on_hold() == Decimal("0.60")
    requester.mturk.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=hit["Expiration"])
    assert requester.on_hold() == Decimal("1.80")
    requester.mturk.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    worker.give_back(assignment_id)
    assert requester.on_hold() == 0


def test_a_returned_slot_stays_held_while_the_hit_is_open(requester, worker):
    hit_id = requester.create(MaxAssignments=2)["HITId"]
    worker.give_back(worker.accept(hit_id))
    assert requester.on_hold() == Decimal("1.20")


def test_an_extension_that_cannot_be_paid_changes_nothing(market):
    requester = market.requester(balance="1.00")
    hit_id = requester.create()["HITId"]
    error = refused(
        requester.mturk.create_additional_assignments_for_hit,
        HITId=hit_id,
        NumberOfAdditionalAssignments=1,
    )
    assert turk_code(error) == "InsufficientFunds"
    assert requester.hit(hit_id)["MaxAssignments"] == 1
    assert requester.events(hit_id) == ["HITCreated"]


def test_reopening_a_hit_that_cannot_be_paid_changes_nothing(requester):
    hit = requester.create()
    requester.mturk.update_expiration_for_hit(HITId=hit["HITId"], ExpireAt=0)
    requester.set_total("0.10")
    error = refused(
        requester.mturk.update_expiration_for_hit,
        HITId=hit["HITId"],
        ExpireAt=hit["Expiration"],
    )
    assert turk_code(error) == "InsufficientFunds"
    assert requester.state(hit["HITId"])[0] == "Reviewable"


def test_a_new_type_changes_the_hold(requester):
    hit_id = requester.create(MaxAssignments=10)["HITId"]
    assert requester.on_hold() == Decimal("7.00")
    cheap = requester.create(Reward="0.05")["HITTypeId"]
    requester.mturk.update_hit_type_of_hit(HITId=hit_id, HITTypeId=cheap)
    assert requester.on_hold() == 10 * (Decimal("0.05") + Decimal("0.02")) + Decimal("0.06")


def test_the_total_never_falls_below_what_is_held(market, requester):
    requester.create()
    refusal = market.ask("POST", "balance", {"account": requester.name, "total": "0.59"})
    assert refusal.status_code == 400
    requester.set_total("0.60")
    assert requester.mturk.get_account_balance()["AvailableBalance"] == "0.00"


def test_the_largest_hit_is_counted_to_the_cent(market):
    """A thousand million assignments at 0.01: more digits than a floating-point number keeps."""
    requester = market.requester(balance="123456789012.34")
    requester.create(Reward="10.01", MaxAssignments=10**9)
    balance = requester.mturk.get_account_balance()
    assert balance["OnHoldBalance"] == "14010000000.00"
    assert balance["AvailableBalance"] == "109446789012.34"
