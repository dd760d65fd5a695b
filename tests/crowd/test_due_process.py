"""Undoing, caps, second readers, appeals, exclusions, judging again: a rule a test, on rows."""

from datetime import timedelta
from functools import partial

import pytest

from crowd.appeals import let_stand
from crowd.assignments import Excluded, open_assignment
from crowd.delivery import claim
from crowd.due_process import CapReached, DecisionError, milder
from crowd.excluding import admit_worker, exclude_worker
from crowd.hearing import AppealError, take_appeal
from crowd.models import (
    HIT,
    Appeal,
    Assignment,
    Call,
    Decision,
    Exclusion,
    Item,
    Reading,
    ReviewEvent,
    Study,
    Worker,
)
from crowd.overdue import approve_unconfirmed
from crowd.rejudging import rejudge
from crowd.review import decide, undo
from crowd.second_reading import ask_second_reader, withdraw
from crowd.together import decide_together, dry_run
from tests.crowd.factories import NOW, at_once, claims

WHY = "The statement contradicts the first paragraph of the article."
ENDPOINT = "http://127.0.0.1:8001"
MINUTE = timedelta(minutes=1)


@pytest.fixture
def hit(make_hit) -> HIT:
    return make_hit()


@pytest.fixture
def handed_in(hit):
    """handed_in(passed=False): one more worker's confirmed work."""

    def make(*, passed: bool = False, worker: Worker | None = None, **facts) -> Assignment:
        number = Assignment.objects.count()
        worker = worker or Worker.objects.create(endpoint_url=ENDPOINT, mturk_id=f"A{number}")
        said = {
            "status": "Submitted",
            "confirmed_at": NOW,
            "handed_in_at": NOW,
            "auto_approval_at": NOW + timedelta(days=3),
            "submitted_at": NOW,
            "sanity_passed": passed,
        }
        return Assignment.objects.create(
            hit=hit, worker=worker, mturk_id=f"3ASG{number}", opened_at=NOW, **{**said, **facts}
        )

    return make


@pytest.fixture
def second(django_user_model):
    return django_user_model.objects.create_user("sam")


def rejected(assignment: Assignment, by, **changes) -> Decision:
    given = {"verdict": "reject", "reason": WHY, "by": by, "now": NOW, "beyond_cap": True}
    return decide(assignment.pk, **{**given, **changes})


class TestUndoing:
    def test_what_is_not_told_yet_can_be_taken_back_and_stays_in_the_log(self, handed_in, reviewer):
        work = handed_in()
        decision = rejected(work, reviewer, undo_for=MINUTE, evidence={"answered": False})
        assert not Call.objects.due(NOW).filter(decision=decision).exists()
        undo(decision.pk, by=reviewer, now=NOW)
        assert not Decision.objects.exists() and not Call.objects.filter(operation__contains="Rej")
        assert Assignment.objects.awaiting_decision().get() == work
        event = ReviewEvent.objects.get()
        assert (event.kind, event.by, event.at) == ("undone", reviewer, NOW)
        assert WHY in event.text and event.seen == {"answered": False}

    def test_a_call_under_way_is_too_late(self, handed_in, reviewer):
        decision = rejected(handed_in(), reviewer, undo_for=MINUTE)
        Call.objects.filter(decision=decision).update(attempts=1)
        with pytest.raises(DecisionError, match="too late"):
            undo(decision.pk, by=reviewer, now=NOW)
        assert Decision.objects.exists()

    def test_nobody_undoes_what_another_decided(self, handed_in, reviewer, second):
        decision = rejected(handed_in(), reviewer, undo_for=MINUTE)
        with pytest.raises(DecisionError, match="by whoever took it"):
            undo(decision.pk, by=second, now=NOW)

    def test_shortly_before_the_endpoint_pays_nothing_waits(self, handed_in, reviewer):
        work = handed_in(auto_approval_at=NOW + MINUTE)
        decision = rejected(work, reviewer, undo_for=MINUTE)
        assert Call.objects.due(NOW).filter(decision=decision).exists()

    def test_undone_soft_rejection_lets_the_work_count_again(self, handed_in, reviewer):
        work = handed_in(passed=True)
        how = {"verdict": "soft", "by": reviewer, "now": NOW}
        decision = decide(work.pk, reason="copied", undo_for=MINUTE, **how)
        assert not Assignment.objects.usable().exists()
        undo(decision.pk, by=reviewer, now=NOW)
        assert Assignment.objects.usable().get() == work


class TestSoftRejecting:
    def test_the_worker_is_paid_and_the_work_never_counts(
        self, handed_in, reviewer, sample_kind, django_capture_on_commit_callbacks
    ):
        work = handed_in(passed=True)
        with django_capture_on_commit_callbacks(execute=True):
            decide(work.pk, verdict="soft", reason="Copied.", by=reviewer, now=NOW)
        assert Call.objects.get(decision__assignment=work).operation == "ApproveAssignment"
        work.refresh_from_db()
        assert (work.voided_at, work.void_reason) == (NOW, "soft-rejected by rita: Copied.")
        assert sample_kind.refreshed == [[work.hit.item_id]]
        assert Item.objects.get().revision == 1

    def test_paid_work_can_be_left_out_without_another_word_to_the_endpoint(
        self, handed_in, reviewer
    ):
        work = handed_in(passed=True, status="Approved")
        decide(work.pk, verdict="soft", reason="Copied.", by=reviewer, now=NOW)
        assert not Call.objects.filter(decision__isnull=False).exists()
        assert not Assignment.objects.usable().exists()
        with pytest.raises(DecisionError, match="does not count already"):
            decide(work.pk, verdict="soft", reason="Again.", by=reviewer, now=NOW)


class TestOwnWork:
    def test_nobody_decides_on_their_own_work(self, handed_in, reviewer):
        work = handed_in()
        Worker.objects.update(account=reviewer)
        for verdict in ("approve", "soft", "reject"):
            with pytest.raises(DecisionError, match="own work"):
                rejected(work, reviewer, verdict=verdict)
        with pytest.raises(DecisionError, match="own work"):
            ask_second_reader(work.pk, verdict="approve", by=reviewer, now=NOW)
        assert not Decision.objects.exists() and not Reading.objects.exists()


class TestCap:
    @pytest.mark.parametrize(("percent", "n", "allowed"), [(10, 10, 1), (10, 11, 2), (0, 5, 0),
                                                           (100, 3, 3), (25, 4, 1)])  # fmt: skip
    def test_beyond_it_a_rejection_stops_and_asks(self, handed_in, reviewer, percent, n, allowed):
        Study.objects.update(rejection_cap_percent=percent)
        work = [handed_in() for _ in range(n)]
        for each in work[:allowed]:
            rejected(each, reviewer, beyond_cap=False)
        for each in work[allowed:]:
            with pytest.raises(CapReached, match=f"allows {allowed}"):
                rejected(each, reviewer, beyond_cap=False)
        assert Decision.objects.count() == allowed
        for each in work[allowed:]:
            rejected(each, reviewer, beyond_cap=True)

    def test_an_overturned_rejection_does_not_count(self, handed_in, reviewer):
        first, other = handed_in(), handed_in()
        rejected(first, reviewer, beyond_cap=False)
        decide(first.pk, verdict="approve", by=reviewer, now=NOW)
        rejected(other, reviewer, beyond_cap=False)


class TestTogether:
    def test_the_dry_run_lists_who_is_hit_and_writes_nothing(self, handed_in, reviewer):
        work = [handed_in() for _ in range(3)]
        rejected(work[0], reviewer)
        said = {"verdict": "reject", "reason": WHY, "by": reviewer, "now": NOW}
        run = dry_run(work, **said)
        assert run.hit == work[1:]
        assert "decided already" in run.spared[0].problem
        assert (run.n_workers, str(run.rewards_usd)) == (2, "1.00")
        assert [(cap.n_rejected, cap.n_after, cap.most) for cap in run.caps] == [(1, 3, 1)]
        assert Decision.objects.count() == 1

    def test_it_decides_those_and_stops_at_the_cap(self, handed_in, reviewer):
        work = [handed_in() for _ in range(3)]
        said = {"verdict": "reject", "reason": WHY, "by": reviewer, "now": NOW}
        done = decide_together(work, evidence=lambda each: {}, **said)
        assert ([each.assignment for each in done.decisions], "cap" in done.stopped) == (
            work[:1],
            True,
        )
        done = decide_together(work, evidence=lambda each: {}, beyond_cap=True, **said)
        assert Decision.objects.count() == 3
        assert Decision.objects.last().evidence == {"decided_together": 3}

    def test_an_empty_reason_hits_nobody(self, handed_in, reviewer):
        run = dry_run([handed_in()], verdict="reject", reason="incorrect", by=reviewer, now=NOW)
        assert not run.hit and "30 to 1024" in run.spared[0].problem


class TestSecondReader:
    @pytest.fixture
    def asked(self, handed_in, reviewer):
        def ask(verdict: str = "reject", **facts) -> Assignment:
            work = handed_in(**facts)
            ask_second_reader(work.pk, verdict=verdict, reason=WHY, by=reviewer, now=NOW)
            return work

        return ask

    def test_the_first_verdict_decides_nothing(self, asked):
        work = asked()
        assert not Decision.objects.exists() and not Call.objects.filter(decision__isnull=False)
        assert Assignment.objects.awaiting_decision().get() == work
        assert ReviewEvent.objects.get().kind == "asked"

    @pytest.mark.parametrize(
        ("first", "then", "holds"),
        [("reject", "reject", "reject"), ("reject", "approve", "approve"),
         ("approve", "reject", "approve"), ("reject", "soft", "soft"), ("soft", "reject", "soft")],
    )  # fmt: skip
    def test_the_milder_verdict_holds(self, asked, second, first, then, holds):
        work = asked(first)
        own_words = "The marks are all in the headline, which is no part of the task."
        decision = rejected(work, second, verdict=then, reason=own_words)
        assert (decision.verdict, decision.decided_by) == (holds, second)
        assert decision.reason == (own_words if then == holds else WHY)
        readings = [(row["by"], row["verdict"]) for row in decision.evidence["readings"]]
        assert readings == [("rita", first), ("sam", then)]
        assert Reading.objects.get().decision == decision
        assert milder(first, then) == holds

    def test_the_first_reader_does_not_decide_alone(self, asked, reviewer):
        work = asked()
        with pytest.raises(DecisionError, match="somebody else decides"):
            rejected(work, reviewer)
        withdraw(work.pk, by=reviewer, now=NOW)
        assert rejected(work, reviewer).pk

    def test_where_rejections_take_two_nobody_rejects_alone(
        self, handed_in, asked, reviewer, second
    ):
        Study.objects.update(rejections_need_two=True)
        with pytest.raises(DecisionError, match="takes two"):
            rejected(handed_in(), reviewer)
        assert rejected(asked(), second).verdict == "reject"

    def test_unconfirmed_it_becomes_an_approval_before_the_endpoint_pays_silently(self, asked):
        work = asked(auto_approval_at=NOW + timedelta(hours=10))
        assert approve_unconfirmed(NOW + timedelta(hours=8, minutes=59)) == []
        calls = approve_unconfirmed(NOW + timedelta(hours=9))
        assert [Call.objects.get(pk=call).operation for call in calls] == ["ApproveAssignment"]
        decision = work.decisions.get()
        assert (decision.verdict, decision.decided_by) == ("approve", None)
        assert "No second reader" in decision.reason
        assert decision.evidence["readings"][0]["verdict"] == "reject"
        assert approve_unconfirmed(NOW + timedelta(hours=9, minutes=1)) == []

    def test_a_decision_undone_asks_again(self, asked, second):
        work = asked()
        undo(rejected(work, second, undo_for=MINUTE).pk, by=second, now=NOW)
        assert Reading.objects.open().get().assignment == work


class TestAppeals:
    @pytest.fixture
    def work(self, handed_in, reviewer) -> Assignment:
        work = handed_in()
        rejected(work, reviewer)
        Assignment.objects.update(status="Rejected")
        Call.objects.filter(decision__isnull=False).update(state="done", attempts=1)
        return work

    def test_it_is_taken_once(self, work):
        for _ in range(2):
            take_appeal(work.mturk_id, " I read it.\0 ", NOW)
        assert Appeal.objects.get().message == "I read it."

    def test_only_about_work_we_know(self, work):
        with pytest.raises(AppealError, match="'3NONE' was ever"):
            take_appeal("3NONE", "Hello", NOW)
        assert not Appeal.objects.exists()
        assert len(take_appeal(work.mturk_id, "x" * 5000, NOW).message) == Appeal.LONGEST

    def test_an_overturn_upholds_it_with_override_rejection(self, work, second):
        take_appeal(work.mturk_id, "I read it.", NOW)
        decision = decide(work.pk, verdict="approve", by=second, now=NOW)
        assert decision.call.payload == {"assignment": work.mturk_id, "overturn": True}
        appeal = Appeal.objects.get()
        assert (appeal.decision, appeal.closed_by) == (decision, second)

    def test_whoever_rejected_cannot_let_it_stand(self, work, reviewer, second):
        appeal = take_appeal(work.mturk_id, "I read it.", NOW)
        with pytest.raises(DecisionError, match="somebody else answers"):
            let_stand(appeal.pk, answer="No.", by=reviewer, now=NOW)
        let_stand(appeal.pk, answer="Nothing of the article was marked.", by=second, now=NOW)
        assert not Appeal.objects.open().exists()
        assert ReviewEvent.objects.get(kind="stood").seen == {"appeal": "I read it."}

    def test_after_thirty_days_it_cannot_be_overturned(self, work, second):
        take_appeal(work.mturk_id, "I read it.", NOW)
        with pytest.raises(DecisionError, match="30 days"):
            decide(work.pk, verdict="approve", by=second, now=NOW + timedelta(days=31))


class TestExcluding:
    def test_nothing_counts_any_more_and_the_pay_is_untouched(self, handed_in, hit, reviewer):
        worker = Worker.objects.create(endpoint_url=ENDPOINT, mturk_id="AX")
        paid, other = (
            handed_in(passed=True, worker=worker, status="Approved"),
            handed_in(passed=True),
        )
        failed = handed_in(worker=worker)
        who = {"by": reviewer, "now": NOW}
        study = hit.item.batch.study_id
        for _ in range(2):
            exclude_worker(study, worker.pk, reason="Two people share this account.", **who)
        assert Assignment.objects.usable().get() == other
        assert Assignment.objects.awaiting_decision().get() == failed
        assert not Decision.objects.exists()
        paid.refresh_from_db()
        assert (paid.status, "share this account" in paid.void_reason) == ("Approved", True)
        assert HIT.objects.get().max_assignments == 4, "somebody else is asked instead"
        admit_worker(study, worker.pk, **who)
        assert set(Assignment.objects.usable()) == {paid, other}
        assert [event.kind for event in ReviewEvent.objects.all()] == ["admitted", "excluded"]

    def test_they_are_offered_nothing_new(self, hit, reviewer):
        worker = Worker.objects.create(endpoint_url=ENDPOINT, mturk_id="A1")
        who = {"by": reviewer, "now": NOW}
        exclude_worker(hit.item.batch.study_id, worker.pk, reason="Shared account.", **who)
        with pytest.raises(Excluded):
            open_assignment(hit, claims(), NOW)
        assert not Assignment.objects.exists()

    def test_it_needs_a_reason(self, hit, reviewer):
        worker = Worker.objects.create(endpoint_url=ENDPOINT, mturk_id="A1")
        with pytest.raises(DecisionError, match="say why"):
            exclude_worker(hit.item.batch.study_id, worker.pk, reason="bad", by=reviewer, now=NOW)
        assert not Exclusion.objects.exists()


def test_judging_again_pays_overturns_and_lets_work_count(handed_in, reviewer):
    waiting, refused, soft, paid = (handed_in() for _ in range(4))
    rejected(refused, reviewer)
    decide(soft.pk, verdict="soft", by=reviewer, now=NOW)
    decide(paid.pk, verdict="approve", by=reviewer, now=NOW)
    work = [waiting, refused, soft, paid]
    how = {"reason": "The statement was void.", "by": reviewer, "now": NOW, "evidence": {}}
    done = rejudge([each.pk for each in work], **how)
    assert (done.n_passed, done.n_paid, done.n_overturned, done.n_too_late) == (4, 2, 1, 0)
    assert set(Assignment.objects.usable()) == {waiting, refused, paid}
    overturn = refused.decisions.order_by("pk").last()
    assert (overturn.verdict, overturn.call.payload["overturn"]) == ("approve", True)
    assert rejudge([each.pk for each in work], **how).n_passed == 0


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_of_undoing_and_telling_one_happens(self, handed_in, reviewer):
        decision = rejected(handed_in(), reviewer, undo_for=MINUTE)
        tell = partial(claim, decision.call.pk, NOW + 2 * MINUTE)
        told, undone = at_once(tell, partial(undo, decision.pk, by=reviewer, now=NOW))
        assert (told is None) != isinstance(undone, DecisionError)
        assert Decision.objects.exists() == (told is not None)

    def test_two_who_reject_at_the_cap_do_not_both_pass_it(self, handed_in, reviewer, second):
        work = [handed_in() for _ in range(2)]
        outcomes = at_once(
            *(
                partial(rejected, each, by, beyond_cap=False)
                for each, by in zip(work, (reviewer, second), strict=True)
            )
        )
        assert sum(isinstance(outcome, CapReached) for outcome in outcomes) == 1
        assert Decision.objects.count() == 1
