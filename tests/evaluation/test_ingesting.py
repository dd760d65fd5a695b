"""Work that reached the endpoint but not us is stored as it would have been, or refused by name."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from crowd.hand_back import checksum, hand_back_fields
from crowd.kinds import CannotIngest, kind_named
from crowd.models import HIT, Assignment
from evaluation import submissions
from evaluation.drafts import Draft
from evaluation.ingesting import handed_back
from evaluation.models import Allocation, ControlRating, Rating, StatementAnswer
from evaluation.visits import find_visit
from tests.evaluation import factories
from tests.evaluation.factories import NOW
from tests.evaluation.sealed import without_drawn_names

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["content", "quality"])
def fields(request, db) -> dict[str, str]:
    """What a worker's browser handed to the endpoint, of finished work that we have."""
    dataset = factories.make_corpus(3)
    if request.param == "content":
        batch = factories.make_content_batch(dataset)
    else:
        sheet = [document.summaries.first() for document in dataset.documents.all()[:2]]
        batch = factories.make_quality_batch(dataset, [sheet])
    hit = HIT.objects.with_batch().filter(item__batch=batch).first()
    claims = factories.claims_for(hit)

    def visit():
        return find_visit(request.param, hit.public_id, claims)

    submissions.begin(visit(), now=NOW)
    names = visit().names
    steps = {"good": 90, "mediocre": 50, "bad": 10}
    values = {text.opaque_id: steps.get(text.part, 70) for text in visit().shown}
    draft = Draft(
        values=values or {"recall": 80, "precision": 20},
        trails={names[0]: [[100, 3], [200, 80]]},
        events={"active_s": 30},
    )
    if request.param == "content":
        submissions.finish_ratings(visit(), draft=draft, base_version=0, now=NOW)
        submissions.submit_content(visit(), answer=True, events={"blur": 2}, now=NOW)
    else:
        submissions.submit_quality(visit(), draft=draft, now=NOW)
    return hand_back_fields(hit, claims, handed_back(visit()))


def stored() -> dict[str, Any]:
    columns = ("criterion", "context", "summary", "value", "was_touched", "trail")
    return {
        "ratings": sorted(map(str, Rating.objects.values_list(*columns))),
        "controls": sorted(
            map(str, ControlRating.objects.values_list("control", "value", "trail"))
        ),
        "answers": list(StatementAnswer.objects.values_list("answer", "statement")),
        "shown": Allocation.objects.values_list("item", "seed", "shown").get(),
        "work": Assignment.objects.values_list("sanity_passed", "active_duration_s").get(),
    }


def lose(*, allocation: bool) -> Assignment:
    """Our rows of the work are gone; the endpoint has confirmed the assignment."""
    for model in (Rating, ControlRating, StatementAnswer):
        model.objects.all().delete()
    if allocation:
        Allocation.objects.all().delete()
    Assignment.objects.update(
        submitted_at=None,
        sanity_passed=None,
        active_duration_s=None,
        draft={},
        confirmed_at=NOW,
        handed_in_at=NOW,
        opened_at=NOW.replace(hour=11),
    )
    return Assignment.objects.select_related("hit__item__batch__study", "worker").get()


def ingest(assignment: Assignment, fields: dict[str, str]) -> None:
    kind_named(assignment.hit.item.batch.kind).ingest(assignment, fields)


@pytest.mark.parametrize("allocation", [False, True], ids=["work lost", "allocation lost too"])
def test_what_is_taken_in_is_what_was_submitted(fields, allocation):
    before = stored()
    # Time worked is cut at the time since the page was opened, which was none in the fixture.
    before["work"] = (before["work"][0], 30)
    assignment = lose(allocation=allocation)
    for _ in range(2):
        ingest(assignment, fields)
        assert stored() == before


def test_work_that_we_have_stays_as_it_is(fields):
    before = stored()
    Assignment.objects.update(confirmed_at=NOW, handed_in_at=NOW)
    ingest(Assignment.objects.select_related("worker").get(), fields)
    assert stored() == before


def test_nothing_handed_back_says_what_it_is_about(fields):
    told = without_drawn_names(json.dumps(json.loads(fields["answer"])))
    for secret in ("reference", "ptgen", "article", "good", "mediocre", "bad", "summary"):
        assert secret not in told


def changed(fields: dict[str, str], change: Callable[[dict], Any]) -> dict[str, str]:
    work = json.loads(fields["answer"])
    change(work)
    answer = json.dumps(work)
    return {**fields, "answer": answer, "sha256": checksum(answer)}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda work: work["values"].popitem(), "ratings are missing"),
        (lambda work: work["values"].update(other=5), "nothing named 'other' to rate"),
        (lambda work: work["values"].update(dict.fromkeys(work["values"], 0)), "got 0"),
        (lambda work: work["values"].update(dict.fromkeys(work["values"], True)), "got True"),
        (lambda work: work.update(values=[1]), "must be an object"),
        (lambda work: work.update(item="0" * 16), "no item of pilot/.* is named '0{16}'"),
        (lambda work: work.pop("item"), "no item of pilot/.* is named 'None'"),
    ],
)
def test_what_cannot_be_read_is_named_and_nothing_is_stored(fields, change, problem):
    assignment = lose(allocation=True)
    with pytest.raises(CannotIngest, match=problem):
        ingest(assignment, changed(fields, change))
    assert not Rating.objects.exists()
    assert not Allocation.objects.exists()
    assert Assignment.objects.get().submitted_at is None


@pytest.mark.parametrize("fields", ["content"], indirect=True)
def test_an_answer_to_the_statement_is_needed_for_content(fields):
    maybe = changed(fields, lambda work: work.update(statement_answer="maybe"))
    with pytest.raises(CannotIngest, match="not answered: 'maybe'"):
        ingest(lose(allocation=False), maybe)


def test_evidence_that_is_nonsense_costs_nobody_the_work(fields):
    assignment = lose(allocation=False)
    ingest(assignment, changed(fields, lambda work: work.update(trails="x", events=[1])))
    assert set(Rating.objects.values_list("was_touched", flat=True)) == {True}
    assert stored()["work"][1] == 0
