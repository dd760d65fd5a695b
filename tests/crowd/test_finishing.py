"""Money that no HIT and no worker can need any more is free again, and not a day before."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from crowd.batches import expire_batch, publish_batch
from crowd.budget import OVERTURN_WINDOW, committed_usd
from crowd.models import HIT, Call
from crowd.progress import batch_progress
from crowd.retries import retry_batch
from crowd.review import decide
from crowd.tasks import release_money

REASON = "Your answer to the question contradicts the article."
CREATE = "CreateHITWithHITType"


@pytest.fixture
def unmade(lab, make_batch):
    """Published while the account held too little: the endpoint refused every HIT."""
    batch = make_batch("a", "b", bonus_pool_usd=Decimal("1.00"))
    lab.requester.set_total("0.10")
    lab.publish(batch)
    assert set(Call.objects.values_list("state", flat=True)) == {"failed"}
    return batch


def close(lab, batch) -> None:
    expire_batch(batch.pk, now=lab.now())
    lab.deliver()


def test_a_hit_that_was_never_made_holds_no_money_once_the_batch_is_closed(lab, study, unmade):
    assert committed_usd(study) == Decimal("4.80")
    close(lab, unmade)
    assert committed_usd(study) == 0
    assert not Call.objects.open().exists()
    assert not HIT.objects.filter(settled_at=None).exists()
    close(lab, unmade)
    assert committed_usd(study) == 0


def test_it_cannot_be_made_afterwards(lab, unmade):
    close(lab, unmade)
    lab.requester.set_total("1000.00")
    assert retry_batch(unmade) == 0
    lab.deliver()
    assert lab.remote_hits() == []
    progress = batch_progress(unmade)
    assert (progress.n_hits, progress.n_failed, progress.n_waiting) == (0, 0, 0)


def test_the_others_of_its_batch_keep_theirs(lab, study, make_batch):
    lab.arm("request_error", operation=CREATE, options={"code": "Nonsense"})
    batch = make_batch("a", "b")
    [made] = [hit for hit in lab.publish(batch) if hit.mturk_id]
    lab.do(made)
    close(lab, batch)
    assert committed_usd(study) == Decimal("1.80")
    lab.sync(batch)
    lab.deliver()
    assert committed_usd(study) == Decimal("1.80")


def test_one_that_was_made_although_nobody_heard_of_it_is_found_and_keeps_its_money(
    lab, study, make_batch
):
    batch = make_batch("a")
    [hit] = lab.publish(batch)
    HIT.objects.update(mturk_id=None, expires_at=None)
    Call.objects.update(state="failed", done_at=None)
    close(lab, batch)
    assert HIT.objects.get().mturk_id == hit.mturk_id
    assert lab.requester.state(hit.mturk_id) == ("Reviewable", 0, 0)
    assert committed_usd(study) == Decimal("1.80")


def test_what_is_still_to_be_made_is_not_given_up(lab, study, make_batch):
    """The creation may be under way: it comes first, and the HIT is taken off the market."""
    batch = publish_batch(make_batch("a").pk, now=lab.now())
    lab.arm("service_fault", operation=CREATE, count=8, options={"status": 500})
    close(lab, batch)
    assert committed_usd(study) == Decimal("1.80")
    lab.deliver(later=timedelta(minutes=1))
    assert [there["HITStatus"] for there in lab.remote_hits()] == ["Reviewable"]


def test_a_rejection_holds_its_money_as_long_as_it_can_be_overturned(
    lab, study, make_batch, reviewer, monkeypatch
):
    batch = make_batch("a", judges=1)
    work = lab.do(lab.publish(batch)[0], word="wrong")
    lab.sync(batch)
    expire_batch(batch.pk, now=lab.now())
    decide(work.pk, verdict="reject", reason=REASON, by=reviewer, now=lab.now())
    lab.deliver()
    lab.sync(batch)
    work.refresh_from_db()
    for after, held in ((timedelta(0), "0.60"), (timedelta(seconds=1), "0.00")):
        now = work.handed_in_at + OVERTURN_WINDOW + after
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        release_money()
        assert committed_usd(study) == Decimal(held)
