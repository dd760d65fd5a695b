"""The ledger says what the marketplace says, to the cent, whatever happens to the work."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import Sum
from django.utils import timezone

from crowd import budget
from crowd.balances import ask_balance
from crowd.batches import BatchError, expire_batch, plan_batch, publish_batch
from crowd.bonuses import give_bonus
from crowd.budget import BudgetExceeded, committed_usd
from crowd.models import HIT, Assignment, Bonus, LedgerEntry, Study
from crowd.review import decide
from crowd.tasks import ask_account

REASON = "Your answer to the question contradicts the article."


def paid_usd() -> Decimal:
    return LedgerEntry.objects.aggregate(s=Sum("paid_usd", default=Decimal(0)))["s"].quantize(
        Decimal("0.01")
    )


@pytest.fixture
def spent(lab):
    """What the account has lost since the test began."""
    before = lab.requester.total()
    return lambda: before - lab.requester.total()


def test_rewards_fees_and_bonuses_are_noted_once(lab, make_batch, reviewer, spent):
    batch = make_batch("a", judges=3)
    hit = lab.publish(batch)[0]
    passed, failed = lab.do(hit), lab.do(hit, word="wrong")
    lab.sync(batch)
    decide(failed.pk, verdict="reject", reason=REASON, by=reviewer, now=lab.now())
    give_bonus(passed.pk, amount_usd=Decimal("0.13"), reason="thanks", by=reviewer, now=lab.now())
    lab.deliver()
    lab.sync(batch)
    assert spent() == Decimal("0.76")  # 0.50 + 0.10, 0.13 + 0.03
    kinds = LedgerEntry.objects.exclude(paid_usd=0).values_list("kind", "paid_usd")
    assert sorted((kind, str(paid)) for kind, paid in kinds) == [
        ("bonus", "0.13"),
        ("bonus_fee", "0.03"),
        ("fee", "0.10"),
        ("reward", "0.50"),
    ]
    assert Bonus.objects.get().paid_at is not None


def test_what_rounding_spared_is_free_again(lab, make_batch, spent, study):
    """0.08 for ten: 0.04 of fee budgeted, 0.03 taken."""
    batch = make_batch("a", judges=10, reward_usd=Decimal("0.08"), assignments_per_hit=20)
    hit = lab.publish(batch)[0]
    assert committed_usd(study) == Decimal("1.20")
    lab.do(hit)
    lab.sync(batch)
    assert spent() == paid_usd() == Decimal("0.11")
    assert committed_usd(study) == Decimal("1.19")


def test_what_the_endpoint_approves_by_itself_is_noted_too(lab, make_batch, spent):
    batch = make_batch("a", judges=1)
    lab.do(lab.publish(batch)[0], word="wrong")
    lab.sync(batch)
    lab.market.advance(batch.auto_approval_delay_s)
    lab.sync(batch)
    assert spent() == paid_usd() == Decimal("0.60")


def test_an_overturned_rejection_is_paid_once(lab, make_batch, reviewer, spent):
    batch = make_batch("a", judges=1)
    work = lab.do(lab.publish(batch)[0], word="wrong")
    lab.sync(batch)
    decide(work.pk, verdict="reject", reason=REASON, by=reviewer, now=lab.now())
    lab.deliver()
    assert spent() == paid_usd() == 0
    decide(work.pk, verdict="approve", reason="We were wrong.", by=reviewer, now=lab.now())
    lab.deliver()
    lab.sync(batch)
    assert spent() == paid_usd() == Decimal("0.60")


def test_when_all_is_over_only_what_was_paid_is_committed(lab, make_batch, study, spent):
    batch = make_batch("a", judges=3, bonus_pool_usd=Decimal("1.00"))
    hit = lab.publish(batch)[0]
    assert plan_batch(batch).cost == committed_usd(study) == Decimal("3.00")
    lab.do(hit)
    expire_batch(batch.pk, now=lab.now())
    lab.deliver()
    lab.market.advance(batch.assignment_duration_s + 3601)
    lab.sync(batch)
    lab.deliver()
    lab.sync(batch)
    assert HIT.objects.get().settled_at
    assert committed_usd(study) == paid_usd() == spent() == Decimal("0.60")


def test_a_pool_too_large_for_the_budget_publishes_nothing(lab, make_batch):
    batch = make_batch("a", bonus_pool_usd=Decimal("100.00"))
    with pytest.raises(BudgetExceeded, match=r"121\.80 USD are needed"):
        publish_batch(batch.pk, now=lab.now())
    assert not LedgerEntry.objects.exists()


class TestTheAccount:
    def test_its_balance_is_asked_in_the_background(self, lab):
        ask_account()
        assert budget.free_usd(lab.market.origin) == Decimal("1000.00")

    def test_a_trouble_is_only_logged(self, lab, settings, caplog):
        settings.MTURK_SECRET_ACCESS_KEY = "wrong"
        ask_account()
        assert "does not accept our keys" in caplog.text
        assert budget.free_usd(lab.market.origin) is None

    def test_more_than_it_holds_is_not_committed(self, lab, make_batch):
        lab.requester.set_total("1.79")
        ask_balance(timezone.now())
        batch = make_batch("a")
        with pytest.raises(BudgetExceeded, match=r"holds only 1\.79 USD"):
            publish_batch(batch.pk, now=lab.now())
        assert not LedgerEntry.objects.exists()

    def test_what_it_was_promised_meanwhile_counts(self, lab, make_batch):
        lab.requester.set_total("2.00")
        ask_balance(timezone.now())
        publish_batch(make_batch("a").pk, now=lab.now())
        with pytest.raises(BudgetExceeded, match=r"holds only 0\.20 USD"):
            publish_batch(make_batch("b", name="second").pk, now=lab.now())
        lab.requester.set_total("4.00")
        lab.deliver()
        ask_balance(timezone.now() + timedelta(seconds=1))
        publish_batch(make_batch("c", name="third").pk, now=lab.now())

    def test_an_old_answer_is_not_believed(self, lab, make_batch):
        lab.requester.set_total("1.79")
        ask_balance(timezone.now() - timedelta(minutes=11))
        publish_batch(make_batch("a").pk, now=lab.now())

    def test_a_replacement_needs_it_too(self, lab, make_batch):
        batch = make_batch("a", judges=1)
        lab.do(lab.publish(batch)[0], word="wrong")
        lab.sync(batch)
        lab.market.advance(batch.auto_approval_delay_s)
        lab.requester.set_total("0.70")
        ask_balance(timezone.now() + timedelta(seconds=1))
        news = lab.sync(batch)
        assert "holds only" in str(news.problems)
        assert Assignment.objects.count() == 1

    def test_money_is_committed_only_where_it_may_be_spent(self, lab, make_batch, settings):
        settings.MTURK_ALLOWED_ENDPOINTS = ["https://elsewhere.example"]
        with pytest.raises(BatchError, match="not among MTURK_ALLOWED_ENDPOINTS"):
            publish_batch(make_batch("a").pk, now=lab.now())
        assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize(
    ("reward", "judges", "per_hit", "sizes"),
    [
        ("0.50", 9, 9, [9]),
        ("0.50", 10, 9, [5, 5]),
        ("0.50", 19, 9, [7, 6, 6]),
        ("0.01", 10, 9, [10]),  # the least fee is the same on both sides of ten
        ("0.50", 10, 5, [5, 5]),
        ("0.50", 10, 20, [10]),  # as asked for, at 40 %
    ],
)
def test_an_item_is_split_where_that_is_cheaper(make_batch, reward, judges, per_hit, sizes):
    batch = make_batch("a", judges=judges, assignments_per_hit=per_hit, reward_usd=Decimal(reward))
    publish_batch(batch.pk)
    assert list(HIT.objects.values_list("max_assignments", flat=True)) == sizes


def test_where_nothing_is_charged_nothing_is_split(make_batch, settings):
    for name in ("RATE", "LARGE_RATE", "MASTERS_RATE", "MINIMUM"):
        setattr(settings, f"MTURK_FEE_{name}", Decimal(0))
    publish_batch(make_batch("a", judges=10).pk)
    assert HIT.objects.get().max_assignments == 10
    assert committed_usd(Study.objects.get()) == Decimal("5.00")
