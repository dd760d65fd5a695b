"""A qualification test is a batch; whoever passes it may take the batches that ask for it."""

from datetime import timedelta

import pytest

from crowd.admitting import NotQualified
from crowd.assignments import open_assignment
from crowd.batches import BatchError, delete_batch, publish_batch
from crowd.models import HIT, Assignment, Batch, Call, Qualification
from crowd.vouching import disqualify, qualify
from tests.marketplace.harness import RefusedByTheSite


@pytest.fixture
def exam(lab, make_batch) -> Batch:
    """Two works must pass."""
    batch = make_batch("a", "b", "c", judges=5, name="test", passes_wanted=2)
    lab.publish(batch)
    return Batch.objects.get(pk=batch.pk)


@pytest.fixture
def paid(lab, make_batch, exam) -> HIT:
    """A HIT only for who passed."""
    return lab.publish(make_batch("x", name="paid", only_for=exam))[0]


def take_test(lab, batch, *words: str):
    worker = lab.worker()
    for hit, word in zip(lab.hits(batch), words, strict=False):
        lab.do(hit, worker, word)
    lab.sync(batch)
    return worker


def test_who_passes_is_paid_and_admitted(lab, exam, paid):
    worker = take_test(lab, exam, "right", "right")
    assert lab.do(paid, worker).pk
    lab.sync(paid.item.batch)
    lab.deliver()
    assert Assignment.objects.usable().count() == 3
    lab.sync(exam)
    assert {lab.remote_status(row) for row in Assignment.objects.all()} == {"Approved"}


@pytest.mark.parametrize(
    "words", [[], ["right"], ["wrong"], ["right", "wrong"], ["wrong", "right", "right"]], ids=str
)
def test_who_does_not_pass_sees_nothing_of_it(lab, exam, paid, words):
    worker = take_test(lab, exam, *words)
    with pytest.raises(RefusedByTheSite):
        worker.accept(paid.mturk_id)
    assert not Qualification.objects.exists()


def test_the_hits_ask_for_the_qualification_before_they_are_discovered(lab, exam, paid):
    required = [hit["QualificationRequirements"] for hit in lab.remote_hits()]
    (asked,) = [rows for rows in required if rows]
    exam.refresh_from_db()
    assert asked[0] == {
        "QualificationTypeId": exam.passed_id,
        "Comparator": "Exists",
        "ActionsGuarded": "DiscoverPreviewAndAccept",
    }


def test_the_server_admits_nobody_else_whatever_the_endpoint_does(lab, exam, paid):
    worker = lab.worker()
    lab.remote.associate_qualification_with_worker(
        QualificationTypeId=exam.passed_id, WorkerId=worker.worker_id
    )
    claims = lab.claims(worker, worker.accept(paid.mturk_id))
    with pytest.raises(NotQualified):
        open_assignment(paid, claims, lab.now())
    assert not Assignment.objects.filter(hit=paid).exists()


def test_passing_is_granted_once_however_often_it_is_looked_at(lab, exam):
    take_test(lab, exam, "right", "right", "right")
    for _ in range(3):
        assert lab.sync(exam).calls == []
    assert Call.objects.filter(operation=Call.Operation.GRANT).count() == 1


@pytest.mark.parametrize(
    "operation", ["CreateQualificationType", "AssociateQualificationWithWorker"]
)
def test_a_lost_answer_makes_nothing_twice(lab, make_batch, operation):
    lab.arm("drop_after_commit", operation=operation)
    batch = make_batch("a", "b", judges=5, name="test", passes_wanted=1)
    lab.publish(batch)
    worker = take_test(lab, batch, "right")
    lab.deliver(later=timedelta(minutes=1))
    assert set(Call.objects.values_list("state", flat=True)) == {"done"}
    batch.refresh_from_db()
    listed = lab.remote.list_workers_with_qualification_type(QualificationTypeId=batch.passed_id)
    assert [row["WorkerId"] for row in listed["Qualifications"]] == [worker.worker_id]


def test_a_second_judgment_of_an_item_passes_no_second_time(lab, make_batch):
    batch = make_batch("a", judges=2, assignments_per_hit=1, name="test", passes_wanted=2)
    first, second = lab.publish(batch)
    worker = lab.worker()
    for assignment_id in [worker.accept(hit.mturk_id) for hit in (first, second)]:
        worker.submit(assignment_id, word="right")
    lab.sync(batch)
    assert Assignment.objects.confirmed().count() == 2
    assert not Qualification.objects.exists()


def test_a_batch_is_not_published_before_its_test(lab, make_batch):
    test = make_batch("a", name="test", passes_wanted=1)
    batch = make_batch("x", name="paid", only_for=test)
    with pytest.raises(BatchError, match="pilot/test, which is not published at"):
        publish_batch(batch.pk, now=lab.now())
    assert not HIT.objects.exists()


def test_what_a_person_takes_back_is_gone_and_not_earned_again(lab, exam, paid, reviewer):
    worker = take_test(lab, exam, "right", "right")
    why = {"reason": "Two people share it.", "by": reviewer, "now": lab.now()}
    disqualify(exam.pk, worker.worker_id, **why)
    lab.deliver()
    with pytest.raises(RefusedByTheSite):
        worker.accept(paid.mturk_id)
    lab.do(lab.hits(exam)[2], worker)
    assert lab.sync(exam).problems == []
    assert Qualification.objects.get().revoked_at
    qualify(exam.pk, worker.worker_id, **why)
    lab.deliver()
    assert lab.do(paid, worker).pk


def test_a_test_that_another_batch_asks_for_is_not_deleted(make_batch):
    test = make_batch("a", name="test", passes_wanted=1)
    batch = make_batch("x", name="paid", only_for=test)
    with pytest.raises(BatchError, match="the test for pilot/paid: delete that first"):
        delete_batch(test.pk)
    delete_batch(batch.pk)
    delete_batch(test.pk)


def test_an_ordinary_batch_qualifies_nobody(lab, make_batch):
    batch = make_batch("a", "b", judges=5)
    lab.publish(batch)
    take_test(lab, batch, "right", "right")
    assert not Qualification.objects.exists()
    assert not Call.objects.filter(operation=Call.Operation.CREATE_QUALIFICATION).exists()
