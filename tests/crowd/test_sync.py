"""Only what the marketplace confirms counts, and whatever it says is taken in once."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from crowd import kinds
from crowd.assignments import open_assignment
from crowd.delivery import deliver
from crowd.models import HIT, Assignment, Call, Decision, Item, LedgerEntry
from crowd.review import decide
from crowd.sync import sync_assignments
from crowd.tasks import sync_batch
from tests.crowd.factories import at_once


@pytest.fixture
def hit(lab, make_batch) -> HIT:
    return lab.publish(make_batch("a"))[0]


def test_work_that_passed_is_confirmed_counted_and_paid(lab, hit):
    assignment = lab.do(hit)
    assert not Assignment.objects.usable().exists()
    news = lab.sync(hit.item.batch)
    assert Assignment.objects.usable().get() == assignment
    assert news.changed_items == {hit.item_id}
    assert Item.objects.get().revision == 1
    assert lab.remote_status(assignment) == "Approved"
    decision = Decision.objects.get()
    assert (decision.verdict, decision.decided_by) == ("approve", None)
    there = lab.requester.work(hit.mturk_id)[0]
    assignment.refresh_from_db()
    assert assignment.status == "Approved"
    assert abs(assignment.auto_approval_at - there["AutoApprovalTime"]) < timedelta(seconds=1)


def test_syncing_again_changes_nothing(lab, hit):
    lab.do(hit)
    lab.sync(hit.item.batch)
    before = (Item.objects.get().revision, Decision.objects.count(), Call.objects.count())
    news = lab.sync(hit.item.batch)
    assert (news.n_confirmed, news.calls, news.changed_items) == (0, [], set())
    assert (Item.objects.get().revision, Decision.objects.count(), Call.objects.count()) == before


def test_work_that_failed_waits_for_a_person(lab, hit):
    assignment = lab.do(hit, word="wrong")
    news = lab.sync(hit.item.batch)
    assert Assignment.objects.awaiting_decision().get() == assignment
    assert news.changed_items == set()
    assert lab.remote_status(assignment) == "Submitted"
    assert not Decision.objects.exists()


def test_what_was_approved_by_itself_is_no_longer_to_be_decided(lab, hit):
    assignment = lab.do(hit, word="wrong")
    lab.sync(hit.item.batch)
    lab.market.advance(hit.item.batch.auto_approval_delay_s)
    lab.sync(hit.item.batch)
    assignment.refresh_from_db()
    assert assignment.status == "Approved"
    assert not Assignment.objects.awaiting_decision().exists()
    assert not Assignment.objects.usable().exists()


class TestSavedHereNotHandedIn:
    """Behaviour 67, first half."""

    def test_it_is_flagged_past_the_deadline_and_not_paid(self, lab, hit):
        worker = lab.worker()
        assignment_id = worker.accept(hit.mturk_id)
        assignment = lab.save(hit, lab.claims(worker, assignment_id))
        lab.sync(hit.item.batch)
        assert not Assignment.objects.unaccounted(lab.now()).exists()
        lab.market.advance(hit.item.batch.assignment_duration_s + 1)
        lab.sync(hit.item.batch)
        assert Assignment.objects.unaccounted(lab.now()).get() == assignment
        assert not Assignment.objects.usable().exists()
        assert not Decision.objects.exists()


class TestHandedInNotSavedHere:
    """Behaviour 67, second half."""

    def test_the_work_is_taken_from_the_answer(self, lab, hit):
        worker = lab.worker()
        assignment_id = worker.do(hit.mturk_id, word="right", more="é<😀")
        news = lab.sync(hit.item.batch)
        assert (news.n_ingested, news.changed_items) == (1, {hit.item_id})
        assignment = Assignment.objects.usable().get()
        assert (assignment.mturk_id, assignment.worker.mturk_id) == (
            assignment_id,
            worker.worker_id,
        )
        assert assignment.opened_at == assignment.accepted_at
        assert lab.remote_status(assignment) == "Approved"
        lab.sync(hit.item.batch)
        assert Assignment.objects.count() == 1

    def test_its_check_is_evaluated(self, lab, hit):
        lab.worker().do(hit.mturk_id, word="wrong")
        lab.sync(hit.item.batch)
        assert Assignment.objects.awaiting_decision().count() == 1

    def test_what_is_no_work_waits_for_a_person(self, lab, hit):
        lab.worker().do(hit.mturk_id, other="thing")
        news = lab.sync(hit.item.batch)
        assert "no field 'word'" in news.problems[0]
        waiting = Assignment.objects.awaiting_decision().get()
        assert waiting.submitted_at is None
        assert not Decision.objects.exists()

    def test_work_saved_after_all_is_counted_and_paid(self, lab, hit):
        """The worker's first hand-back carried nothing; reloading our page saved the work."""
        worker = lab.worker()
        assignment_id = worker.accept(hit.mturk_id)
        claims = lab.claims(worker, assignment_id)
        worker.submit(assignment_id, other="thing")
        lab.sync(hit.item.batch)
        assignment = lab.save(hit, claims)
        assert Assignment.objects.usable().get() == assignment
        assert Item.objects.get().revision == 1
        lab.sync(hit.item.batch)
        assert lab.remote_status(assignment) == "Approved"

    def test_an_answer_that_breaks_its_kind_stops_nobody(self, lab, hit):
        lab.worker().do(hit.mturk_id, word="broken")
        honest = lab.do(hit)
        news = lab.sync(hit.item.batch)
        assert "broke us" in news.problems[0]
        assert Assignment.objects.usable().get() == honest
        assert Assignment.objects.awaiting_decision().count() == 1


class TestForgery:
    def test_a_forged_worker_stays_provisional_and_the_true_one_is_taken_in(self, lab, hit):
        worker = lab.worker()
        assignment_id = worker.accept(hit.mturk_id)
        honest = lab.claims(worker, assignment_id)
        forged = lab.save(hit, type(honest)(assignment_id, honest.hit_id, "AFORGED", ""), "right")
        worker.submit(assignment_id, word="right")
        lab.sync(hit.item.batch)
        forged.refresh_from_db()
        assert (forged.confirmed_at, forged.status) == (None, "")
        assert worker.worker_id in forged.void_reason
        true = Assignment.objects.usable().get()
        assert true.worker.mturk_id == worker.worker_id
        assert lab.remote_status(true) == "Approved"

    def test_work_for_an_assignment_that_does_not_exist_is_never_confirmed(self, lab, hit):
        worker = lab.worker()
        honest = lab.claims(worker, worker.accept(hit.mturk_id))
        forged = lab.save(hit, type(honest)("3FORGED", honest.hit_id, "AFORGED", ""))
        lab.sync(hit.item.batch)
        forged.refresh_from_db()
        assert forged.confirmed_at is None

    def test_work_claimed_for_another_hit_is_not_confirmed_there(self, lab, make_batch):
        """In the moment before we know a HIT's id its page accepts any claim."""
        wrong, right = lab.publish(make_batch("a", "b"))
        worker = lab.worker()
        assignment_id = worker.accept(right.mturk_id)
        claims = lab.claims(worker, assignment_id)
        HIT.objects.filter(pk=wrong.pk).update(mturk_id=None)
        misplaced = lab.save(HIT.objects.with_batch().get(pk=wrong.pk), claims)
        HIT.objects.filter(pk=wrong.pk).update(mturk_id=wrong.mturk_id)
        worker.submit(assignment_id, word="right")
        lab.sync(right.item.batch)
        misplaced.refresh_from_db()
        assert misplaced.confirmed_at is None
        assert Assignment.objects.usable().get().hit == right


class TestSecondJudgment:
    @pytest.fixture
    def hits(self, lab, make_batch):
        return lab.publish(make_batch("a", judges=4, assignments_per_hit=2))

    def do_both(self, lab, hits):
        """Both HITs are accepted and opened before either is submitted."""
        worker = lab.worker()
        accepted = [(hit, worker.accept(hit.mturk_id)) for hit in hits]
        claimed = [(hit, lab.claims(worker, assignment)) for hit, assignment in accepted]
        for hit, claims in claimed:
            open_assignment(hit, claims, lab.now())
        for hit, claims in claimed:
            lab.save(hit, claims)
            worker.submit(claims.assignment_id, word="right")
            lab.market.advance(2)
        return [claims.assignment_id for _, claims in claimed]

    def test_the_first_counts_and_both_are_paid(self, lab, hits):
        first, second = self.do_both(lab, hits)
        news = lab.sync(hits[0].item.batch)
        assert news.n_voided == 1
        assert Assignment.objects.usable().get().mturk_id == first
        voided = Assignment.objects.get(mturk_id=second)
        assert first in voided.void_reason
        assert {lab.remote_status(row) for row in Assignment.objects.all()} == {"Approved"}

    def test_the_first_counts_also_when_the_second_was_confirmed_before(self, lab, hits):
        first, second = self.do_both(lab, list(reversed(hits)))
        lab.sync(hits[0].item.batch)
        assert Assignment.objects.usable().get().mturk_id == first
        assert Assignment.objects.get(mturk_id=second).voided_at
        assert Item.objects.get().revision == 2

    def test_a_kind_that_allocates_keeps_its_own_law(self, lab, hits, monkeypatch):
        allocating = replace(kinds.kind_named("sample"), allocates=True)
        monkeypatch.setitem(kinds._kinds, "sample", allocating)
        self.do_both(lab, hits)
        assert lab.sync(hits[0].item.batch).n_voided == 0
        assert Assignment.objects.usable().count() == 2

    def test_a_second_judgment_saved_late_is_voided_too(self, lab, hits):
        """The second was handed in without work, which the worker saved with us afterwards."""
        worker = lab.worker()
        late, kept = [worker.accept(hit.mturk_id) for hit in hits]
        claims = lab.claims(worker, late)
        open_assignment(hits[0], claims, lab.now())
        lab.save(hits[1], lab.claims(worker, kept))
        worker.submit(kept, word="right")
        lab.market.advance(2)
        worker.submit(late, other="thing")
        lab.sync(hits[0].item.batch)
        lab.save(hits[0], claims)
        assert Assignment.objects.usable().get().mturk_id == kept
        assert kept in Assignment.objects.get(mturk_id=late).void_reason

    def test_the_judge_it_costs_is_replaced(self, lab, hits):
        self.do_both(lab, hits)
        lab.sync(hits[0].item.batch)
        assert sum(hit.max_assignments for hit in lab.hits(hits[0].item.batch)) == 5
        assert sum(hit["MaxAssignments"] for hit in lab.remote_hits()) == 5


class TestSettling:
    def test_a_finished_hit_is_asked_about_no_more(self, lab, make_batch):
        batch = make_batch("a", judges=1)
        hit = lab.publish(batch)[0]
        lab.do(hit)
        lab.sync(batch)
        assert HIT.objects.get().settled_at is None
        lab.sync(batch)
        assert HIT.objects.get().settled_at is not None
        lab.arm("request_error", operation="ListAssignmentsForHIT", options={"code": "Nonsense"})
        assert lab.sync(batch).problems == []

    def test_an_undecided_hit_is_asked_about_again(self, lab, make_batch):
        batch = make_batch("a", judges=1)
        lab.do(lab.publish(batch)[0], word="wrong")
        lab.sync(batch)
        lab.sync(batch)
        assert HIT.objects.get().settled_at is None

    def test_a_hit_that_is_to_be_reopened_is_not_finished(self, lab, make_batch, reviewer):
        """It expired long ago, but its extension and its new expiration are still to be told."""
        batch = make_batch("a", judges=1, auto_approval_delay_s=30 * 24 * 3600)
        assignment = lab.do(lab.publish(batch)[0], word="wrong")
        lab.sync(batch)
        lab.market.advance(batch.lifetime_s + batch.assignment_duration_s + 2 * 3600)
        reason = "The statement contradicts the first paragraph."
        decide(assignment.pk, verdict="reject", reason=reason, by=reviewer, now=lab.now())
        deliver(Call.objects.get(operation="RejectAssignment").pk, lab.now())
        lab.sync(batch)
        assert HIT.objects.get().settled_at is None
        lab.deliver()
        lab.do(lab.hits(batch)[0])
        lab.sync(batch)
        assert Assignment.objects.usable().count() == 1

    def test_unused_assignments_give_their_money_back(self, lab, hit):
        batch = hit.item.batch
        lab.do(hit)
        lab.sync(batch)
        lab.market.advance(batch.lifetime_s + batch.assignment_duration_s)
        lab.sync(batch)
        assert HIT.objects.get().settled_at is None
        lab.market.advance(2 * 3600)
        lab.sync(batch)
        assert HIT.objects.get().settled_at is not None
        assert sum(entry.amount_usd for entry in LedgerEntry.objects.all()) * 100 == 60


def test_many_pages_of_work_are_all_confirmed(lab, make_batch):
    hit = lab.publish(make_batch("a", judges=12, assignments_per_hit=12))[0]
    for worker in lab.market.workers(12):
        worker.do(hit.mturk_id, word="right")
    lab.arm("trailing_page")
    lab.sync(hit.item.batch)
    assert Assignment.objects.usable().count() == 12


def test_an_endpoint_that_does_not_answer_is_a_problem_not_a_crash(lab, hit, settings):
    settings.MTURK_SECRET_ACCESS_KEY = "wrong"
    news = sync_assignments(hit.item.batch, lab.now())
    assert "does not accept our keys" in news.problems[0]


def test_a_hit_the_endpoint_has_lost_does_not_stop_the_others(lab, make_batch):
    batch = make_batch("a", "b")
    lost, kept = lab.publish(batch)
    HIT.objects.filter(pk=lost.pk).update(mturk_id="3" + "X" * 29)
    lab.do(kept)
    news = lab.sync(batch)
    assert "HITDoesNotExist" in news.problems[0]
    assert Assignment.objects.usable().count() == 1


def test_the_task_tells_the_kind_which_items_changed(lab, hit, sample_kind):
    lab.do(hit)
    sync_batch(hit.item.batch_id)
    sync_batch(hit.item.batch_id)
    assert sample_kind.refreshed == [[hit.item_id]]


@pytest.mark.django_db(transaction=True)
def test_syncs_at_once_take_everything_in_once(lab, make_batch):
    hits = lab.publish(make_batch("a", "b"))
    for hit in hits:
        lab.do(hit)
        lab.worker().do(hit.mturk_id, word="right")
    news = at_once(*[partial(sync_assignments, hits[0].item.batch, lab.now())] * 4)
    assert [one.problems for one in news] == [[]] * 4
    assert sum(one.n_confirmed for one in news) == 4
    assert sum(one.n_ingested for one in news) == 2
    assert Assignment.objects.usable().count() == 4
    assert Decision.objects.count() == Call.objects.filter(decision__isnull=False).count() == 4
