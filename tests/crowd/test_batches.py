"""A batch is free and can be deleted until it is published, once, within the budget."""

from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest
from django.db.models import Sum

from crowd.batches import (
    BatchError,
    create_batch,
    delete_batch,
    expire_batch,
    plan_batch,
    publish_batch,
)
from crowd.budget import BudgetExceeded
from crowd.models import HIT, Batch, Call, Item, LedgerEntry, Study
from tests.crowd.factories import NOW, at_once


def test_a_batch_has_one_item_a_key_and_costs_nothing(make_batch):
    batch = make_batch("b", "a")
    assert [item.key for item in batch.items.all()] == ["b", "a"]
    assert batch.published_at is None
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"reward_usd": Decimal("0")}, "reward"),
        ({"reward_usd": Decimal("0.105")}, "0.105"),
        ({"judges": 0}, "judges"),
        ({"name": "not a slug"}, "not a slug"),
        ({"assignments_per_hit": 0}, "assignments_per_hit"),
        ({"assignment_duration_s": 29}, "assignment_duration_s.*29"),
        ({"lifetime_s": 365 * 24 * 3600 + 1}, "lifetime_s.*31536001"),
        ({"auto_approval_delay_s": 30 * 24 * 3600 + 1}, "auto_approval_delay_s.*2592001"),
        ({"name": "n", "reward_usd": Decimal("NaN")}, "reward_usd"),
    ],
)
def test_a_bad_value_is_named_and_nothing_is_written(make_batch, fields, named):
    with pytest.raises(BatchError, match=named):
        make_batch(**fields)
    assert not Batch.objects.exists()


@pytest.mark.parametrize(
    ("keys", "named"),
    [(["a", "b", "a"], "'a' is given 2 times"), (["x" * 201], "1 to 200"), (["", "a"], "1 to 200")],
)
def test_bad_keys_are_named_and_nothing_is_written(make_batch, keys, named):
    with pytest.raises(BatchError, match=named):
        make_batch(*keys)
    assert not Item.objects.exists()


def test_every_bad_value_is_named_at_once(make_batch):
    with pytest.raises(BatchError, match=r"'a' is given 2 times.*reward_usd.*"):
        make_batch("a", "a", reward_usd=Decimal("-1"))


def test_an_unknown_kind_is_named_with_the_known_ones(study):
    with pytest.raises(BatchError, match=r"no kind of HIT is named 'other'; known: .*sample"):
        create_batch(
            study,
            name="b",
            kind="other",
            title="t",
            description="d",
            reward_usd=Decimal(1),
            keys=["a"],
        )


def test_a_name_is_used_once_in_a_study(make_batch):
    make_batch()
    with pytest.raises(BatchError, match="already exists"):
        make_batch()


def test_an_unpublished_batch_can_be_deleted(make_batch):
    delete_batch(make_batch().pk)
    assert not Item.objects.exists()


def test_a_published_batch_cannot_be_deleted(make_batch):
    batch = make_batch()
    Batch.objects.update(published_at=NOW)
    with pytest.raises(BatchError, match="was published on 2030-01-07"):
        delete_batch(batch.pk)
    assert Batch.objects.exists()


class TestPublishing:
    def test_the_plan_counts_hits_judges_and_money(self, make_batch):
        plan = plan_batch(make_batch("a", "b", judges=10))
        assert (plan.n_items, plan.n_hits, plan.n_assignments) == (2, 4, 20)
        assert (plan.rewards, plan.fees, plan.cost) == (
            Decimal("10.00"),
            Decimal("2.00"),
            Decimal("12.00"),
        )

    def test_money_and_payload_are_written_before_anything_is_said(self, make_batch):
        batch = publish_batch(make_batch("a", "b").pk, now=NOW)
        assert batch.published_at == NOW
        assert LedgerEntry.objects.aggregate(sum=Sum("amount_usd"))["sum"] == Decimal("3.60")
        for hit in HIT.objects.all():
            call = hit.calls.get()
            assert (call.state, call.attempts, hit.mturk_id) == ("pending", 0, None)
            assert call.key == call.payload["annotation"] == f"hit:{hit.public_id}"
            assert (
                f"http://localhost:8000/judge/sample/{hit.public_id}/<" in call.payload["question"]
            )
            assert call.payload["max_assignments"] == 3

    def test_the_plan_is_what_is_set_aside(self, make_batch):
        batch = make_batch("a", "b", "c", judges=10, reward_usd=Decimal("0.07"))
        cost = plan_batch(batch).cost
        publish_batch(batch.pk)
        assert LedgerEntry.objects.aggregate(sum=Sum("amount_usd"))["sum"] == cost

    def test_publishing_twice_is_publishing_once(self, make_batch):
        batch = make_batch("a", "b")
        publish_batch(batch.pk, now=NOW)
        again = publish_batch(batch.pk, now=NOW + timedelta(days=1))
        assert again.published_at == NOW
        assert (HIT.objects.count(), Call.objects.count()) == (2, 2)

    def test_a_budget_that_is_short_by_a_cent_is_refused(self, study, make_batch):
        Study.objects.update(budget_usd=Decimal("3.59"))
        batch = make_batch("a", "b")
        with pytest.raises(BudgetExceeded, match=r"3\.60 USD are needed.* 3\.59 USD are left"):
            publish_batch(batch.pk)
        batch.refresh_from_db()
        assert batch.published_at is None
        assert not (HIT.objects.exists() or Call.objects.exists() or LedgerEntry.objects.exists())

    def test_a_budget_may_be_spent_to_the_cent(self, study, make_batch):
        Study.objects.update(budget_usd=Decimal("3.60"))
        publish_batch(make_batch("a", "b").pk)
        with pytest.raises(BudgetExceeded, match=r"3\.60 USD are committed and 0\.00 USD are left"):
            publish_batch(make_batch("a", name="second").pk)


class TestExpiring:
    def test_every_hit_is_to_be_expired_once(self, make_batch):
        batch = publish_batch(make_batch("a", "b").pk, now=NOW)
        expire_batch(batch.pk, now=NOW)
        expire_batch(batch.pk, now=NOW)
        expiries = Call.objects.filter(operation=Call.Operation.EXPIRE)
        assert [call.payload for call in expiries] == [{"lifetime_s": 0}] * 2
        batch.refresh_from_db()
        assert batch.closed_at == NOW

    def test_what_was_never_published_cannot_expire(self, make_batch):
        with pytest.raises(BatchError, match="not published"):
            expire_batch(make_batch().pk)


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_of_batches_that_fit_only_singly_one_is_published(self, study, make_batch):
        """Behaviour 65."""
        keys = [f"item-{n}" for n in range(40)]
        Study.objects.update(budget_usd=Decimal("75.00"))  # one batch costs 72
        batches = [make_batch(*keys, name=f"batch-{n}") for n in range(6)]
        outcomes = at_once(*[partial(publish_batch, batch.pk) for batch in batches])
        names = sorted(type(outcome).__name__ for outcome in outcomes)
        assert names == ["Batch", *["BudgetExceeded"] * 5]
        assert (HIT.objects.count(), Call.objects.count()) == (40, 40)

    def test_one_batch_published_by_two_is_published_once(self, make_batch):
        batch = make_batch("a", "b")
        at_once(*[partial(publish_batch, batch.pk)] * 4)
        assert (HIT.objects.count(), Call.objects.count(), LedgerEntry.objects.count()) == (2, 2, 2)
