"""A batch is free and can be deleted until it is published."""

from decimal import Decimal

import pytest

from crowd.batches import BatchError, delete_batch
from crowd.models import Batch, Item, LedgerEntry
from tests.crowd.factories import NOW


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
        ({"judges": 0}, "at_least_one_judge"),
        ({"name": "not a slug"}, "not a slug"),
        ({"assignments_per_hit": 0}, "hits_are_not_empty"),
        ({"assignment_duration_s": -1}, "-1"),
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
