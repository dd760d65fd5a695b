"""Lost work is replaced as far as the quota needs it, where Mechanical Turk's rules allow it."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import transaction

from crowd import budget
from crowd.assignments import AlreadyDone, find_assignment
from crowd.batches import expire_batch
from crowd.budget import BudgetExceeded
from crowd.models import HIT, Assignment, Batch, Call, Item, LedgerEntry, Study, Worker
from crowd.replacement import replace_lost
from crowd.retries import retry_batch
from crowd.review import decide
from crowd.tasks import sync_open_batches
from tests.crowd.factories import NOW

EXTEND = "CreateAdditionalAssignmentsForHIT"


def replaced(item: Item) -> list[Call]:
    with transaction.atomic():
        return replace_lost(item, budget.lock_study(item.batch.study_id), NOW)


@pytest.fixture
def offered(study, make_batch):
    """offered(9, 1, lost=2): an item with HITs of these sizes, of whose work two are rejected."""

    def offer(*sizes: int, lost: int, judges: int | None = None, **batch_fields) -> Item:
        batch = make_batch("a", judges=judges or sum(sizes), **batch_fields)
        batch.published_at = NOW
        batch.endpoint_url = "http://127.0.0.1:8001"
        batch.save()
        item = batch.items.get()
        for number, size in enumerate(sizes):
            HIT.objects.create(
                item=item,
                number=number,
                max_assignments=size,
                mturk_id=f"3HIT{number}",
                expires_at=NOW + timedelta(days=1),
            )
        first = item.hits.first()
        budget.reserve(study, HIT.objects.with_batch().filter(item=item), NOW)
        for number in range(lost):
            fail(first, number)
        return Item.objects.select_related("batch").get(pk=item.pk)

    return offer


def fail(hit: HIT, number: int, **fields) -> Assignment:
    worker = Worker.objects.create(endpoint_url="http://127.0.0.1:8001", mturk_id=f"A{number}")
    facts = {"sanity_passed": False, "submitted_at": NOW, "status": "Rejected", **fields}
    return Assignment.objects.create(
        hit=hit,
        worker=worker,
        mturk_id=f"3ASG{number}",
        opened_at=NOW,
        confirmed_at=NOW,
        handed_in_at=NOW,
        **facts,
    )


@pytest.mark.parametrize(
    ("sizes", "lost", "becomes"),
    [
        ([7], 2, [9]),
        ([7], 3, [7, 3]),
        ([9], 1, [9, 1]),
        ([5, 5], 4, [9, 5]),
        ([9, 1], 1, [9, 2]),
        ([9, 1], 8, [9, 9]),
        ([9, 1], 9, [9, 1, 9]),
        ([10], 3, [13]),
        ([3], 0, [3]),
    ],
)
def test_a_hit_is_extended_to_nine_at_most_or_a_new_one_opened(offered, sizes, lost, becomes):
    item = offered(*sizes, lost=lost, assignments_per_hit=20)
    replaced(item)
    assert [hit.max_assignments for hit in item.hits.all()] == becomes
    assert replaced(item) == []
    assert [hit.max_assignments for hit in item.hits.all()] == becomes


def test_new_hits_are_no_larger_than_the_batchs(offered):
    """A HIT of ten would cost a larger fee."""
    item = offered(9, 9, 9, lost=9)
    for number in range(9, 12):
        fail(item.hits.last(), number)
    replaced(item)
    assert [hit.max_assignments for hit in item.hits.all()] == [9, 9, 9, 6, 6]


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "Submitted"},
        {"sanity_passed": True, "status": "Approved"},
        {"confirmed_at": None, "status": ""},
    ],
)
def test_work_that_may_count_or_waits_for_a_decision_is_not_replaced(offered, fields):
    item = offered(3, lost=0)
    confirmed_at = fields.pop("confirmed_at", NOW)
    assignment = fail(item.hits.get(), 1, **{**fields, "status": ""})
    Assignment.objects.filter(pk=assignment.pk).update(confirmed_at=confirmed_at, **fields)
    assert replaced(item) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "Approved"},
        {"sanity_passed": None, "submitted_at": None},
        {"sanity_passed": True, "status": "Approved", "voided_at": NOW},
    ],
)
def test_paid_but_failed_missing_and_voided_work_is_replaced(offered, fields):
    item = offered(3, lost=0)
    fail(item.hits.get(), 1, **fields)
    assert [call.operation for call in replaced(item)] == ["CreateAdditionalAssignmentsForHIT"]


def test_more_than_enough_offered_needs_no_replacement(offered):
    assert replaced(offered(5, lost=2, judges=3)) == []


def test_an_extension_of_an_expired_hit_moves_its_expiration(offered):
    item = offered(3, lost=1)
    item.hits.update(expires_at=NOW)
    extension, prolongation = replaced(item)
    assert extension.payload == {"by": 1, "to": 4}
    assert prolongation.payload == {"lifetime_s": item.batch.lifetime_s}


def test_a_finished_hit_is_asked_about_again(offered):
    item = offered(3, lost=1)
    item.hits.update(settled_at=NOW)
    replaced(item)
    assert item.hits.get().settled_at is None


def test_nothing_is_replaced_in_a_closed_batch(offered):
    item = offered(3, lost=1)
    expire_batch(item.batch_id, now=NOW)
    assert replaced(Item.objects.select_related("batch").get()) == []


@pytest.mark.parametrize(("sizes", "costs"), [([3], "0.60"), ([9], "0.60"), ([10], "0.70")])
def test_money_is_set_aside_for_what_is_added(offered, sizes, costs):
    item = offered(*sizes, lost=1, assignments_per_hit=20)
    before = sum(entry.amount_usd for entry in LedgerEntry.objects.all())
    replaced(item)
    added = sum(entry.amount_usd for entry in LedgerEntry.objects.all()) - before
    assert added == Decimal(costs)


@pytest.mark.parametrize("sizes", [[3], [9]])
def test_without_money_nothing_is_offered(offered, sizes):
    """Behaviour 65 for extensions and for new HITs."""
    item = offered(*sizes, lost=1)
    Study.objects.update(budget_usd=sum(entry.amount_usd for entry in LedgerEntry.objects.all()))
    with pytest.raises(BudgetExceeded, match=r"0\.60 USD are needed"):
        replaced(item)
    assert [hit.max_assignments for hit in item.hits.all()] == sizes
    assert not Call.objects.exists()


def test_money_given_back_for_unused_places_is_set_aside_again(offered, study):
    item = offered(3, lost=1)
    hit = HIT.objects.with_batch().get()
    budget.release_unused(study, hit, 2)
    assert budget.committed_usd(study) == Decimal("0.60")
    replaced(item)
    assert budget.committed_usd(study) == Decimal("2.40")


def test_a_rejection_gives_its_money_back_when_it_is_final(offered, study):
    item = offered(3, lost=1)
    with transaction.atomic():
        hits = list(HIT.objects.with_batch().filter(item=item))
        budget.reserve(study, hits, NOW + timedelta(days=30))
        assert budget.committed_usd(study) == Decimal("1.80")
        for _ in range(2):
            budget.reserve(study, hits, NOW + timedelta(days=30, seconds=1))
        assert budget.committed_usd(study) == Decimal("1.20")


class TestAtTheMarketplace:
    def test_a_reopened_hit_is_not_offered_to_who_did_it(self, lab, make_batch):
        hit = lab.publish(make_batch("a", judges=1))[0]
        worker = lab.worker()
        lab.do(hit, worker, word="wrong")
        lab.sync(hit.item.batch)
        lab.market.advance(hit.item.batch.auto_approval_delay_s)
        lab.sync(hit.item.batch)
        lab.deliver()
        assert lab.requester.state(hit.mturk_id) == ("Assignable", 1, 0)
        with pytest.raises(Exception, match=r"40\d"):
            worker.accept(hit.mturk_id)
        assert lab.do(hit).pk

    def test_an_expired_hit_is_open_again(self, lab, make_batch):
        batch = make_batch("a", judges=1, auto_approval_delay_s=8 * 24 * 3600)
        hit = lab.publish(batch)[0]
        lab.do(hit, word="wrong")
        lab.sync(batch)
        lab.market.advance(8 * 24 * 3600)
        lab.sync(batch)
        lab.deliver()
        assert lab.requester.state(hit.mturk_id) == ("Assignable", 1, 0)
        assert HIT.objects.get().expires_at > lab.now() + timedelta(days=6)

    def test_a_new_hit_is_refused_to_who_did_the_item(self, lab, make_batch):
        batch = make_batch("a", judges=9)
        hit = lab.publish(batch)[0]
        worker = lab.worker()
        lab.do(hit, worker, word="wrong")
        lab.sync(batch)
        lab.market.advance(batch.auto_approval_delay_s)
        lab.sync(batch)
        lab.deliver()
        old, new = lab.hits(batch)
        assert (old.max_assignments, new.max_assignments) == (9, 1)
        assignment_id = worker.accept(new.mturk_id)
        with pytest.raises(AlreadyDone):
            find_assignment(new, lab.claims(worker, assignment_id))
        worker.give_back(assignment_id)
        assert lab.do(new).pk

    def test_an_extension_whose_answer_is_lost_counts_once(self, lab, make_batch):
        hit = lab.publish(make_batch("a", judges=1))[0]
        lab.do(hit, word="wrong")
        lab.sync(hit.item.batch)
        lab.market.advance(hit.item.batch.auto_approval_delay_s)
        lab.arm("drop_after_commit", operation="CreateAdditionalAssignmentsForHIT")
        lab.sync(hit.item.batch)
        lab.deliver()
        extension = Call.objects.get(operation="CreateAdditionalAssignmentsForHIT")
        assert extension.state == "done"
        Call.objects.filter(pk=extension.pk).update(state="pending")
        lab.deliver(later=timedelta(minutes=1))
        assert lab.requester.hit(hit.mturk_id)["MaxAssignments"] == 2

    def test_an_extension_forgotten_for_a_day_counts_once(self, lab, make_batch):
        hit = lab.publish(make_batch("a", judges=1))[0]
        lab.do(hit, word="wrong")
        lab.sync(hit.item.batch)
        lab.market.advance(hit.item.batch.auto_approval_delay_s)
        lab.sync(hit.item.batch)
        lab.deliver()
        Call.objects.filter(operation="CreateAdditionalAssignmentsForHIT").update(state="pending")
        lab.market.advance(25 * 3600)
        lab.deliver()
        assert lab.requester.hit(hit.mturk_id)["MaxAssignments"] == 2


def test_what_could_not_be_paid_for_is_replaced_by_the_sweep_once_there_is_money(
    lab, make_batch, reviewer
):
    """All its work is decided by then: nothing but the missing judge keeps the batch open."""
    batch = make_batch("a", judges=1)
    work = lab.do(lab.publish(batch)[0], word="wrong")
    lab.sync(batch)
    Study.objects.update(budget_usd=Decimal("0.00"))
    decide(work.pk, verdict="approve", by=reviewer, now=lab.now())
    lab.deliver()
    for _ in range(2):
        sync_open_batches()
    assert HIT.objects.get().max_assignments == 1
    Study.objects.update(budget_usd=Decimal("100.00"))
    sync_open_batches()
    assert HIT.objects.get().max_assignments == 2
    expire_batch(batch.pk, now=lab.now())
    assert Batch.objects.open().exists()


def test_a_closed_batch_waits_for_no_judge(lab, make_batch, reviewer):
    batch = make_batch("a", judges=1)
    work = lab.do(lab.publish(batch)[0], word="wrong")
    lab.sync(batch)
    expire_batch(batch.pk, now=lab.now())
    decide(work.pk, verdict="approve", by=reviewer, now=lab.now())
    lab.deliver()
    sync_open_batches()
    assert not Batch.objects.open().exists()


def test_an_extension_that_failed_is_made_up_for_by_the_next(lab, make_batch, reviewer):
    """Whichever is said first, and however often: the endpoint offers what we think it does."""
    batch = make_batch("a", judges=2)
    hit = lab.publish(batch)[0]
    work = [lab.do(hit, word="wrong") for _ in range(2)]
    lab.sync(batch)
    for row, total in zip(work, ("1.20", "100.00"), strict=True):
        lab.requester.set_total(total)
        decide(row.pk, verdict="approve", by=reviewer, now=lab.now())
        lab.deliver()
    assert Call.objects.filter(operation=EXTEND, state="failed").count() == 1
    for _ in range(2):
        hit.refresh_from_db()
        there = lab.requester.hit(hit.mturk_id)["MaxAssignments"]
        assert there == hit.max_assignments == 4
        retry_batch(batch)
        lab.deliver()
    assert not Call.objects.exclude(state__in=["done", "overtaken"]).exists()
