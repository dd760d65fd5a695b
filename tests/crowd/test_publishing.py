"""What the outbox holds is said to a real marketplace, and every HIT exists exactly once."""

import logging
from datetime import timedelta
from decimal import Decimal

import pytest

from crowd.batches import expire_batch, publish_batch
from crowd.delivery import ATTEMPTS, LEASE, deliver, deliver_due
from crowd.models import HIT, Call
from crowd.retries import retry_batch, retry_call

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL, "crowd")


def test_every_item_becomes_a_hit_of_one_type(lab, make_batch):
    hits = lab.publish(make_batch("a", "b", judges=2))
    remote = {hit["HITId"]: hit for hit in lab.remote_hits()}
    assert {hit.mturk_id for hit in hits} == set(remote)
    assert len({hit["HITTypeId"] for hit in remote.values()}) == 1
    for hit in hits:
        there = remote[hit.mturk_id]
        assert there["RequesterAnnotation"] == f"hit:{hit.public_id}"
        assert (there["MaxAssignments"], there["Reward"]) == (2, "0.50")
        assert f"/judge/sample/{hit.public_id}/" in there["Question"]
        assert abs(hit.expires_at - there["Expiration"]) < timedelta(seconds=1)
    assert not Call.objects.exclude(state="done").exists()


def test_delivering_again_makes_nothing_again(lab, make_batch):
    lab.publish(make_batch("a"))
    call = Call.objects.get()
    deliver(call.pk, lab.now() + DAY)
    assert len(lab.remote_hits()) == 1
    assert Call.objects.get().attempts == 1


class TestLostAnswers:
    """A HIT was created and nobody told us."""

    def test_boto3_repeats_and_is_told_it_exists(self, lab, make_batch):
        """Behaviour 4: the connection drops after the marketplace committed."""
        lab.arm("drop_after_commit", operation="CreateHITWithHITType")
        hit, *_ = lab.publish(make_batch("a"))
        assert [there["HITId"] for there in lab.remote_hits()] == [hit.mturk_id]

    def test_a_killed_delivery_finds_its_hit_by_the_token(self, lab, make_batch):
        hit, *_ = lab.publish(make_batch("a"))
        forget(hit)
        lab.deliver(later=LEASE)
        assert HIT.objects.get().mturk_id == hit.mturk_id
        assert len(lab.remote_hits()) == 1

    def test_after_a_day_it_finds_its_hit_by_the_annotation(self, lab, make_batch):
        """The marketplace has forgotten the token: sending it again would make a second HIT."""
        hit, *_ = lab.publish(make_batch("a"))
        forget(hit)
        lab.market.advance(25 * 3600)
        lab.deliver()
        assert HIT.objects.get().mturk_id == hit.mturk_id
        assert len(lab.remote_hits()) == 1

    def test_after_a_day_what_was_never_made_is_made_once(self, lab, make_batch):
        publish_batch(make_batch("a").pk, now=lab.now())
        Call.objects.update(attempts=1, first_sent_at=lab.now())
        lab.market.advance(25 * 3600)
        lab.deliver()
        assert Call.objects.get().first_sent_at > lab.now() - timedelta(minutes=1)
        forget(HIT.objects.get())
        lab.deliver(later=LEASE)
        assert len(lab.remote_hits()) == 1

    def test_a_token_that_made_something_else_needs_a_person(self, lab, make_batch):
        publish_batch(make_batch("a").pk, now=lab.now())
        call = Call.objects.get()
        made = lab.remote.create_hit_with_hit_type(
            HITTypeId=lab.requester.create()["HITTypeId"],
            LifetimeInSeconds=3600,
            Question=call.payload["question"],
            RequesterAnnotation="not ours",
            UniqueRequestToken=call.key,
        )
        lab.deliver()
        call.refresh_from_db()
        assert call.state == "failed"
        assert made["HIT"]["HITId"] in call.last_error
        assert HIT.objects.get().mturk_id is None

    def test_a_hit_type_is_frozen_with_its_batch(self, lab, make_batch):
        batch = make_batch("a", "b")
        publish_batch(batch.pk, now=lab.now())
        first, second = Call.objects.all()
        deliver(first.pk, lab.now())
        batch.refresh_from_db()
        assert batch.hit_type_id
        deliver(second.pk, lab.now())
        assert {hit["HITTypeId"] for hit in lab.remote_hits()} == {batch.hit_type_id}


class TestFaults:
    def test_a_service_fault_with_400_is_asked_again(self, lab, make_batch):
        """Behaviour 64: boto3 takes it for our mistake and gives up."""
        lab.arm("service_fault", options={"status": 400})
        lab.publish(make_batch("a"))
        assert Call.objects.get().attempts == 1
        assert len(lab.remote_hits()) == 1

    def test_what_lasts_is_tried_ever_more_seldom_and_shown(self, lab, make_batch):
        lab.arm("service_fault", operation="CreateHITType", count=8, options={"status": 400})
        publish_batch(make_batch("a").pk, now=lab.now())
        start = lab.now()
        deliver_due(start)
        call = Call.objects.get()
        assert (call.state, call.attempts) == ("pending", 1)
        assert "ServiceFault" in call.last_error
        assert call.not_before == start + timedelta(seconds=5)
        assert deliver_due(start + timedelta(seconds=4)) == 0
        deliver_due(start + timedelta(seconds=5))
        assert Call.objects.get().not_before == start + timedelta(seconds=15)
        deliver_due(start + timedelta(seconds=15))
        call.refresh_from_db()
        assert (call.state, call.last_error) == ("done", "")

    def test_throttling_is_waited_out(self, lab, make_batch):
        lab.arm("throttle", count=2)
        lab.publish(make_batch("a"))
        assert Call.objects.get().state == "done"

    def test_a_refusal_needs_a_person_and_can_be_retried(self, lab, make_batch):
        lab.arm("request_error", operation="CreateHITWithHITType", options={"code": "Nonsense"})
        batch = make_batch("a", "b")
        lab.publish(batch)
        failed = Call.objects.get(state="failed")
        assert "Nonsense" in failed.last_error
        assert len(lab.remote_hits()) == 1
        assert retry_batch(batch) == 1
        lab.deliver()
        assert not Call.objects.exclude(state="done").exists()
        assert len(lab.remote_hits()) == 2
        assert retry_call(failed.pk) is False

    def test_an_empty_account_needs_a_person(self, lab, make_batch):
        lab.requester.set_total("1.79")
        lab.publish(make_batch("a"))
        call = Call.objects.get()
        assert (call.state, call.last_error[:17]) == ("failed", "InsufficientFunds")
        lab.requester.set_total("1.80")
        retry_call(call.pk)
        lab.deliver()
        assert HIT.objects.get().mturk_id

    def test_half_a_day_of_failures_needs_a_person(self, lab, make_batch, settings):
        settings.MTURK_ENDPOINT_URL = "http://127.0.0.1:9"
        settings.MTURK_ALLOWED_ENDPOINTS = ["http://127.0.0.1:9"]
        batch = publish_batch(make_batch("a").pk, now=lab.now())
        settings.MTURK_ENDPOINT_URL = lab.market.origin  # so that nothing waits for port 9
        settings.MTURK_ALLOWED_ENDPOINTS = [lab.market.origin]
        now = lab.now()
        for _ in range(ATTEMPTS):
            deliver_due(now)
            call = Call.objects.get()
            now = call.not_before or now
        assert call.state == "failed"
        assert timedelta(hours=10) < now - batch.published_at < timedelta(hours=14)

    def test_an_unreachable_endpoint_is_not_asked_call_by_call(self, lab, make_batch, settings):
        settings.MTURK_ENDPOINT_URL = "http://127.0.0.1:9"
        settings.MTURK_ALLOWED_ENDPOINTS = ["http://127.0.0.1:9"]
        publish_batch(make_batch("a", "b", "c").pk, now=lab.now())
        assert deliver_due(lab.now()) == 1
        assert sorted(Call.objects.values_list("attempts", flat=True)) == [0, 0, 1]


class TestWhichEndpoint:
    def test_an_endpoint_off_the_list_is_never_called(self, lab, make_batch, settings):
        publish_batch(make_batch("a").pk, now=lab.now())
        settings.MTURK_ALLOWED_ENDPOINTS = ["https://mturk-requester.us-east-1.amazonaws.com"]
        lab.deliver()
        call = Call.objects.get()
        assert call.state == "pending"
        assert f"{lab.market.origin} is not among MTURK_ALLOWED_ENDPOINTS" in call.last_error
        assert lab.remote_hits() == []

    def test_a_batch_is_not_taken_to_another_endpoint(self, lab, make_batch, settings):
        batch = publish_batch(make_batch("a").pk, now=lab.now())
        batch.endpoint_url = "https://elsewhere.example"
        batch.save()
        lab.deliver()
        assert "published at https://elsewhere.example" in Call.objects.get().last_error
        assert lab.remote_hits() == []

    def test_wrong_keys_are_said_and_tried_again(self, lab, make_batch, settings):
        publish_batch(make_batch("a").pk, now=lab.now())
        right, settings.MTURK_SECRET_ACCESS_KEY = settings.MTURK_SECRET_ACCESS_KEY, "wrong"
        deliver_due(lab.now())
        call = Call.objects.get()
        assert call.state == "pending"
        assert "does not accept our keys" in call.last_error
        settings.MTURK_SECRET_ACCESS_KEY = right
        lab.deliver(later=timedelta(minutes=1))
        assert len(lab.remote_hits()) == 1


class TestExpiring:
    def test_the_batch_leaves_the_market(self, lab, make_batch):
        batch = make_batch("a", "b")
        hits = lab.publish(batch)
        expire_batch(batch.pk, now=lab.now())
        lab.deliver()
        assert {lab.requester.state(hit.mturk_id) for hit in hits} == {("Reviewable", 0, 0)}
        assert all(hit.expires_at <= lab.now() for hit in lab.hits(batch))

    def test_what_is_not_yet_created_is_created_and_expired(self, lab, make_batch):
        batch = make_batch("a")
        publish_batch(batch.pk, now=lab.now())
        expire_batch(batch.pk, now=lab.now())
        lab.deliver()
        assert [hit["HITStatus"] for hit in lab.remote_hits()] == ["Reviewable"]

    def test_the_same_time_twice_within_a_second_is_success(self, lab, make_batch):
        """Behaviour 20: the marketplace refuses a collision, although the HIT has expired."""
        batch = make_batch("a")
        lab.publish(batch)
        expire_batch(batch.pk, now=lab.now())
        lab.arm("drop_after_commit", operation="UpdateExpirationForHIT")
        lab.arm("expire_collision")
        lab.deliver()
        expiry = Call.objects.get(operation="UpdateExpirationForHIT")
        assert (expiry.state, expiry.last_error) == ("done", "")


def test_calls_about_one_hit_keep_their_order(lab, make_batch):
    batch = make_batch("a")
    publish_batch(batch.pk, now=lab.now())
    expire_batch(batch.pk, now=lab.now())
    creation, expiry = Call.objects.all()
    deliver(expiry.pk, lab.now())
    expiry.refresh_from_db()
    assert expiry.attempts == 0
    deliver(creation.pk, lab.now())
    deliver(expiry.pk, lab.now())
    expiry.refresh_from_db()
    assert expiry.state == "done"


def test_the_reward_is_set_aside_there_too(lab, make_batch):
    lab.publish(make_batch("a", judges=10, assignments_per_hit=10))
    assert lab.requester.on_hold() == Decimal("7.00")


def forget(hit: HIT) -> None:
    """As a process leaves it that was killed after the endpoint's answer, before its own commit."""
    HIT.objects.filter(pk=hit.pk).update(mturk_id=None, expires_at=None)
    Call.objects.filter(hit=hit).update(state="pending", done_at=None)
