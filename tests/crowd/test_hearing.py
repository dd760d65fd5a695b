"""Appeals made at our own marketplace reach the review queue, and the answer the worker."""

import pytest

from crowd.appeals import let_stand
from crowd.hearing import hear
from crowd.models import Appeal, Assignment, Call
from crowd.review import decide

WHY = "The statement contradicts the first paragraph of the article."


@pytest.fixture
def rejected(lab, make_batch, reviewer) -> tuple[Assignment, object]:
    """Work that the marketplace shows as rejected, and the worker who did it."""
    worker = lab.worker()
    work = lab.do(lab.publish(make_batch("a"))[0], worker, word="wrong")
    lab.sync(work.hit.item.batch)
    decide(work.pk, verdict="reject", reason=WHY, by=reviewer, now=lab.now())
    lab.deliver()
    work.refresh_from_db()
    return work, worker


def appeal(worker, work: Assignment) -> None:
    worker.post(f"/assignments/{work.mturk_id}/appeal", message="I read it twice.")


def test_an_appeal_lands_in_the_queue_once(lab, rejected):
    work, worker = rejected
    assert hear(lab.now()) == []
    assert not Appeal.objects.exists()
    appeal(worker, work)
    for _ in range(2):
        assert hear(lab.now()) == []
    found = Appeal.objects.get()
    assert (found.assignment, found.message) == (work, "I read it twice.")
    assert found.mturk_id


def test_an_overturn_reaches_the_endpoint_and_answers_it(lab, rejected, reviewer):
    work, worker = rejected
    appeal(worker, work)
    hear(lab.now())
    decide(work.pk, verdict="approve", by=reviewer, now=lab.now())
    lab.deliver()
    assert lab.remote_status(work) == "Approved"
    assert not Appeal.objects.open().exists()
    hear(lab.now())
    assert Appeal.objects.count() == 1


def test_the_worker_reads_why_the_rejection_stands(lab, rejected, django_user_model):
    work, worker = rejected
    appeal(worker, work)
    hear(lab.now())
    other = django_user_model.objects.create_user("sam")
    why = "Only the date was marked, nothing of the article."
    let_stand(Appeal.objects.get().pk, answer=why, by=other, now=lab.now())
    lab.deliver()
    assert Call.objects.get(operation="DenyAppeal").state == "done"
    assert why in worker.get(f"/assignments/{work.mturk_id}?receipt").text
    hear(lab.now())
    assert not Appeal.objects.open().exists()


def test_an_endpoint_that_cannot_be_asked_is_a_problem_and_no_more(lab, rejected, settings):
    settings.MTURK_SECRET_ACCESS_KEY = "x" * 40
    assert "does not accept our keys" in hear(lab.now())[0]
