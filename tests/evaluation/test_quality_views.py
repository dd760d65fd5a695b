"""The fluency and clarity page step by step, by plain HTTP."""

import json
import re
from datetime import timedelta

import pytest

from crowd.models import Assignment, Worker
from evaluation.models import ControlRating, Rating
from tests.evaluation import factories
from tests.evaluation.visitor import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["fluency", "clarity"])
def worker(request) -> Visitor:
    return Visitor(factories.make_quality_hit(request.param))


@pytest.fixture
def begun(worker) -> Visitor:
    worker.begin()
    return worker


def test_the_steps_follow_each_other(worker):
    assert "I agree, begin" in worker.text()
    assert worker.begin().status_code == 303
    assert "<b>1</b> of 8" in worker.text()
    assert worker.finish(worker.ranked()).status_code == 303
    page = worker.text()
    assert f'action="{factories.WORKER_SITE}/mturk/externalSubmit"' in page
    assert f'name="assignmentId" value="{worker.claims.assignment_id}"' in page


def test_what_is_asked_is_a_field_of_the_batch(begun):
    criterion = begun.hit.item.batch.quality_batch.criterion
    adjective = {"fluency": "fluent", "clarity": "clear"}[criterion]
    page = begun.text()
    assert page.count(f'">The summary is {adjective}.</p>') == 8
    begun.finish(begun.ranked())
    assert set(Rating.objects.values_list("criterion", "context")) == {(criterion, "")}


def test_a_literal_study_keeps_the_papers_words_and_its_50(worker):
    study = worker.hit.item.batch.study
    study.is_literal = True
    study.save()
    worker.begin()
    page = worker.text()
    if worker.hit.item.batch.quality_batch.criterion == "clarity":
        assert page.count('">The summary is a clear.</p>') == 8
    assert page.count('data-value="50"') == 8


def test_no_value_is_given_beforehand(begun):
    assert begun.text().count('data-value=""') == 8


def test_a_preview_shows_an_example_and_no_summary_of_the_study(worker):
    preview = Visitor(
        worker.hit, assignmentId="ASSIGNMENT_ID_NOT_AVAILABLE", workerId="", turkSubmitTo=""
    )
    page = preview.text()
    assert "Accept the task to begin" in page
    assert "bakery in Leeds" in page
    assert "article-0" not in page
    assert " text ." not in page
    assert "<script" not in page
    assert "<button" not in page
    assert not Worker.objects.exists()


def test_reading_writes_nothing(worker):
    worker.open()
    worker.client.head(worker.page)
    assert not Worker.objects.exists()
    assert not Assignment.objects.exists()


def test_only_the_summaries_of_the_task_are_shown_each_once(begun):
    shown = re.findall(r'<blockquote class="summary" dir="auto">([^<]+)<', begun.text())
    task = begun.assignment.allocation.item.quality_item
    texts = set(task.summaries.values_list("summary__text", flat=True))
    texts |= set(task.controls.values_list("control__text", flat=True))
    assert sorted(shown) == sorted(texts)


def test_values_are_kept_for_the_next_visit_and_it_goes_on_at_the_next_one(begun):
    first, second = begun.shown[0].opaque_id, begun.shown[1].opaque_id
    assert begun.save({second: 7, first: 31}, place=1).json() == {"version": 1}
    page = begun.text()
    assert f'data-name="{first}" data-value="31"' in page
    assert f'data-name="{second}" data-value="7"' in page
    assert f'name="values" value="{{&quot;{first}&quot;:31,&quot;{second}&quot;:7}}"' in page
    assert 'name="version" value="1"' in page
    assert "<b>3</b> of 8" in page


def test_the_trail_goes_on_after_a_reload(begun):
    name = begun.shown[0].opaque_id
    begun.save({name: 7}, trails=json.dumps({name: [[900, 5], [950, 7]]}))
    assert f'name="trails" value="{{&quot;{name}&quot;:[[900,5],[950,7]]}}"' in begun.text()


def test_what_is_missing_is_said_at_the_first_that_lacks_it(begun):
    values = begun.ranked()
    del values[begun.shown[2].opaque_id], values[begun.shown[5].opaque_id]
    answer = begun.finish(values)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "2 of 8 summaries have no value yet." in page
    assert "<b>3</b> of 8" in page
    assert not Rating.objects.exists()
    assert begun.assignment.submitted_at is None


@pytest.mark.parametrize("value", [0, 101, -1, 50.5, "50", None, True, [50]])
def test_a_value_off_the_scale_is_refused_by_its_name(begun, value):
    values = begun.ranked() | {begun.shown[0].opaque_id: value}
    answer = begun.finish(values)
    assert answer.status_code == 422
    assert "a rating must be a whole number from 1 to 100" in answer.content.decode()
    assert not Rating.objects.exists()


def test_names_of_another_workers_page_are_refused(begun):
    other = Visitor(begun.hit, "A2")
    other.begin()
    assert begun.finish(other.ranked()).status_code == 422
    assert not Rating.objects.exists()


def test_finishing_before_beginning_leads_to_the_beginning(worker):
    assert worker.finish({}).status_code == 303
    assert not Assignment.objects.exists()


def test_finishing_twice_is_once_and_the_page_can_be_reloaded(begun):
    values = begun.ranked()
    token = begun.token()
    begun.finish(values, token=token)
    fields = r'name="(?:answer|sha256)" value="([^"]+)"'
    first = re.findall(fields, begun.text())
    assert begun.finish(begun.ranked(summary=1), token=token).status_code == 303
    assert set(Rating.objects.values_list("value", flat=True)) == {60}
    assert ControlRating.objects.count() == 3
    assert len(first) == 2
    assert re.findall(fields, begun.text()) == first


@pytest.mark.parametrize(("good", "passed"), [(90, True), (50, False)])
def test_a_worker_is_never_told_whether_the_check_was_passed(begun, good, passed):
    begun.finish(begun.ranked(good=good))
    assert begun.assignment.sanity_passed is passed
    assert "Thank you, your work is saved" in begun.text()


def test_late_work_is_kept_and_marked(begun):
    Assignment.objects.update(opened_at=factories.NOW - timedelta(days=9000))
    begun.finish(begun.ranked())
    assert begun.assignment.is_late
    assert "Your work is kept all the same" in begun.text()


def test_no_cookie_is_set_and_only_the_worker_site_may_frame(begun):
    begun.finish(begun.ranked())
    begun.open()
    for response in begun.responses:
        assert not response.cookies
        assert "X-Frame-Options" not in response
        assert f"frame-ancestors {factories.WORKER_SITE}" in response["Content-Security-Policy"]
        assert "script-src 'self'" in response["Content-Security-Policy"]
        assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("n_summaries", [1, 5, 40])
def test_a_page_takes_three_statements_and_finishing_four(n_summaries, at_most):
    worker = Visitor(factories.make_quality_hit("fluency", n_summaries))
    with at_most(3):
        token = worker.token()
    worker.begin()
    with at_most(3):
        worker.open()
    values = worker.ranked()
    with at_most(3):
        worker.save({}, token=token)
    with at_most(4):
        worker.finish(values, token=token)
    with at_most(3):
        worker.open()
