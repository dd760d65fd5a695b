"""Each way in which our books and the endpoint's can differ is found, named and put right by one
safe step; then nothing differs."""

from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from crowd.bonuses import give_bonus
from crowd.models import HIT, Assignment, Bonus, Call, Finding, LedgerEntry
from crowd.reconciling import reconcile
from crowd.repairs import REPAIRS, repair

Kind = Finding.Kind


@pytest.fixture
def hit(lab, make_batch) -> HIT:
    return lab.publish(make_batch("a", judges=2))[0]


@pytest.fixture
def look(lab, study):
    """Compare, and say what is open."""

    def look(*, later: timedelta = timedelta(0)) -> list[Finding]:
        run = reconcile(study, lab.now() + later)
        assert not run.problem
        return list(study.findings.open())

    return look


@pytest.fixture
def put_right(lab, reviewer, look):
    """Press the button, let the background do its part; twice, as a double click does."""

    def put_right(finding: Finding, batch) -> list[Finding]:
        for _ in range(2):
            repair(finding.pk, by=reviewer, now=lab.now())
        lab.deliver()
        lab.sync(batch)
        lab.deliver()
        return look(later=timedelta(hours=1))

    return put_right


def test_what_is_the_same_on_both_sides_is_no_finding(lab, hit, look, reviewer, study):
    passed, _ = lab.do(hit), lab.do(hit, word="wrong")
    lab.sync(hit.item.batch)
    give_bonus(passed.pk, amount_usd=Decimal("0.10"), reason="x", by=reviewer, now=lab.now())
    lab.deliver()
    assert look() == []
    run = study.reconciliation
    assert (run.rewards_usd, run.bonuses_usd) == (Decimal("0.50"), Decimal("0.10"))


def test_looking_writes_nothing_at_the_endpoint(lab, hit, look):
    lab.do(hit)
    before = lab.requester.events(hit.mturk_id)
    assert [finding.kind for finding in look()] == [Kind.WORK_NEW]
    assert lab.requester.events(hit.mturk_id) == before


def test_every_kind_has_its_repair():
    assert set(REPAIRS) == set(Kind.values)


def test_a_hit_the_endpoint_lost_is_offered_anew(lab, hit, look, put_right):
    lab.requester.expire(hit.mturk_id)
    lab.remote.delete_hit(HITId=hit.mturk_id)
    (finding,) = look()
    assert (finding.kind, finding.hit) == (Kind.HIT_GONE, hit)
    assert put_right(finding, hit.item.batch) == []
    _, new = lab.hits(hit.item.batch)
    assert (new.max_assignments, lab.requester.state(new.mturk_id)[1]) == (2, 2)
    held = sum(entry.amount_usd for entry in LedgerEntry.objects.all())
    assert held == Decimal("1.20")


def test_a_second_hit_of_ours_is_taken_off_the_market(lab, hit, look, put_right):
    """A requester without a token made it twice."""
    there = lab.requester.hit(hit.mturk_id)
    twin = lab.remote.create_hit_with_hit_type(
        HITTypeId=there["HITTypeId"],
        LifetimeInSeconds=3600,
        Question=there["Question"],
        RequesterAnnotation=there["RequesterAnnotation"],
    )["HIT"]["HITId"]
    (finding,) = look()
    assert finding.kind == Kind.HIT_STRAY
    assert twin in finding.text
    assert put_right(finding, hit.item.batch) == []
    assert lab.requester.state(twin)[0] == "Reviewable"
    assert lab.requester.state(hit.mturk_id)[0] == "Assignable"


def test_a_hit_whose_making_was_given_up_is_adopted(lab, hit, look, put_right):
    HIT.objects.update(mturk_id=None)
    Call.objects.update(state="failed", last_error="lost")
    (finding,) = look()
    assert finding.kind == Kind.HIT_STRAY
    assert put_right(finding, hit.item.batch) == []
    assert HIT.objects.get().mturk_id == hit.mturk_id
    assert Call.objects.get().state == "done"


def test_hits_of_others_are_none_of_our_business(lab, look):
    lab.requester.create(RequesterAnnotation="hit:somebody else's")
    assert look() == []


def test_work_that_is_only_there_is_taken_in(lab, hit, look, put_right):
    lab.worker().do(hit.mturk_id, word="right")
    HIT.objects.update(settled_at=lab.now())  # so that no sweep asks about it
    (finding,) = look()
    assert finding.kind == Kind.WORK_NEW
    assert put_right(finding, hit.item.batch) == []
    assert Assignment.objects.usable().count() == 1


def test_work_that_was_never_handed_in_is_left_out(lab, hit, look, put_right):
    worker = lab.worker()
    lab.save(hit, lab.claims(worker, worker.accept(hit.mturk_id)))
    assert look() == []
    lab.market.advance(hit.item.batch.assignment_duration_s + 1)
    (finding,) = look()
    assert finding.kind == Kind.WORK_LOST
    assert put_right(finding, hit.item.batch) == []
    assert Assignment.objects.get().void_reason == "never handed in at the endpoint"


def test_what_was_decided_there_is_taken_over(lab, hit, look, put_right):
    work = lab.do(hit, word="wrong")
    lab.sync(hit.item.batch)
    lab.remote.approve_assignment(AssignmentId=work.mturk_id)
    HIT.objects.update(settled_at=lab.now())
    (finding,) = look()
    assert finding.kind == Kind.STATUS
    assert put_right(finding, hit.item.batch) == []
    work.refresh_from_db()
    assert work.status == "Approved"


def test_somebody_paid_twice_keeps_it_and_counts_once(lab, make_batch, look, put_right, study):
    batch = make_batch("a", judges=2, assignments_per_hit=1)
    first, second = lab.publish(batch)
    worker = lab.worker()
    lab.do(first, worker)
    worker.do(second.mturk_id, word="right")
    lab.sync(batch)
    (finding,) = look()
    assert finding.kind == Kind.TWICE
    assert "only one counts" in finding.text
    assert put_right(finding, batch) == []
    assert Assignment.objects.usable().count() == 1
    assert {
        row["AssignmentStatus"]
        for hit in (first, second)
        for row in lab.requester.work(hit.mturk_id)
    } == {"Approved"}


def test_a_bonus_paid_by_hand_is_noted(lab, hit, look, put_right, study):
    work = lab.do(hit)
    lab.sync(hit.item.batch)
    lab.remote.send_bonus(
        WorkerId=work.worker.mturk_id,
        AssignmentId=work.mturk_id,
        BonusAmount="0.25",
        Reason="by hand",
    )
    (finding,) = look()
    assert finding.kind == Kind.BONUS_MORE
    assert put_right(finding, hit.item.batch) == []
    noted = {entry.kind: entry.paid_usd for entry in LedgerEntry.objects.exclude(paid_usd=0)}
    assert (noted["bonus"], noted["bonus_fee"]) == (Decimal("0.25"), Decimal("0.05"))


def test_a_bonus_that_was_never_paid_is_paid_once(lab, hit, look, put_right, reviewer):
    """We note it as paid, and the endpoint has never heard of it."""
    work = lab.do(hit)
    lab.sync(hit.item.batch)
    bonus = give_bonus(work.pk, amount_usd=Decimal("0.25"), reason="x", by=reviewer, now=lab.now())
    Call.objects.filter(bonus=bonus).update(state="done")
    Bonus.objects.update(paid_at=lab.now())
    (finding,) = look()
    assert finding.kind == Kind.BONUS_LESS
    assert put_right(finding, hit.item.batch) == []
    assert len(lab.remote.list_bonus_payments(AssignmentId=work.mturk_id)["BonusPayments"]) == 1


def test_a_reward_missing_in_the_ledger_is_noted(lab, hit, look, put_right):
    lab.do(hit)
    lab.sync(hit.item.batch)
    LedgerEntry.objects.filter(kind__in=["reward", "fee"]).delete()
    (finding,) = look()
    assert finding.kind == Kind.UNNOTED
    assert put_right(finding, hit.item.batch) == []
    assert LedgerEntry.objects.filter(kind="reward").count() == 1


def test_late_work_is_paid(lab, hit, look, put_right):
    work = lab.do(hit, word="wrong")
    Assignment.objects.update(is_late=True)
    lab.sync(hit.item.batch)
    (finding,) = look()
    assert finding.kind == Kind.LATE
    assert put_right(finding, hit.item.batch) == []
    assert lab.remote_status(work) == "Approved"


def test_who_did_it_is_paid_and_who_claimed_it_is_not(lab, hit, look, put_right):
    worker, other = lab.worker(), lab.worker()
    assignment_id = worker.accept(hit.mturk_id)
    claims = lab.claims(worker, assignment_id)
    forged = type(claims)(claims.assignment_id, claims.hit_id, other.worker_id, claims.submit_to)
    lab.save(hit, forged)
    worker.submit(assignment_id, other="nothing we can read")
    lab.sync(hit.item.batch)
    (finding,) = look()
    assert finding.kind == Kind.WRONG_WORKER
    assert put_right(finding, hit.item.batch) == []
    there = lab.requester.work(hit.mturk_id)[0]
    assert (there["WorkerId"], there["AssignmentStatus"]) == (worker.worker_id, "Approved")


def test_what_was_not_put_right_is_open_again(lab, hit, look, reviewer):
    lab.worker().do(hit.mturk_id, word="right")
    (finding,) = look()
    repair(finding.pk, by=reviewer, now=lab.now())
    assert look() == []
    assert look(later=timedelta(hours=1)) == [finding]


def test_an_endpoint_that_does_not_answer_leaves_the_last_look(lab, hit, look, study, settings):
    lab.do(hit)
    look()
    settings.MTURK_SECRET_ACCESS_KEY = "wrong"
    assert "does not accept our keys" in reconcile(study, lab.now()).problem
    assert [finding.kind for finding in study.findings.open()] == [Kind.WORK_NEW]


class TestCommand:
    def run(self, *arguments: str) -> str:
        out = StringIO()
        call_command("reconcile", *arguments, stdout=out, stderr=out)
        return out.getvalue()

    def test_it_lists_and_repairs(self, lab, hit):
        lab.do(hit)
        lab.sync(hit.item.batch)
        LedgerEntry.objects.filter(kind__in=["reward", "fee"]).delete()
        assert "paid there, missing in our ledger" in self.run("pilot")
        assert "Note it in the ledger: done" in self.run("pilot", "--repair")
        said = self.run("pilot")
        assert "0.50 USD rewards and 0.00 USD bonuses" in said
        assert "nothing differs" in said

    def test_an_unknown_study_is_named(self, study):
        with pytest.raises(CommandError, match="'other'; known: pilot"):
            self.run("other")
