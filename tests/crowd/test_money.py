"""Fees to the cent, as Mechanical Turk's pricing page has them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowd.money import FeeSchedule, hit_sizes

MTURK = FeeSchedule()


@pytest.mark.parametrize(
    ("reward", "n_assignments", "masters", "fee"),
    [
        ("0.01", 1, False, "0.01"),
        ("0.05", 1, False, "0.01"),
        ("0.07", 1, False, "0.01"),
        ("0.08", 1, False, "0.02"),
        ("0.50", 9, False, "0.10"),
        ("0.50", 10, False, "0.20"),
        ("0.50", 10, True, "0.23"),
        ("0.01", 10, False, "0.01"),
        # Half a cent goes up: 0.525 * 0.20 cannot be, so 0.125 * 0.20 = 0.025 and its like.
        ("0.52", 9, False, "0.10"),
        ("0.53", 9, False, "0.11"),
    ],
)
def test_fee_of_an_assignment(reward, n_assignments, masters, fee):
    got = MTURK.fee(Decimal(reward), n_assignments=n_assignments, masters=masters)
    assert got == Decimal(fee)


@pytest.mark.parametrize(("bonus", "fee"), [("0.01", "0.01"), ("1.00", "0.20"), ("0.13", "0.03")])
def test_fee_of_a_bonus(bonus, fee):
    assert MTURK.bonus_fee(Decimal(bonus)) == Decimal(fee)


def test_the_budget_counts_with_the_larger_rounding():
    """0.08 for ten: together 0.032 -> 0.03, part by part 0.016 + 0.016 -> 0.02 + 0.02."""
    assert MTURK.fee(Decimal("0.08"), n_assignments=10) == Decimal("0.03")
    assert MTURK.largest_fee(Decimal("0.08"), n_assignments=10) == Decimal("0.04")


@pytest.mark.parametrize(("n_assignments", "cost"), [(10, "7.00"), (5, "3.00")])
def test_ten_in_one_hit_cost_more_than_in_two_of_five(n_assignments, cost):
    assert MTURK.cost(Decimal("0.50"), n_assignments=n_assignments) == Decimal(cost)


def test_a_lab_may_charge_nothing():
    free = FeeSchedule(*[Decimal(0), Decimal(0), 10, Decimal(0), Decimal(0)])
    assert free.cost(Decimal("0.50"), n_assignments=10) == Decimal("5.00")


@pytest.mark.parametrize(
    ("judges", "per_hit", "sizes"),
    [
        (1, 9, [1]),
        (9, 9, [9]),
        (10, 9, [5, 5]),
        (19, 9, [7, 6, 6]),
        (10, 10, [10]),
        (3, 1, [1] * 3),
    ],
)
def test_judges_are_split_into_equal_hits(judges, per_hit, sizes):
    assert hit_sizes(judges, per_hit) == sizes


@given(st.integers(1, 500), st.integers(1, 50))
def test_a_split_holds_all_judges_in_the_fewest_hits(judges, per_hit):
    sizes = hit_sizes(judges, per_hit)
    assert sum(sizes) == judges
    assert max(sizes) <= per_hit
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) == -(-judges // per_hit)
