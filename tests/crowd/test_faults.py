"""Whatever the endpoint does to a call, in the end it happened once and the log says what went on.

Every fault is injected by the marketplace's control interface; publishing has its own in
test_publishing.py.
"""

from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest

from crowd import outbox
from crowd.batches import expire_batch
from crowd.bonuses import give_bonus
from crowd.clearing import clear_batch
from crowd.delivery import LEASE
from crowd.models import Assignment, Bonus, Call
from crowd.retries import retry_call
from crowd.review import decide

REASON = "Your answer to the question contradicts the article."
STEPS = {
    "ApproveAssignment": lambda work, by, now: decide(work.pk, verdict="approve", by=by, now=now),
    "RejectAssignment": lambda work, by, now: decide(
        work.pk, verdict="reject", reason=REASON, by=by, now=now
    ),
    "SendBonus": lambda work, by, now: give_bonus(
        work.pk, amount_usd=Decimal("0.30"), reason="thanks", by=by, now=now
    ),
    "UpdateExpirationForHIT": lambda work, by, now: expire_batch(work.hit.item.batch_id, now=now),
}
EVENTS = {
    "ApproveAssignment": "AssignmentApproved",
    "RejectAssignment": "AssignmentRejected",
    "UpdateExpirationForHIT": "HITExpired",
}


@pytest.fixture
def work(lab, make_batch) -> Assignment:
    """Handed in, failed its check, waiting for a person; one place of the HIT is still free."""
    batch = make_batch("a", judges=2)
    made = lab.do(lab.publish(batch)[0], word="wrong")
    lab.sync(batch)
    return Assignment.objects.select_related("hit__item").get(pk=made.pk)


def times(lab, work: Assignment, operation: str) -> int:
    """How often it happened there."""
    if operation == "SendBonus":
        return len(bonuses(lab, work))
    return lab.requester.events(work.hit.mturk_id).count(EVENTS[operation])


def bonuses(lab, work: Assignment) -> list[dict]:
    return lab.remote.list_bonus_payments(AssignmentId=work.mturk_id)["BonusPayments"]


@pytest.mark.parametrize("operation", STEPS)
@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "throttle", "count": 2},
        {"kind": "service_fault", "count": 2, "options": {"status": 500}},
        {"kind": "service_fault", "count": 5, "options": {"status": 400}},
        {"kind": "drop_after_commit"},
    ],
    ids=["throttled", "fault 500", "fault 400", "dropped"],
)
def test_it_happens_once(lab, work, reviewer, operation, fault, caplog):
    lab.arm(**fault, operation=operation)
    STEPS[operation](work, reviewer, lab.now())
    lab.deliver()
    lab.deliver(later=timedelta(minutes=1))
    call = Call.objects.get(operation=operation)
    assert (call.state, call.last_error) == ("done", "")
    assert times(lab, work, operation) == 1
    if call.attempts > 1:
        assert f"{call.key} was not done, again in 0:00:05: ServiceFault" in caplog.text


class TestDelayedVisibility:
    def test_what_is_not_visible_yet_is_approved_once_it_is(self, lab, make_batch, reviewer):
        """Behaviour 55, by a decision that comes before the endpoint shows the work."""
        batch = make_batch("a", judges=1)
        hit = lab.publish(batch)[0]
        work = lab.do(hit, word="wrong")
        lab.sync(batch)
        lab.arm("visibility_delay", options={"seconds": 300})
        other = make_batch("b", name="second", judges=1)
        late = lab.do(lab.publish(other)[0])
        lab.sync(other)
        late.refresh_from_db()
        assert late.confirmed_at is None
        lab.market.advance(301)
        lab.sync(other)
        assert lab.remote_status(late) == "Approved"
        decide(work.pk, verdict="approve", by=reviewer, now=lab.now())
        lab.deliver()
        assert lab.remote_status(work) == "Approved"


class TestShortBalance:
    def test_a_bonus_waits_for_a_deposit(self, lab, work, reviewer, caplog):
        lab.requester.set_total(str(lab.requester.on_hold()))
        STEPS["SendBonus"](work, reviewer, lab.now())
        lab.deliver()
        call = Call.objects.get(operation="SendBonus")
        assert (call.state, call.last_error[:17]) == ("failed", "InsufficientFunds")
        assert f"{call.key} needs a person: InsufficientFunds" in caplog.text
        assert Bonus.objects.get().paid_at is None
        lab.requester.set_total("100.00")
        assert retry_call(call.pk)
        lab.deliver()
        assert len(bonuses(lab, work)) == 1
        assert Bonus.objects.get().paid_at is not None

    def test_an_overturn_waits_for_a_deposit(self, lab, work, reviewer):
        STEPS["RejectAssignment"](work, reviewer, lab.now())
        lab.deliver()
        lab.requester.set_total(str(lab.requester.on_hold()))
        decide(work.pk, verdict="approve", reason="We were wrong.", by=reviewer, now=lab.now())
        lab.deliver()
        assert lab.remote_status(work) == "Rejected"
        lab.requester.set_total("100.00")
        retry_call(Call.objects.get(operation="ApproveAssignment").pk)
        lab.deliver()
        assert lab.remote_status(work) == "Approved"


class TestBonuses:
    def test_after_a_day_a_paid_one_is_found_in_the_list(self, lab, work, reviewer):
        """The token is forgotten: sending it again would pay twice."""
        STEPS["SendBonus"](work, reviewer, lab.now())
        lab.deliver()
        Call.objects.filter(operation="SendBonus").update(state="pending", done_at=None)
        lab.market.advance(25 * 3600)
        lab.deliver()
        assert Call.objects.get(operation="SendBonus").state == "done"
        assert len(bonuses(lab, work)) == 1

    def test_after_a_day_one_that_was_never_paid_is_paid(self, lab, work, reviewer):
        STEPS["SendBonus"](work, reviewer, lab.now())
        Call.objects.filter(operation="SendBonus").update(attempts=1, first_sent_at=lab.now())
        lab.market.advance(25 * 3600)
        lab.deliver()
        assert len(bonuses(lab, work)) == 1

    def test_another_amount_is_another_bonus(self, lab, work, reviewer):
        for cents in (30, 31, 31):
            amount = Decimal(cents) / 100
            give_bonus(work.pk, amount_usd=amount, reason="thanks", by=reviewer, now=lab.now())
        lab.deliver()
        assert sorted(row["BonusAmount"] for row in bonuses(lab, work)) == ["0.30", "0.31"]


class TestMessages:
    @pytest.fixture
    def say(self, lab, work, reviewer):
        """Only workers whose work was reviewed can be written to."""
        STEPS["ApproveAssignment"](work, reviewer, lab.now())
        lab.deliver()
        work.refresh_from_db()
        return partial(outbox.notify, work, key="fix", subject="A fix", text="It works again.")

    def test_each_is_said_once(self, lab, say):
        assert say().pk == say().pk
        lab.deliver()
        assert Call.objects.get(operation="NotifyWorkers").state == "done"

    def test_a_lost_answer_needs_a_person(self, lab, say, caplog):
        """Nothing at the endpoint tells whether it was said, and boto3 does not say it again."""
        lab.arm("drop_after_commit", operation="NotifyWorkers")
        call = say()
        lab.deliver()
        lab.deliver(later=LEASE)
        call.refresh_from_db()
        assert (call.state, call.attempts) == ("failed", 2)
        assert "may have been sent" in call.last_error
        assert retry_call(call.pk)
        lab.deliver()
        call.refresh_from_db()
        assert call.state == "done"

    def test_what_was_throttled_was_not_said(self, lab, say):
        lab.arm("throttle", operation="NotifyWorkers")
        call = say()
        lab.deliver()
        lab.deliver(later=LEASE)
        call.refresh_from_db()
        assert (call.state, call.attempts) == ("done", 2)

    def test_a_worker_who_cannot_be_reached_is_named(self, lab, make_batch):
        """Nothing of theirs was reviewed yet."""
        batch = make_batch("a", judges=1)
        stranger = lab.do(lab.publish(batch)[0], word="wrong")
        lab.sync(batch)
        call = outbox.notify(stranger, key="x", subject="s", text="t")
        lab.deliver()
        call.refresh_from_db()
        assert call.state == "failed"
        assert "NotifyWorkersFailure: HardFailure" in call.last_error


class TestDeleting:
    @pytest.fixture
    def reviewed(self, lab, make_batch):
        batch = make_batch("a", judges=1)
        lab.do(lab.publish(batch)[0])
        lab.sync(batch)
        return lab.hits(batch)[0]

    def test_a_reviewed_hit_is_deleted_once(self, lab, reviewed):
        lab.arm("drop_after_commit", operation="DeleteHIT")
        call = outbox.delete_hit(reviewed)
        lab.deliver()
        call.refresh_from_db()
        assert (call.state, call.last_error) == ("done", "")
        assert lab.remote_hits() == []

    def test_a_batch_is_cleared_when_no_rejection_can_be_overturned(self, lab, reviewed):
        batch = reviewed.item.batch
        lab.sync(batch)
        assert clear_batch(batch.pk, now=lab.now() + timedelta(days=29)) == 0
        later = lab.now() + timedelta(days=31)
        assert [clear_batch(batch.pk, now=later) for _ in range(2)] == [1, 0]
        lab.deliver()
        assert lab.remote_hits() == []

    def test_one_with_open_work_is_not(self, lab, work):
        call = outbox.delete_hit(work.hit)
        lab.deliver()
        call.refresh_from_db()
        assert call.state == "failed"
        assert len(lab.remote_hits()) == 1
