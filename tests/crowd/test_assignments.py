"""A worker's work is opened, kept and taken in once, whatever is repeated."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from crowd.assignments import (
    AlreadyDone,
    Conflict,
    Saved,
    find_assignment,
    open_assignment,
    save_draft,
    submit,
)
from crowd.frame import PREVIEW, FrameError
from crowd.models import HIT, Assignment, Batch, Item, Worker
from tests.crowd.factories import NOW, at_once, claims

LATER = NOW + timedelta(minutes=5)


def hand_in(hit: HIT, who=None, *, sanity_passed=True, active_duration_s=100, now=LATER):
    with transaction.atomic():
        return submit(
            hit,
            who or claims(),
            sanity_passed=sanity_passed,
            active_duration_s=active_duration_s,
            now=now,
        )


def test_finding_writes_nothing(make_hit, django_assert_num_queries):
    hit = make_hit()
    with django_assert_num_queries(1):
        assert find_assignment(hit, claims()) is None
    assert not Worker.objects.exists()


def test_opening_twice_is_one_assignment(make_hit):
    hit = make_hit()
    first = open_assignment(hit, claims(), NOW)
    again = open_assignment(hit, claims(), LATER)
    assert first.pk == again.pk
    assert again.opened_at == NOW


def test_two_workers_who_claim_one_assignment_are_two_rows(make_hit):
    hit = make_hit()
    first = open_assignment(hit, claims(worker_id="A1"), NOW)
    assert open_assignment(hit, claims(worker_id="A2"), NOW).pk != first.pk


def test_a_preview_opens_nothing(make_hit):
    looking = replace(claims(), assignment_id=PREVIEW)
    hit = make_hit()
    assert find_assignment(hit, looking) is None
    with pytest.raises(FrameError, match="preview"):
        open_assignment(hit, looking, NOW)
    assert not Assignment.objects.exists()


def test_claims_of_another_hit_are_refused(make_hit):
    with pytest.raises(FrameError, match="3OTHER"):
        find_assignment(make_hit(), claims(hit_id="3OTHER"))


def test_a_worker_may_come_before_we_know_the_hits_id(make_hit):
    """The endpoint offers a HIT as soon as it is created, we learn its id a moment later."""
    assert open_assignment(make_hit(mturk_id=None), claims(), NOW).pk


def test_an_unpublished_hit_is_refused(make_hit):
    hit = make_hit()
    Batch.objects.update(published_at=None)
    with pytest.raises(FrameError, match="not published"):
        find_assignment(HIT.objects.with_batch().get(pk=hit.pk), claims())


class TestDrafts:
    def test_a_draft_is_kept_under_the_next_version(self, make_hit):
        hit = make_hit()
        assert save_draft(hit, claims(), draft={"a": 1}, base_version=0, now=NOW) == Saved(1, NOW)
        assert save_draft(hit, claims(), draft={"a": 2}, base_version=1, now=LATER).version == 2
        assert Assignment.objects.get().draft == {"a": 2}

    def test_a_second_tab_overwrites_nothing(self, make_hit):
        hit = make_hit()
        save_draft(hit, claims(), draft={"tab": 1}, base_version=0, now=NOW)
        told = save_draft(hit, claims(), draft={"tab": 2}, base_version=0, now=LATER)
        assert told == Conflict(1, NOW, {"tab": 1}, is_submitted=False)
        assert Assignment.objects.get().draft == {"tab": 1}

    def test_a_draft_whose_answer_got_lost_may_be_sent_again(self, make_hit):
        hit = make_hit()
        save_draft(hit, claims(), draft={"a": 1}, base_version=0, now=NOW)
        assert save_draft(hit, claims(), draft={"a": 1}, base_version=0, now=LATER) == Saved(1, NOW)

    def test_a_draft_after_the_submission_changes_nothing(self, make_hit):
        hit = make_hit()
        save_draft(hit, claims(), draft={"a": 1}, base_version=0, now=NOW)
        hand_in(hit)
        told = save_draft(hit, claims(), draft={"a": 2}, base_version=1, now=LATER)
        assert told == Conflict(1, NOW, {"a": 1}, is_submitted=True)

    def test_saving_a_draft_takes_two_statements(self, make_hit, django_assert_num_queries):
        hit = make_hit()
        save_draft(hit, claims(), draft={"a": 1}, base_version=0, now=NOW)
        with django_assert_num_queries(2):
            save_draft(hit, claims(), draft={"a": 2}, base_version=1, now=NOW)


class TestSubmitting:
    def test_the_work_is_saved_and_checked(self, make_hit):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        submission = hand_in(hit, sanity_passed=False)
        saved = Assignment.objects.get()
        assert submission.is_new
        assert submission.assignment == saved
        assert (saved.submitted_at, saved.sanity_passed, saved.active_duration_s) == (
            LATER,
            False,
            100,
        )
        assert saved.confirmed_at is None

    def test_submitting_twice_keeps_the_first(self, make_hit):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        hand_in(hit, sanity_passed=False)
        again = hand_in(hit, sanity_passed=True, now=LATER + timedelta(seconds=1))
        assert not again.is_new
        assert again.assignment.submitted_at == LATER
        assert again.assignment.sanity_passed is False

    def test_submitting_takes_two_statements(self, make_hit, django_assert_num_queries):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        with transaction.atomic(), django_assert_num_queries(2):
            submit(hit, claims(), sanity_passed=True, active_duration_s=1, now=LATER)

    def test_work_whose_opening_got_lost_is_still_taken_in(self, make_hit):
        assert hand_in(make_hit()).is_new

    @pytest.mark.parametrize(("claimed_s", "kept_s"), [(-5, 0), (299, 299), (10**9, 300)])
    def test_nobody_works_longer_than_since_opening(self, make_hit, claimed_s, kept_s):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        assert hand_in(hit, active_duration_s=claimed_s).assignment.active_duration_s == kept_s

    @pytest.mark.parametrize(("after_s", "is_late"), [(3600, False), (3601, True)])
    def test_late_work_is_kept_and_marked(self, make_hit, after_s, is_late):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        submission = hand_in(hit, now=NOW + timedelta(seconds=after_s))
        assert submission.assignment.is_late is is_late

    def test_unconfirmed_work_changes_no_result(self, make_hit):
        hand_in(make_hit())
        assert Item.objects.get().revision == 0
        assert not Assignment.objects.usable().exists()

    def test_confirmed_work_changes_the_item(self, make_hit):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        Assignment.objects.update(confirmed_at=NOW, status="Submitted")
        hand_in(hit)
        assert Item.objects.get().revision == 1
        assert Assignment.objects.usable().count() == 1


class TestOneJudgmentOfAnItem:
    @pytest.fixture
    def two_hits(self, make_hit):
        first = make_hit()
        return first, make_hit(item=first.item, number=1, mturk_id="3HITB")

    def test_who_judged_the_item_cannot_start_it_again(self, two_hits):
        first, second = two_hits
        hand_in(first)
        again = claims("3ASGB", hit_id="3HITB")
        with pytest.raises(AlreadyDone, match="3ASG"):
            find_assignment(second, again)
        with pytest.raises(AlreadyDone):
            open_assignment(second, again, NOW)
        with pytest.raises(AlreadyDone):
            save_draft(second, again, draft={}, base_version=0, now=NOW)
        assert Assignment.objects.count() == 1

    def test_they_are_told_already_in_the_preview(self, two_hits):
        first, second = two_hits
        hand_in(first)
        with pytest.raises(AlreadyDone):
            find_assignment(second, replace(claims(hit_id="3HITB"), assignment_id=PREVIEW))

    def test_who_had_opened_it_before_keeps_it(self, two_hits):
        first, second = two_hits
        again = claims("3ASGB", hit_id="3HITB")
        opened = open_assignment(second, again, NOW)
        hand_in(first)
        assert open_assignment(second, again, NOW) == opened

    def test_another_worker_may(self, two_hits):
        first, second = two_hits
        hand_in(first)
        assert find_assignment(second, claims("3ASGB", "A2", "3HITB")) is None

    def test_who_only_opened_the_first_may(self, two_hits):
        first, second = two_hits
        open_assignment(first, claims(), NOW)
        assert find_assignment(second, claims("3ASGB", hit_id="3HITB")) is None

    def test_work_done_on_both_at_once_is_kept(self, two_hits):
        """Both were accepted before either was submitted: paid and voided later, never refused."""
        first, second = two_hits
        both = claims("3ASGB", hit_id="3HITB")
        open_assignment(first, claims(), NOW)
        open_assignment(second, both, NOW)
        hand_in(first)
        with pytest.raises(AlreadyDone):
            find_assignment(second, both)
        assert isinstance(save_draft(second, both, draft={}, base_version=0, now=NOW), Saved)
        assert hand_in(second, both).is_new
        assert find_assignment(second, both).submitted_at is not None

    def test_a_returned_assignment_does_not_bar_the_next_of_the_same_hit(self, make_hit):
        hit = make_hit()
        hand_in(hit)
        assert find_assignment(hit, claims("3ASGNEXT")) is None


class TestUnaccounted:
    @pytest.mark.parametrize(("after_s", "count"), [(3600, 0), (3601, 1)])
    def test_saved_work_the_endpoint_does_not_know_is_flagged_past_the_deadline(
        self, make_hit, after_s, count
    ):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        hand_in(hit)
        now = NOW + timedelta(seconds=after_s)
        assert Assignment.objects.unaccounted(now).count() == count

    def test_confirmed_work_is_accounted_for(self, make_hit):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        hand_in(hit)
        Assignment.objects.update(confirmed_at=NOW, status="Submitted")
        assert not Assignment.objects.unaccounted(NOW + timedelta(days=1)).exists()


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_two_tabs_open_one_assignment(self, make_hit):
        hit = make_hit()
        rows = at_once(*[partial(open_assignment, hit, claims(), NOW)] * 4)
        assert {row.pk for row in rows} == {Assignment.objects.get().pk}

    def test_of_two_drafts_on_one_version_one_is_kept_and_one_told(self, make_hit):
        hit = make_hit()
        open_assignment(hit, claims(), NOW)
        told = at_once(
            *[
                partial(save_draft, hit, claims(), draft={"tab": n}, base_version=0, now=NOW)
                for n in range(4)
            ]
        )
        kept = Assignment.objects.get()
        assert sorted(type(answer).__name__ for answer in told) == ["Conflict"] * 3 + ["Saved"]
        assert kept.draft_version == 1
        assert all(answer.draft == kept.draft for answer in told if isinstance(answer, Conflict))

    def test_a_double_click_is_one_submission(self, make_hit):
        hit = make_hit()
        submissions = at_once(*[partial(hand_in, hit)] * 4)
        assert sorted(submission.is_new for submission in submissions) == [False] * 3 + [True]
        assert Assignment.objects.count() == 1
