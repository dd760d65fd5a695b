"""A person decides once, with a reason; the endpoint hears of it; lost work is replaced."""

from functools import partial

import pytest

from crowd.models import HIT, Assignment, Call, Decision, LedgerEntry, Study
from crowd.review import DecisionError, decide
from tests.crowd.factories import at_once

WHY = "The statement contradicts the first paragraph of the article."


@pytest.fixture
def failed(lab, make_batch) -> Assignment:
    """Work that failed its check, confirmed and waiting for a decision."""
    assignment = lab.do(lab.publish(make_batch("a"))[0], word="wrong")
    lab.sync(assignment.hit.item.batch)
    assignment.refresh_from_db()
    return assignment


@pytest.fixture
def reject(lab, failed, reviewer):
    def reject(**changes) -> Decision:
        given = {"verdict": "reject", "reason": WHY, "by": reviewer, "now": lab.now()}
        return decide(failed.pk, **{**given, **changes})

    return reject


@pytest.fixture
def approve(lab, failed, reviewer):
    return partial(decide, failed.pk, verdict="approve", by=reviewer, now=lab.now())


class TestRejecting:
    def test_the_worker_reads_the_reason_and_is_not_paid(self, lab, failed, reject):
        reject(evidence={"answered": "wrong"})
        lab.deliver()
        there = lab.requester.work(failed.hit.mturk_id)[0]
        assert (there["AssignmentStatus"], there["RequesterFeedback"]) == ("Rejected", WHY)
        failed.refresh_from_db()
        assert failed.status == "Rejected"
        assert not Assignment.objects.awaiting_decision().exists()
        assert Decision.objects.get().evidence == {"answered": "wrong"}

    def test_nothing_is_said_before_the_commit(self, lab, failed, reject):
        reject()
        assert lab.remote_status(failed) == "Submitted"
        assert Call.objects.get(operation="RejectAssignment").attempts == 0

    @pytest.mark.parametrize(
        "reason",
        [
            "",
            "incorrect",
            "x" * 29,
            "x" * 1025,
            " " * 40,
            "incorrect incorrect incorrect incorrect",
            "Your answer was wrong, sorry. This work is rejected.",
        ],
    )
    def test_a_reason_must_say_why(self, reject, reason):
        with pytest.raises(DecisionError, match="reason"):
            reject(reason=reason)
        assert not Decision.objects.exists()

    @pytest.mark.parametrize(
        "reason", ["x" * 30, "这个回答与文章第一段的内容相反" * 2, f"  {WHY}  "]
    )
    def test_any_reason_of_the_studys_length_will_do(self, reject, reason):
        assert reject(reason=reason).reason == reason.strip()

    def test_the_length_is_the_studys(self, reject):
        Study.objects.update(rejection_reason_min_length=100)
        with pytest.raises(DecisionError, match="100 to 1024 characters, got 61"):
            reject()

    def test_a_machine_cannot_reject(self, reject):
        with pytest.raises(DecisionError, match="only a person"):
            reject(by=None)

    def test_the_same_click_twice_is_one_decision(self, reject):
        assert reject().pk == reject().pk
        assert Call.objects.filter(operation="RejectAssignment").count() == 1

    def test_another_reason_for_the_same_work_is_refused(self, reject):
        reject()
        with pytest.raises(DecisionError, match="decided already: reject by rita"):
            reject(reason=WHY + " Again.")

    def test_unconfirmed_work_cannot_be_decided(self, lab, failed, reviewer):
        worker = lab.worker()
        claims = lab.claims(worker, worker.accept(failed.hit.mturk_id))
        saved = lab.save(failed.hit, claims, "wrong")
        with pytest.raises(DecisionError, match="has not confirmed"):
            decide(saved.pk, verdict="reject", reason=WHY, by=reviewer, now=lab.now())

    def test_work_that_passed_is_paid_and_cannot_be_rejected(self, lab, failed, reviewer):
        passed = lab.do(failed.hit)
        lab.sync(failed.hit.item.batch)
        with pytest.raises(DecisionError, match="approve by the check it passed"):
            decide(passed.pk, verdict="reject", reason=WHY, by=reviewer, now=lab.now())

    def test_a_verdict_is_one_of_two_words(self, reject):
        with pytest.raises(DecisionError, match="'maybe'"):
            reject(verdict="maybe")


class TestApproving:
    def test_failed_work_can_be_paid_and_still_does_not_count(self, lab, failed, approve):
        approve()
        lab.deliver()
        assert lab.remote_status(failed) == "Approved"
        assert not Assignment.objects.usable().exists()

    def test_approval_is_final(self, lab, failed, approve, reject):
        approve()
        with pytest.raises(DecisionError, match="decided already"):
            reject()
        lab.deliver()
        with pytest.raises(DecisionError, match="decided already"):
            reject()

    def test_work_already_approved_there_counts_as_approved(self, lab, failed, approve):
        approve()
        lab.remote.approve_assignment(AssignmentId=failed.mturk_id)
        lab.deliver()
        call = Call.objects.get(operation="ApproveAssignment")
        assert (call.state, call.last_error) == ("done", "")

    def test_an_approval_of_work_rejected_elsewhere_needs_a_person(self, lab, failed, approve):
        approve()
        lab.remote.reject_assignment(AssignmentId=failed.mturk_id, RequesterFeedback="elsewhere")
        lab.deliver()
        assert Call.objects.get(operation="ApproveAssignment").state == "failed"


class TestOverturning:
    def test_a_rejection_is_overturned_by_a_new_decision(self, lab, failed, reject, approve):
        reject()
        lab.deliver()
        approve(reason="The statement was ambiguous.")
        lab.deliver()
        assert lab.remote_status(failed) == "Approved"
        failed.refresh_from_db()
        assert failed.status == "Approved"
        assert list(Decision.objects.values_list("verdict", flat=True)) == ["reject", "approve"]

    def test_the_rejection_is_told_before_it_is_overturned(self, lab, failed, reject, approve):
        reject()
        approve()
        rejection, overturn = Call.objects.filter(decision__isnull=False)
        assert Call.objects.due(lab.now()).in_turn().contains(rejection)
        assert not Call.objects.due(lab.now()).in_turn().contains(overturn)
        lab.deliver()
        assert lab.remote_status(failed) == "Approved"

    def test_what_was_overturned_cannot_be_rejected_again(self, lab, reject, approve):
        reject()
        lab.deliver()
        approve()
        lab.deliver()
        with pytest.raises(DecisionError, match="decided already: approve"):
            reject()

    def test_it_is_too_late_after_thirty_days(self, lab, failed, reject, reviewer):
        reject()
        lab.deliver()
        lab.market.advance(30 * 24 * 3600 + 60)
        with pytest.raises(DecisionError, match="30 days"):
            decide(failed.pk, verdict="approve", by=reviewer, now=lab.now())


class TestOvertaken:
    """The endpoint approves by itself when nobody decides in time."""

    def test_a_late_rejection_is_recorded_as_approved_and_not_retried(self, lab, failed, reject):
        reject()
        lab.market.advance(failed.hit.item.batch.auto_approval_delay_s)
        lab.deliver()
        call = Call.objects.get(operation="RejectAssignment")
        failed.refresh_from_db()
        assert (call.state, failed.status) == ("overtaken", "Approved")
        assert "approved it before" in call.last_error
        assert not Call.objects.open().filter(pk=call.pk).exists()

    def test_what_it_approved_cannot_be_rejected(self, lab, failed, reject):
        lab.market.advance(failed.hit.item.batch.auto_approval_delay_s)
        lab.sync(failed.hit.item.batch)
        with pytest.raises(DecisionError, match="already says Approved"):
            reject()


class TestEventualConsistency:
    def test_an_approval_too_early_is_repeated_until_it_holds(self, lab, make_batch, reviewer):
        """Behaviour 55: an event told of work that the endpoint does not show for a while."""
        lab.arm("visibility_delay", options={"seconds": 300})
        assignment = lab.do(lab.publish(make_batch("a"))[0], word="wrong")
        told = {"confirmed_at": lab.now(), "handed_in_at": lab.now(), "status": "Submitted"}
        Assignment.objects.update(**told)
        decide(assignment.pk, verdict="approve", by=reviewer, now=lab.now())
        lab.deliver()
        call = Call.objects.get(operation="ApproveAssignment")
        assert (call.state, call.attempts) == ("pending", 1)
        assert "InvalidAssignmentState" in call.last_error
        lab.market.advance(301)
        lab.deliver()
        call.refresh_from_db()
        assert (call.state, call.attempts) == ("done", 2)
        assert lab.remote_status(assignment) == "Approved"


class TestReplacing:
    def test_a_rejection_opens_one_assignment(self, lab, failed, reject):
        reject()
        reject()
        lab.deliver()
        assert lab.requester.hit(failed.hit.mturk_id)["MaxAssignments"] == 4

    def test_failed_work_that_is_paid_is_replaced_too(self, lab, failed, approve):
        approve()
        lab.deliver()
        assert lab.requester.hit(failed.hit.mturk_id)["MaxAssignments"] == 4

    def test_an_overturn_opens_no_second_replacement(self, lab, failed, reject, approve):
        reject()
        approve()
        lab.deliver()
        lab.sync(failed.hit.item.batch)
        assert sum(hit["MaxAssignments"] for hit in lab.remote_hits()) == 4

    def test_a_spent_budget_stops_no_decision_and_is_made_up_for(self, lab, failed, reject):
        Study.objects.update(budget_usd=sum(e.amount_usd for e in LedgerEntry.objects.all()))
        reject()
        assert HIT.objects.get().max_assignments == 3
        assert "no replacement" in lab.sync(failed.hit.item.batch).problems[0]
        Study.objects.update(budget_usd=100)
        lab.sync(failed.hit.item.batch)
        lab.sync(failed.hit.item.batch)
        assert lab.requester.hit(failed.hit.mturk_id)["MaxAssignments"] == 4


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_two_clicks_at_once_are_one_decision_and_one_replacement(self, failed, reject):
        outcomes = at_once(reject, reject, reject)
        assert {outcome.pk for outcome in outcomes} == {Decision.objects.get().pk}
        assert Call.objects.filter(operation="RejectAssignment").count() == 1
        assert HIT.objects.get().max_assignments == 4

    def test_of_two_reviewers_who_disagree_one_is_told(self, lab, failed, reject, reviewer):
        approve = partial(decide, failed.pk, verdict="approve", by=reviewer, now=lab.now())
        outcomes = at_once(approve, reject)
        refused = [outcome for outcome in outcomes if isinstance(outcome, DecisionError)]
        # Approving after rejecting is an overturn, so both may stand in that order.
        verdicts = list(Decision.objects.values_list("verdict", flat=True))
        assert (verdicts, len(refused)) in ((["approve"], 1), (["reject", "approve"], 0))
