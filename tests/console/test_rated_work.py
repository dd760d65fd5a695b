"""Work of judges of summaries before a reviewer: the check it failed, and every value."""

import pytest
from django.urls import reverse

from console.item_progress import item_progress
from console.progress import batch_progress
from corpus.models import SanityStatement, Summary
from crowd.models import HIT, Assignment, Batch, Decision, Item
from evaluation.models import Allocation, ControlRating, Rating, StatementAnswer


def failed(scene, sheet) -> Assignment:
    item = sheet.item
    HIT.objects.create(item=item, max_assignments=3, mturk_id="3HITQ")
    assignment = scene.opened(
        item,
        submitted_at=scene.now,
        confirmed_at=scene.now,
        handed_in_at=scene.now,
        sanity_passed=False,
        active_duration_s=60,
        status=Assignment.Status.SUBMITTED,
    )
    Allocation.objects.create(assignment=assignment, item=item, seed=1, allocated_at=scene.now)
    return assignment


@pytest.fixture
def quality(scene, sheet) -> Assignment:
    assignment = failed(scene, sheet)
    for placed in sheet.controls.select_related("control"):
        value = {"good": 31, "mediocre": 77, "bad": 12}[placed.control.role]
        ControlRating.objects.create(
            assignment=assignment, control=placed.control, value=value, trail=[[1, value]]
        )
    Rating.objects.create(
        assignment=assignment,
        summary=sheet.summaries.first().summary,
        criterion="fluency",
        value=64,
        trail=[[1, 2], [3, 64]],
    )
    return assignment


@pytest.fixture
def content(scene, sheet) -> Assignment:
    assignment = failed(scene, sheet)
    summary = Summary.objects.first()
    for criterion, value in (("recall", 20), ("precision", 80)):
        Rating.objects.create(
            assignment=assignment,
            summary=summary,
            criterion=criterion,
            context="document",
            value=value,
        )
    statement = SanityStatement.objects.filter(document=summary.document).first()
    StatementAnswer.objects.create(assignment=assignment, statement=statement, answer=False)
    return assignment


@pytest.fixture
def case(signed_in):
    def read(assignment: Assignment) -> str:
        address = reverse("console:case", args=[assignment.pk])
        return signed_in("reviewer").get(address).content.decode()

    return read


def test_the_controls_stand_in_the_order_their_values_should_rise(case, quality):
    page = case(quality)
    values = [page.index(f"<dt>{role}</dt>") for role in ("Bad", "Mediocre", "Good")]
    assert values == sorted(values)
    assert "<dt>Mediocre</dt><dd>77</dd>" in page
    assert "No work arrived" not in page


def test_every_value_stands_beside_its_text_and_system(case, quality, sheet):
    page = case(quality)
    assert sheet.summaries.first().summary.text in page
    assert "fluency, lead, article-1" in page
    assert '<td class="number">64</td>\n      <td class="number">2</td>' in page


def test_content_shows_the_statement_and_both_ratings(case, content):
    page = case(content)
    assert "A bed costs 49 euros." in page
    assert "<dt>Answered</dt><dd>False</dd>" in page
    assert "recall, lead, article-1" in page and "precision, lead, article-1" in page


def test_the_queue_says_what_failed(signed_in, quality):
    page = signed_in("reviewer").get(reverse("console:review")).content.decode()
    assert "controls not in order" in page
    assert "no answer arrived" not in page


def test_a_decision_keeps_what_the_reviewer_saw(signed_in, quality):
    address = reverse("console:case", args=[quality.pk])
    signed_in("reviewer").post(address, {"verdict": "approve", "reason": ""})
    kept = Decision.objects.get().evidence
    assert kept["controls"] == {"bad": 12, "mediocre": 77, "good": 31}
    assert kept["ratings"] == {"fluency, lead, article-1": 64}


def test_work_that_never_arrived_says_so(case, scene, sheet):
    assert "No work arrived" in case(failed(scene, sheet))


def test_work_counts_and_is_listed_where_it_is_judged(scene, sheet, signed_in):
    """The HIT was only a place: the worker was given another sheet of the batch."""
    place, judged = sheet.item, Item.objects.create(batch=sheet.item.batch, key="sheet 2")
    assignment = failed(scene, sheet)
    Allocation.objects.filter(assignment=assignment).update(item=judged)
    assert [row.tally["awaiting"] for row in item_progress([place, judged])] == [0, 1]

    client = signed_in("reviewer")
    queue = client.get(reverse("console:review")).content.decode()
    assert ("sheet 2" in queue, "sheet 1" in queue) == (True, False)
    address = reverse("console:assignments", args=[place.batch_id])
    found = [
        client.get(address, {"item": item.key}).context["object_list"] for item in (place, judged)
    ]
    assert [list(rows) for rows in found] == [[], [assignment]]


def test_an_item_is_complete_by_the_work_that_judges_it(scene, sheet):
    place, judged = sheet.item, Item.objects.create(batch=sheet.item.batch, key="sheet 2")
    Batch.objects.filter(pk=place.batch_id).update(judges=1)
    assignment = failed(scene, sheet)
    Assignment.objects.update(sanity_passed=True)
    for item in (place, judged):
        Allocation.objects.filter(assignment=assignment).update(item=item)
        progress = batch_progress([Batch.objects.get(pk=place.batch_id)])[0]
        rows = item_progress(Item.objects.filter(batch=place.batch).select_related("batch"))
        assert [row.item for row in rows if row.is_complete] == [item]
        assert progress.n_complete == 1
