"""Desks enqueue after the commit, and sweeps find what no message was sent for."""

import pytest

from crowd.batches import expire_batch, publish_batch
from crowd.models import Assignment, Batch, Call
from crowd.progress import BatchProgress, batch_progress
from crowd.tasks import deliver_pending, sync_open_batches


def test_each_call_is_enqueued_after_the_commit(make_batch, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as enqueued:
        batch = publish_batch(make_batch("a", "b").pk)
    assert len(enqueued) == 2
    with django_capture_on_commit_callbacks() as enqueued:
        publish_batch(batch.pk)
    assert enqueued == []
    with django_capture_on_commit_callbacks() as enqueued:
        expire_batch(batch.pk)
    assert len(enqueued) == 2


def test_the_sweep_delivers_what_no_message_was_sent_for(lab, make_batch):
    publish_batch(make_batch("a", "b").pk)
    assert deliver_pending() == 2
    assert deliver_pending() == 0
    assert len(lab.remote_hits()) == 2


def test_the_sweep_asks_about_open_batches_only(lab, make_batch, sample_kind):
    make_batch("a", name="unpublished")
    finished = make_batch("a", name="finished", judges=1)
    lab.do(lab.publish(finished)[0])
    assert sync_open_batches() == 1
    assert Assignment.objects.usable().count() == 1
    assert len(sample_kind.refreshed) == 1
    deliver_pending()
    sync_open_batches()
    assert list(Batch.objects.open()) == []
    assert sync_open_batches() == 0


def test_one_batchs_trouble_does_not_keep_the_sweep_from_the_others(lab, make_batch):
    troubled = make_batch("a", name="troubled")
    lab.do(lab.publish(troubled)[0])
    fine = lab.do(lab.publish(make_batch("a", name="fine"))[0])
    Batch.objects.filter(pk=troubled.pk).update(kind="unknown")
    with pytest.raises(ExceptionGroup, match="could not be synced"):
        sync_open_batches()
    assert Assignment.objects.usable().get() == fine


def test_progress_is_counted(lab, make_batch, django_assert_num_queries):
    lab.arm("request_error", operation="CreateHITWithHITType", options={"code": "Nonsense"})
    batch = make_batch("a", "b", "c")
    created = [hit for hit in lab.publish(batch) if hit.mturk_id]
    lab.do(created[0])
    lab.do(created[0], word="wrong")
    lab.sync(batch)
    lab.do(created[1])
    with django_assert_num_queries(6):
        progress = batch_progress(batch)
    assert progress == BatchProgress(
        n_hits=3,
        n_created=2,
        n_failed=1,
        n_offered=9,
        n_wanted=9,
        n_saved=3,
        n_confirmed=2,
        n_usable=1,
        n_awaiting_decision=1,
    )
    assert progress.n_waiting == 0
    Call.objects.filter(state="failed").update(state="pending")
    assert batch_progress(batch).n_waiting == 1
