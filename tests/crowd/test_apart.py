"""Who has begun an item no longer sees its other HITs, if the study wants it so."""

from functools import partial

import pytest

from crowd.models import Assignment, Call, Item, Study
from tests.marketplace.harness import RefusedByTheSite


@pytest.fixture
def apart(lab, make_batch):
    """Two HITs of one item, kept apart."""
    Study.objects.update(qualifies_out=True)
    return lab.publish(make_batch("a", judges=2, assignments_per_hit=1))


def test_the_other_hit_is_hidden_from_who_has_begun_one(lab, apart):
    first, second = apart
    worker, other = lab.worker(), lab.worker()
    assignment_id = worker.accept(first.mturk_id)
    lab.save(first, lab.claims(worker, assignment_id))
    lab.deliver()
    with pytest.raises(RefusedByTheSite):
        worker.accept(second.mturk_id)
    lab.do(second, other)
    worker.submit(assignment_id, word="right")
    lab.sync(first.item.batch)
    assert Assignment.objects.usable().count() == 2


def test_the_qualification_is_made_before_the_hits_that_need_it(lab, apart):
    assert Item.objects.get().qualification_id
    types = {hit["HITTypeId"] for hit in lab.remote_hits()}
    assert len(types) == 1
    required = lab.remote_hits()[0]["QualificationRequirements"]
    assert [row["Comparator"] for row in required] == ["DoesNotExist"]


def test_an_item_in_one_hit_needs_none(lab, make_batch):
    Study.objects.update(qualifies_out=True)
    lab.publish(make_batch("a", "b", judges=2))
    assert not Call.objects.filter(operation="CreateQualificationType").exists()


def test_who_did_the_item_does_not_see_its_replacement(lab, make_batch):
    Study.objects.update(qualifies_out=True)
    batch = make_batch("a", judges=9)
    hit, worker = lab.publish(batch)[0], lab.worker()
    lab.do(hit, worker, word="wrong")
    lab.sync(batch)
    lab.market.advance(batch.auto_approval_delay_s)
    lab.sync(batch)
    lab.deliver()
    _, new = lab.hits(batch)
    with pytest.raises(RefusedByTheSite):
        worker.accept(new.mturk_id)
    assert lab.do(new).pk


def test_a_forged_name_is_let_in_again(lab, apart):
    """Somebody opened the page under another's name: that one has begun nothing."""
    first, second = apart
    worker, victim = lab.worker(), lab.worker()
    assignment_id = worker.accept(first.mturk_id)
    claims = lab.claims(worker, assignment_id)
    forged = type(claims)(claims.assignment_id, claims.hit_id, victim.worker_id, claims.submit_to)
    lab.save(first, forged)
    lab.deliver()
    with pytest.raises(RefusedByTheSite):
        victim.accept(second.mturk_id)
    worker.submit(assignment_id, word="right")
    lab.sync(first.item.batch)
    lab.deliver()
    assert lab.do(second, victim).pk


@pytest.mark.parametrize(
    "operation", ["CreateQualificationType", "AssociateQualificationWithWorker"]
)
def test_a_lost_answer_makes_nothing_twice(lab, make_batch, operation):
    Study.objects.update(qualifies_out=True)
    lab.arm("drop_after_commit", operation=operation)
    first, second = lab.publish(make_batch("a", judges=2, assignments_per_hit=1))
    worker = lab.worker()
    lab.save(first, lab.claims(worker, worker.accept(first.mturk_id)))
    lab.deliver()
    assert set(Call.objects.values_list("state", flat=True)) == {"done"}
    listed = partial(lab.remote.list_qualification_types, MustBeRequestable=False)
    assert len(listed(MustBeOwnedByCaller=True)["QualificationTypes"]) == 1
    with pytest.raises(RefusedByTheSite):
        worker.accept(second.mturk_id)
