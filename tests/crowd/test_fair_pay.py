"""What an hour of work brings, who falls below the floor, and lifting them, once."""

from decimal import Decimal
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowd.bonuses import BonusError, give_bonus, top_up
from crowd.budget import BudgetExceeded, committed_usd, pool_left
from crowd.fair_pay import Earned, fair_pay, quantile
from crowd.models import Assignment, Batch, Bonus, Call, LedgerEntry, Study, Worker
from tests.crowd.factories import NOW, at_once


@pytest.fixture
def worked(make_batch, make_hit):
    """worked(60, 120): confirmed assignments whose workers were active for so many seconds."""

    def make(*active_s: int, **facts) -> Batch:
        hit = make_hit()
        for number, seconds in enumerate(active_s):
            worker = Worker.objects.create(
                endpoint_url=hit.item.batch.endpoint_url, mturk_id=f"A{number}"
            )
            Assignment.objects.create(
                hit=hit,
                worker=worker,
                mturk_id=f"3ASG{number}",
                **{
                    "opened_at": NOW,
                    "submitted_at": NOW,
                    "sanity_passed": True,
                    "confirmed_at": NOW,
                    "status": "Approved",
                    "active_duration_s": seconds,
                    **facts,
                },
            )
        return hit.item.batch

    return make


def test_rates_are_reward_by_active_time(worked):
    """0.50 in 90, 180 and 360 s: 20, 10 and 5 USD an hour."""
    pay = fair_pay(worked(90, 180, 360))
    assert [row.rate_usd for row in pay.earned] == [20, 10, 5]
    assert pay.median_usd == 10
    assert pay.tenth_usd == 6  # a fifth of the way from 5 to 10
    assert [row.assignment.mturk_id for row in pay.below] == ["3ASG2"]
    assert pay.missing_usd == Decimal("0.30")  # 8 USD an hour for 360 s are 0.80


def test_nothing_is_said_of_no_work(worked):
    pay = fair_pay(worked())
    assert (pay.median_usd, pay.tenth_usd, pay.below, pay.missing_usd) == (None, None, [], 0)


@pytest.mark.parametrize("facts", [{"status": "Rejected"}, {"confirmed_at": None, "status": ""}])
def test_rejected_and_unconfirmed_work_is_not_topped_up(worked, facts):
    assert fair_pay(worked(3600, **facts)).below == []


def test_a_page_left_open_counts_as_three_medians(worked):
    pay = fair_pay(worked(100, 100, 3000))
    assert [row.counted_s for row in pay.earned] == [100, 100, 300]


@given(st.integers(1, 100_000), st.integers(1, 2000), st.integers(0, 3000))
def test_the_top_up_reaches_the_floor_and_no_cent_more(seconds, cents, floor_cents):
    row = Earned(None, Decimal(cents) / 100, seconds)
    floor, missing = Decimal(floor_cents) / 100, None
    missing = row.missing_usd(floor)
    lifted = Earned(None, row.paid_usd + missing, seconds)
    assert lifted.rate_usd >= floor or (missing == 0 and row.rate_usd >= floor)
    if missing:
        less = Earned(None, lifted.paid_usd - Decimal("0.01"), seconds)
        assert less.rate_usd < floor


def test_a_quantile_of_one_is_it():
    assert quantile([Decimal(7)], Decimal("0.1")) == 7


class TestTopUp:
    def test_it_lifts_everybody_and_a_repeat_gives_nothing(self, worked, reviewer):
        batch = worked(90, 360, 400)
        given = top_up(batch.pk, by=reviewer, now=NOW)
        assert [bonus.amount_usd for bonus in given] == [Decimal("0.39"), Decimal("0.30")]
        assert top_up(batch.pk, by=reviewer, now=NOW) == []
        assert fair_pay(batch).below == []
        assert Call.objects.filter(operation="SendBonus").count() == 2

    def test_the_money_comes_from_the_pool_first(self, worked, reviewer, study):
        batch = worked(360)
        hit = batch.items.get().hits.get()
        LedgerEntry.objects.create(study=study, hit=hit, key=f"pool:{batch.pk}", amount_usd="0.20")
        top_up(batch.pk, by=reviewer, now=NOW)
        assert pool_left(batch) == 0
        assert committed_usd(study) == Decimal("0.36")  # 0.30 and a fee of 0.06

    def test_without_money_nobody_is_given_anything(self, worked, reviewer):
        batch = worked(360, 400)
        Study.objects.update(budget_usd=Decimal("0.40"))
        with pytest.raises(BudgetExceeded):
            top_up(batch.pk, by=reviewer, now=NOW)
        assert not Bonus.objects.exists()
        assert not LedgerEntry.objects.exists()


class TestBonus:
    @pytest.mark.parametrize("amount", ["0.00", "-1.00", "0.005"])
    def test_an_amount_is_in_whole_cents(self, worked, reviewer, amount):
        work = worked(90).items.get().hits.get().assignments.get()
        with pytest.raises(BonusError, match=amount):
            give_bonus(work.pk, amount_usd=Decimal(amount), reason="x", by=reviewer, now=NOW)

    def test_a_reason_is_needed(self, worked, reviewer):
        work = worked(90).items.get().hits.get().assignments.get()
        with pytest.raises(BonusError, match="got 0"):
            give_bonus(work.pk, amount_usd=Decimal("1.00"), reason=" ", by=reviewer, now=NOW)

    def test_a_claim_is_not_enough(self, worked, reviewer):
        work = worked(90, confirmed_at=None, status="").items.get().hits.get().assignments.get()
        with pytest.raises(BonusError, match="not confirmed"):
            give_bonus(work.pk, amount_usd=Decimal("1.00"), reason="x", by=reviewer, now=NOW)


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_pay_once(worked, reviewer):
    batch = worked(360, 400)
    at_once(*[partial(top_up, batch.pk, by=reviewer, now=NOW)] * 3)
    assert Bonus.objects.count() == 2
    assert Call.objects.filter(operation="SendBonus").count() == 2
