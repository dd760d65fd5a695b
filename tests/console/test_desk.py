"""The review desk on its pages: who sees which case, and everything one can do besides deciding."""

from datetime import timedelta

import pytest
from django.urls import reverse

from crowd.hearing import take_appeal
from crowd.models import (
    Appeal,
    Assignment,
    Call,
    Decision,
    Exclusion,
    Reading,
    ReviewEvent,
    Study,
    Worker,
)
from crowd.second_reading import ask_second_reader

REASON = "Your marks are the dateline only, and the first sentence says the opposite."
QUEUE = reverse("console:review")


@pytest.fixture
def item(scene):
    return scene.item()


@pytest.fixture
def listed(signed_in):
    def listed(query: str = "", role: str = "reviewer") -> list[Assignment]:
        return list(signed_in(role).get(QUEUE + query).context["object_list"])

    return listed


def case(assignment: Assignment) -> str:
    return reverse("console:case", args=[assignment.pk])


def post(browser, name: str, *arguments, **data):
    return browser.post(reverse(f"console:{name}", args=arguments), data, follow=True)


def rejected(scene, item, by, **facts) -> Assignment:
    """Work whose rejection the endpoint has heard of."""
    work = scene.failed(item, status=Assignment.Status.REJECTED, **facts)
    decision = scene.decision(work, "reject", REASON, by=by)
    Call.objects.create(
        key=f"decision:{decision.pk}",
        operation=Call.Operation.REJECT,
        hit=work.hit,
        decision=decision,
        state="done",
        attempts=1,
    )
    return work


class TestQueue:
    def test_nobody_is_shown_their_own_work(self, scene, item, listed, signed_in, accounts):
        own, other = scene.failed(item), scene.failed(item)
        Worker.objects.filter(pk=own.worker_id).update(account=accounts["reviewer"])
        assert listed() == [other]
        assert set(listed(role="admin")) == {own, other}
        page = signed_in("reviewer").post(case(own), {"verdict": "reject", "reason": REASON})
        assert "own work" in page.content.decode()
        assert not Decision.objects.exists()

    def test_it_is_filtered_by_reason_age_and_deadline(self, scene, item, listed):
        fresh = scene.failed(item, handed_in_at=scene.now, auto_approval_at=None)
        old = scene.failed(item, handed_in_at=scene.now - timedelta(days=2))
        soon = scene.failed(item, auto_approval_at=scene.now + timedelta(minutes=30))
        said = {"confirmed_at": scene.now, "status": "Submitted", "handed_in_at": scene.now}
        empty = scene.opened(item, **said)
        assert set(listed("?reason=statement")) == {fresh, old, soon}
        assert listed("?reason=missing") == [empty]
        assert listed("?reason=controls") == listed("?reason=second") == []
        assert listed("?age=24") == [old]
        assert listed("?deadline=1") == [soon]
        assert listed("?age=soon") == listed("?reason=x") == []

    def test_it_is_grouped_by_worker_with_their_record(self, scene, item, listed, signed_in):
        first, second = scene.failed(item), scene.failed(item)
        third = scene.failed(scene.item())
        Assignment.objects.filter(pk=third.pk).update(worker=first.worker)
        Assignment.objects.filter(pk=first.pk).update(
            auto_approval_at=scene.now + timedelta(hours=90)
        )
        assert listed() == [second, third, first]
        assert listed("?group=worker") == [third, first, second]
        page = signed_in("reviewer").get(QUEUE + "?group=worker").content.decode()
        assert page.count("rowgroup") == 2
        assert "2 of 2 handed in failed a check" in page

    def test_a_case_shows_the_check_the_pace_and_the_record(self, scene, item, signed_in):
        scene.confirmed(item, spans=((50, 56),))
        page = signed_in("reviewer").get(case(scene.failed(item))).content.decode()
        assert "Of guessers 50 % pass" in page
        assert "<dt>Of the median time</dt><dd>100.0 %</dd>" in page
        assert "mean kappa" in page
        assert "In all 1 study: 1 of 1 failed a check (100.0 %)" in page


class TestDeciding:
    def test_soft_rejected_work_is_paid_and_not_used(self, scene, item, signed_in):
        work = scene.failed(item)
        answer = signed_in("reviewer").post(case(work), {"verdict": "soft"}, follow=True)
        assert "and the work is not used" in answer.content.decode()
        decision = work.decisions.get()
        assert (decision.verdict, decision.call.operation) == ("soft", "ApproveAssignment")

    def test_usable_work_can_be_left_out_afterwards(self, scene, item, signed_in):
        work = scene.confirmed(item, status=Assignment.Status.APPROVED)
        page = signed_in("reviewer").get(case(work)).content.decode()
        assert "Leave it out of the results" in page and 'value="reject"' not in page
        signed_in("reviewer").post(case(work), {"verdict": "soft", "reason": "All copied."})
        assert not Assignment.objects.usable().exists()

    def test_it_can_be_undone_from_the_next_page_until_it_is_told(self, scene, item, signed_in):
        work, browser = scene.failed(item), signed_in("reviewer")
        browser.post(case(work), {"verdict": "reject", "reason": REASON})
        decision = work.decisions.get()
        assert not Call.objects.due(scene.now).filter(decision=decision).exists()
        assert "Undo it" in browser.get(QUEUE).content.decode()
        assert "Undo it" not in signed_in("admin").get(QUEUE).content.decode()
        page = post(browser, "undo", decision.pk)
        assert page.redirect_chain[-1][0] == case(work)
        assert not Decision.objects.exists()
        again = post(browser, "undo", decision.pk).content.decode()
        assert "Not taken back" in again

    def test_beyond_the_cap_it_stops_and_asks(self, scene, item, signed_in):
        Study.objects.update(rejection_cap_percent=0)
        work, browser = scene.failed(item), signed_in("reviewer")
        said = {"verdict": "reject", "reason": REASON}
        page = browser.post(case(work), said).content.decode()
        assert "cap of 0 % allows 0" in page and 'name="beyond_cap"' in page and REASON in page
        assert not Decision.objects.exists()
        browser.post(case(work), {**said, "beyond_cap": "1"})
        assert work.decisions.get().verdict == "reject"

    def test_reasons_written_before_are_offered(self, scene, item, signed_in, accounts):
        rejected(scene, item, accounts["reviewer"])
        page = signed_in("reviewer").get(case(scene.failed(item))).content.decode()
        assert f'data-text="{REASON}"' in page


class TestSecondReader:
    @pytest.fixture
    def asked(self, scene, item, signed_in) -> Assignment:
        work = scene.failed(item)
        said = {"verdict": "reject", "reason": REASON, "second": "1"}
        signed_in("reviewer").post(case(work), said)
        assert Reading.objects.get().verdict == "reject" and not Decision.objects.exists()
        return work

    def test_the_case_leaves_ones_own_queue_for_the_others(self, asked, listed):
        assert listed() == []
        assert listed(role="admin") == listed("?reason=second", role="admin") == [asked]

    def test_the_second_reader_sees_nothing_of_the_first_view(self, asked, signed_in):
        browser = signed_in("admin")
        for address in (case(asked), QUEUE, reverse("console:log"), reverse("console:decided")):
            page = browser.get(address).content.decode()
            assert REASON not in page and "reviewer" not in page.replace("A reviewer", "")
        assert "You are the second reader" in browser.get(case(asked)).content.decode()

    def test_two_who_agree_reject_and_then_both_are_shown(self, asked, signed_in):
        own_words = "Nothing of the article itself was marked, only its date and place."
        signed_in("admin").post(case(asked), {"verdict": "reject", "reason": own_words})
        decision = asked.decisions.get()
        assert (decision.verdict, decision.reason) == ("reject", own_words)
        page = signed_in("researcher").get(case(asked)).content.decode()
        assert "reviewer read it and would reject" in page

    def test_the_first_reader_may_decide_alone_after_all(self, asked, signed_in, listed):
        browser = signed_in("reviewer")
        assert "Decide alone after all" in browser.get(case(asked)).content.decode()
        post(browser, "withdraw", asked.pk)
        assert listed() == [asked]
        assert "Not taken back" in post(browser, "withdraw", asked.pk).content.decode()


class TestTogether:
    @pytest.fixture
    def work(self, scene, item) -> list[Assignment]:
        return [scene.failed(item) for _ in range(3)]

    def said(self, work: list[Assignment], **more) -> dict:
        keys = [each.pk for each in work]
        return {"case": keys, "verdict": "reject", "reason": REASON, **more}

    def test_first_it_lists_who_is_hit_and_asks_about_the_cap(self, work, signed_in):
        page = post(signed_in("reviewer"), "together", **self.said(work)).content.decode()
        assert "3 assignments of 3 workers would be rejected: 1.50 USD would not be paid" in page
        assert all(each.worker.mturk_id in page for each in work)
        assert "0 of 3 assignments are rejected; it would be 3. The cap of 10 % allows 1" in page
        assert not Decision.objects.exists()

    def test_agreement_without_meaning_the_cap_decides_nothing(self, work, signed_in):
        post(signed_in("reviewer"), "together", **self.said(work, agreed="1"))
        assert not Decision.objects.exists()

    def test_then_it_decides_about_those_alone(self, work, signed_in):
        said = self.said(work[:2], agreed="1", beyond_cap="1")
        page = post(signed_in("reviewer"), "together", **said).content.decode()
        assert "2 cases decided" in page
        assert {row.assignment for row in Decision.objects.all()} == set(work[:2])
        evidence = Decision.objects.first().evidence
        assert (evidence["answered"], evidence["decided_together"]) == (False, 2)

    def test_all_of_a_filter_are_taken_whatever_page_they_are_on(self, work, signed_in):
        browser = signed_in("reviewer")
        address = reverse("console:together") + f"?worker={work[1].worker.mturk_id}"
        page = browser.post(address, {"verdict": "approve", "all": "1"}).content.decode()
        assert "1 assignment of 1 worker would be approved" in page
        assert work[1].worker.mturk_id in page and work[0].worker.mturk_id not in page
        nonsense = reverse("console:together") + "?reason=x"
        page = browser.post(nonsense, {"verdict": "approve", "all": "1"}, follow=True)
        assert "from 1 to 500 cases" in page.content.decode()

    def test_cases_of_nobody_and_of_others_are_left_out(
        self, work, scene, item, signed_in, accounts
    ):
        passed = scene.confirmed(item)
        Worker.objects.filter(pk=work[0].worker_id).update(account=accounts["reviewer"])
        said = self.said([work[0], passed], agreed="1", beyond_cap="1", verdict="approve")
        said["case"] += ["x", "-1", "99999999999999999999", "404"]
        page = post(signed_in("reviewer"), "together", **said).content.decode()
        assert "from 1 to 500 cases" in page
        assert not Decision.objects.exists()


class TestAppeals:
    @pytest.fixture
    def appealed(self, scene, item, accounts) -> Assignment:
        work = rejected(scene, item, accounts["reviewer"])
        take_appeal(work.mturk_id, "I <b>read</b> it twice.", scene.now)
        return work

    def test_it_lands_in_the_queue_and_on_the_case(self, appealed, listed, signed_in):
        assert listed() == listed("?reason=appeal") == [appealed]
        page = signed_in("admin").get(case(appealed)).content.decode()
        assert "I &lt;b&gt;read&lt;/b&gt; it twice." in page

    @pytest.mark.parametrize("page", ["studies", "study"])
    def test_the_study_counts_it_beside_what_awaits_a_decision(self, appealed, signed_in, page):
        study = appealed.hit.item.batch.study.name
        address = reverse(f"console:{page}", args=[study] if page == "study" else [])
        listed = f"{reverse('console:review')}?study={study}&amp;reason=appeal"
        assert f'href="{listed}">1 appeal</a>' in signed_in("admin").get(address).content.decode()

    def test_overturning_answers_it(self, appealed, listed, signed_in):
        signed_in("reviewer").post(case(appealed), {"verdict": "approve"})
        assert appealed.decisions.last().call.payload["overturn"] is True
        assert listed() == [] and not Appeal.objects.open().exists()

    def test_somebody_else_may_let_the_rejection_stand(self, appealed, signed_in):
        appeal = Appeal.objects.get()
        page = post(signed_in("reviewer"), "appeal", appeal.pk, answer="No.").content.decode()
        assert "somebody else answers the appeal" in page
        post(signed_in("admin"), "appeal", appeal.pk, answer="Only the date was marked.")
        appeal.refresh_from_db()
        assert (appeal.closed_by.username, appeal.answer) == ("admin", "Only the date was marked.")


class TestVoiding:
    def test_everybody_it_failed_passes_and_is_paid(
        self, scene, item, signed_in, accounts, django_capture_on_commit_callbacks
    ):
        waiting, refused = scene.failed(item), rejected(scene, item, accounts["reviewer"])
        statement = item.highlight_item.statement
        address = reverse("console:void-statement", args=[statement.pk])
        browser = signed_in("reviewer")
        page = browser.get(address).content.decode()
        assert "2 assignments failed by it" in page
        assert "the rejection is overturned" in page
        with django_capture_on_commit_callbacks(execute=True):
            page = browser.post(address, {"reason": "A bed costs 49 or 59 euros."}, follow=True)
        assert "2 assignments pass now, 2 of them are paid by this, 1 after a" in (
            page.content.decode()
        )
        assert set(Assignment.objects.usable()) == {waiting, refused}
        assert [
            row.payload["overturn"]
            for row in Call.objects.filter(operation="ApproveAssignment").order_by(
                "decision__assignment"
            )
        ] == [False, True]
        event = ReviewEvent.objects.get(kind="voided")
        assert (event.by.username, set(event.seen["failed"])) == (
            "reviewer",
            {waiting.pk, refused.pk},
        )
        statement.refresh_from_db()
        assert statement.passes(answer=not statement.answer), "it fails nobody who comes later"

    def test_without_a_reason_nothing_is_voided(self, scene, item, signed_in):
        statement = item.highlight_item.statement
        address = reverse("console:void-statement", args=[statement.pk])
        assert "Say why" in signed_in("reviewer").post(address, {"reason": "No."}).content.decode()
        statement.refresh_from_db()
        assert statement.voided_at is None


def test_nobody_voids_or_excludes_in_their_own_case(scene, item, signed_in, accounts):
    work, browser = scene.failed(item), signed_in("reviewer")
    Worker.objects.update(account=accounts["reviewer"])
    reason = {"reason": "It is unclear in every respect."}
    for name, arguments in (
        ("void-statement", [item.highlight_item.statement_id]),
        ("exclude", [scene.study.name, work.worker_id]),
    ):
        page = browser.post(reverse(f"console:{name}", args=arguments), reason)
        assert "own work" in page.content.decode()
    assert not ReviewEvent.objects.exists() and not Exclusion.objects.exists()
    who = {"reason": "Two people share it.", "excluded_by": accounts["admin"]}
    Exclusion.objects.create(study=scene.study, worker=work.worker, excluded_at=scene.now, **who)
    page = post(browser, "admit", scene.study.name, work.worker_id).content.decode()
    assert "Not lifted" in page and Exclusion.objects.exists()


def test_a_worker_is_excluded_and_let_in_again(scene, item, signed_in):
    work, browser = scene.confirmed(item), signed_in("reviewer")
    address = reverse("console:exclude", args=[scene.study.name, work.worker_id])
    assert "1 of 1 assignments count now" in browser.get(address).content.decode()
    browser.post(address, {"reason": "Two people share this account."})
    assert not Assignment.objects.usable().exists()
    assert Exclusion.objects.get().excluded_by.username == "reviewer"
    assert "share this account" in browser.get(address).content.decode()
    log = browser.get(reverse("console:log")).content.decode()
    assert "Worker excluded from the study" in log and "share this account" in log
    post(browser, "admit", scene.study.name, work.worker_id)
    assert Assignment.objects.usable().get() == work


def test_hostile_words_are_shown_as_text_everywhere(scene, item, signed_in, accounts):
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)> and a good deal of words."
    work = rejected(scene, item, accounts["reviewer"])
    Decision.objects.update(reason=evil, evidence={"answered": evil})
    take_appeal(work.mturk_id, evil, scene.now)
    asked = scene.failed(item)
    ask_second_reader(
        asked.pk, verdict="reject", reason=evil, by=accounts["reviewer"], now=scene.now
    )
    browser = signed_in("reviewer")
    post(browser, "withdraw", asked.pk)
    statement = item.highlight_item.statement
    type(statement).objects.filter(pk=statement.pk).update(statement=evil)
    pages = [case(work), case(asked), QUEUE, reverse("console:log"), reverse("console:decided"),
             reverse("console:void-statement", args=[statement.pk])]  # fmt: skip
    for address in pages:
        page = browser.get(address).content.decode()
        assert "<script>alert" not in page and "<img" not in page, address
    data = {"case": asked.pk, "verdict": "reject", "reason": evil}
    assert "<script>alert" not in post(browser, "together", **data).content.decode()
