"""The highlight page step by step, by plain HTTP."""

import re
from datetime import timedelta

import pytest

from annotation.models import Highlight
from crowd.models import Assignment, Consent, Worker
from tests.annotation import factories
from tests.annotation.visitor import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(hit) -> Visitor:
    return Visitor(hit)


def test_the_steps_follow_each_other(worker):
    assert "I agree, begin" in worker.open().content.decode()
    assert worker.agree().status_code == 303
    assert "words left" in worker.open().content.decode()
    assert worker.mark([[0, 4]]).status_code == 303
    assert "True or False" in worker.open().content.decode()
    assert worker.answer("true").status_code == 303
    page = worker.open().content.decode()
    assert f'action="{factories.WORKER_SITE}/mturk/externalSubmit"' in page
    assert f'name="assignmentId" value="{worker.claims.assignment_id}"' in page


def test_every_post_leads_back_to_the_address_the_worker_came_by(worker):
    assert worker.agree()["Location"] == worker.page


def test_reading_writes_nothing(worker):
    worker.open()
    worker.client.head(worker.page)
    assert not Worker.objects.exists()
    assert not Assignment.objects.exists()


def test_a_preview_shows_everything_and_stores_nothing(hit):
    preview = Visitor(hit, assignmentId="ASSIGNMENT_ID_NOT_AVAILABLE", workerId="", turkSubmitTo="")
    page = preview.open().content.decode()
    assert "Accept the task to begin" in page
    assert "difficult and frustrating" in page
    assert "0.50 USD" in page
    assert "<script" not in page
    assert 'name="token" value=""' in page
    assert "externalSubmit" not in page
    assert all("disabled" in button for button in re.findall(r"<button[^>]*submit[^>]*>", page))
    assert not Worker.objects.exists()


def test_the_statement_is_not_shown_before_the_marks_are_submitted(worker):
    statement = worker.hit.item.highlight_item.statement.statement
    worker.agree()
    assert statement not in worker.open().content.decode()
    worker.mark([[0, 4]])
    assert statement in worker.open().content.decode()


def test_no_answer_is_preselected(worker):
    worker.agree()
    worker.mark([[0, 4]])
    page = worker.open().content.decode()
    assert page.count('type="radio"') == 2
    assert "checked" not in page


def test_a_blank_answer_is_asked_for_and_stores_nothing(worker):
    worker.agree()
    worker.mark([[0, 4]])
    response = worker.answer("")
    assert response.status_code == 422
    assert "Please choose True or False." in response.content.decode()
    assert worker.assignment.submitted_at is None


@pytest.mark.parametrize("spans", ["[]", "[[0, 31]]", "[[0, 99]]", "nonsense", "[" * 99_999, ""])
def test_marks_that_break_the_law_are_refused_and_nothing_moves_on(worker, spans):
    worker.agree()
    response = worker.post("marks", spans=spans, version=0)
    assert response.status_code == 422
    assert re.search(r'class="problem"[^>]*>[^<]+', response.content.decode())
    assert "words left" in worker.open().content.decode()


def test_the_example_of_the_paper_leaves_18_words(worker):
    """The paper's figure: eleven tokens with both quotation marks, and "Two"."""
    text = 'Southern warned passengers to expect " difficult and frustrating " journeys . Two .'
    hit = factories.make_hit(factories.make_document(text))
    worker = Visitor(hit)
    worker.agree()
    worker.save([[0, 11], [12, 13]])
    assert '<b class="left">18</b> of 30' in worker.open().content.decode()


def test_consent_is_asked_once_a_study_and_again_for_other_words(worker):
    worker.agree()
    second = Visitor(factories.make_hit())
    assert "words left" in second.open().content.decode()
    assert Consent.objects.count() == 1
    study = worker.hit.item.batch.study
    study.consent_text = "Something else."
    study.save()
    assert "Something else." in second.open().content.decode()


def test_marks_without_consent_lead_back_to_the_consent(worker):
    assert worker.mark([[0, 4]]).status_code == 303
    assert "I agree, begin" in worker.open().content.decode()
    assert not Assignment.objects.exclude(draft={}).exists()


def test_an_answer_without_marks_leads_back_to_the_marks(worker):
    worker.agree()
    assert worker.answer("true").status_code == 303
    assert worker.assignment.submitted_at is None
    assert not Highlight.objects.exists()


def test_a_draft_is_restored_as_it_was(worker):
    worker.agree()
    assert worker.save([[14, 17], [2, 4]]).json() == {"version": 1}
    page = worker.open().content.decode()
    assert 'name="spans" value="[[2,4],[14,17]]"' in page
    assert 'name="version" value="1"' in page
    assert 'dir="auto">by train</span>' in page
    assert 'dir="auto">Southern warned passengers</span>' in page


def test_a_second_tab_is_told_what_the_first_one_saved(worker):
    worker.agree()
    worker.save([[0, 2]], page="first")
    response = worker.save([[5, 6]], page="second")
    assert response.status_code == 409
    assert response.json() == {"version": 1, "work": "[[0,2]]", "closed": False}
    assert worker.save([[5, 6]], version=1, page="second").json() == {"version": 2}


def test_requests_of_one_page_that_overtake_each_other_are_no_second_tab(worker):
    worker.agree()
    worker.save([[0, 2]], turn=1)
    assert worker.save([[0, 3]], turn=3).json() == {"version": 2}
    assert worker.save([[0, 4]], turn=2).status_code == 409
    assert worker.assignment.draft["spans"] == [[0, 3]]


def test_a_draft_cannot_reopen_submitted_marks(worker):
    worker.agree()
    worker.mark([[0, 4]])
    assert worker.save([[5, 9]], version=1).json()["closed"] is True
    worker.answer()
    assert worker.save([[5, 9]], version=1).json()["closed"] is True
    assert Highlight.objects.get().spans == [[0, 4]]


def test_marks_submitted_in_one_tab_hold_against_a_draft_of_another(worker):
    worker.agree()
    worker.save([[0, 2]], page="other")
    worker.mark([[5, 9]], version=0)
    worker.answer()
    assert Highlight.objects.get().spans == [[5, 9]]


def test_events_are_evidence_bounded_and_never_cost_the_work(worker):
    worker.agree()
    worker.mark([[0, 4]], events='{"blur": 2, "focus": -1, "secret": 9, "active_s": 99999999999}')
    worker.answer(events='{"blur": 3, "keydown": true, "mouse": "many"}')
    assert Highlight.objects.get().events == {"blur": 3, "active_s": 1_000_000}


def test_late_work_is_kept_and_marked(worker):
    worker.agree()
    Assignment.objects.update(opened_at=factories.NOW - timedelta(days=9000))
    worker.mark([[0, 4]])
    worker.answer()
    assert worker.assignment.is_late
    assert "Your work is kept all the same" in worker.open().content.decode()


def test_the_hand_back_page_can_be_reloaded(worker):
    first, again = worker.finish(), worker.open()
    fields = r'name="(?:answer|sha256)" value="([^"]+)"'
    assert re.findall(fields, first.content.decode()) == re.findall(fields, again.content.decode())
    assert len(re.findall(fields, again.content.decode())) == 2
