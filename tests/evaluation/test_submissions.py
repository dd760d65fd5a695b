"""The rating desk: what is stored of a worker's work, once, and which work passes."""

import pytest

from crowd.drafting import NotYet
from crowd.models import HIT, Assignment, Consent
from evaluation import submissions
from evaluation.drafts import Draft
from evaluation.models import Allocation, ControlRating, Rating, StatementAnswer
from evaluation.scales import Missing
from evaluation.storing import value_of
from evaluation.visits import Step, Visit, find_visit
from tests.evaluation import factories
from tests.evaluation.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def content(db) -> HIT:
    batch = factories.make_content_batch(factories.make_corpus(2))
    return HIT.objects.filter(item__batch=batch).first()


@pytest.fixture
def quality(db) -> HIT:
    dataset = factories.make_corpus(4)
    first = [document.summaries.all()[n] for n, document in enumerate(dataset.documents.all()[:3])]
    batch = factories.make_quality_batch(dataset, [first])
    return HIT.objects.filter(item__batch=batch).first()


def visit(hit: HIT, worker_id: str = "A1") -> Visit:
    kind = hit.item.batch.kind
    return find_visit(kind, hit.public_id, factories.claims_for(hit, worker_id))


def begun(hit: HIT, worker_id: str = "A1") -> Visit:
    submissions.begin(visit(hit, worker_id), now=NOW)
    return visit(hit, worker_id)


def rated(hit: HIT, **values: int) -> Visit:
    draft = Draft(values={"recall": 70, "precision": 30, **values})
    submissions.finish_ratings(begun(hit), draft=draft, base_version=0, now=NOW)
    return visit(hit)


def submit(at: Visit, *, answer: bool = True) -> Assignment:
    submissions.submit_content(at, answer=answer, events={"active_s": 40}, now=NOW)
    return Assignment.objects.get()


def ranked(at: Visit, **values: int) -> Draft:
    """Every summary rated 60, the controls as given."""
    values = {"summary": 60, "good": 90, "mediocre": 50, "bad": 10, **values}
    return Draft(values={text.opaque_id: values[text.part] for text in at.shown})


class TestContent:
    def test_a_worker_begins_rates_answers_and_hands_back(self, content):
        assert visit(content).step is Step.START
        assert begun(content).step is Step.RATE
        assert rated(content).step is Step.QUESTION
        submit(visit(content))
        assert visit(content).step is Step.HAND_BACK

    def test_both_ratings_are_stored_with_their_context(self, content):
        submit(rated(content))
        stored = Rating.objects.values_list("criterion", "value", "context", "summary")
        judged = Allocation.objects.get().item.content_item.summary_id
        assert set(stored) == {
            ("recall", 70, "document", judged),
            ("precision", 30, "document", judged),
        }

    @pytest.mark.parametrize("answer", [True, False])
    def test_the_right_answer_passes(self, content, answer):
        assert submit(rated(content), answer=answer).sanity_passed is answer
        assert StatementAnswer.objects.get().answer is answer

    def test_a_second_submission_changes_nothing(self, content):
        at = rated(content)
        submit(at)
        assert submit(at, answer=False).sanity_passed is True
        assert Rating.objects.count() == 2

    def test_what_is_missing_is_named(self, content):
        with pytest.raises(Missing) as missing:
            draft = Draft(values={"recall": 1})
            submissions.finish_ratings(begun(content), draft=draft, base_version=0, now=NOW)
        assert missing.value.names == ["precision"]

    def test_no_step_is_skipped(self, content):
        draft = Draft(values={"recall": 1, "precision": 1})
        with pytest.raises(NotYet):
            submissions.finish_ratings(visit(content), draft=draft, base_version=0, now=NOW)
        with pytest.raises(NotYet):
            submit(begun(content))
        assert not Rating.objects.exists()

    def test_beginning_twice_is_one_allocation_and_one_consent(self, content):
        assert begun(content).item == begun(content).item
        assert (Allocation.objects.count(), Consent.objects.count()) == (1, 1)

    def test_only_a_literal_study_has_values_nobody_moved(self, content):
        study = content.item.batch.study
        study.is_literal = True
        study.save()
        draft = Draft(values={"recall": 50, "precision": 50}, trails={"recall": [[900, 50]]})
        assert value_of(begun(content).assignment, draft, "recall")["was_touched"] is True
        elsewhere = Draft(values={"recall": 51})
        assert value_of(begun(content).assignment, elsewhere, "recall")["was_touched"] is True
        submissions.finish_ratings(begun(content), draft=draft, base_version=0, now=NOW)
        submit(visit(content))
        touched = dict(Rating.objects.values_list("criterion", "was_touched"))
        assert touched == {"recall": True, "precision": False}

    def test_finding_and_submitting_take_four_statements(self, content, at_most):
        rated(content)
        with at_most(4):
            submissions.submit_content(visit(content), answer=True, events={}, now=NOW)


class TestQuality:
    def test_summaries_and_controls_go_to_tables_of_their_own(self, quality):
        at = begun(quality)
        submissions.submit_quality(at, draft=ranked(at), now=NOW)
        ratings = dict(Rating.objects.values_list("summary", "value"))
        task = at.item.quality_item
        assert ratings == dict.fromkeys(task.summaries.values_list("summary", flat=True), 60)
        assert set(ControlRating.objects.values_list("control__role", "value")) == {
            ("good", 90),
            ("mediocre", 50),
            ("bad", 10),
        }
        assert Assignment.objects.get().sanity_passed is True

    @pytest.mark.parametrize(
        "values",
        [
            {"good": 50},
            {"bad": 50},
            {"good": 49},
            {"bad": 91, "mediocre": 92},
            {"good": 1, "mediocre": 2, "bad": 3},
        ],
    )
    def test_controls_that_are_not_strictly_in_order_fail_the_whole_work(self, quality, values):
        at = begun(quality)
        submissions.submit_quality(at, draft=ranked(at, **values), now=NOW)
        assert Assignment.objects.get().sanity_passed is False
        assert Rating.objects.count() == 3

    def test_what_is_missing_is_named_in_the_pages_order(self, quality):
        at = begun(quality)
        names = [text.opaque_id for text in at.shown]
        values = {name: 50 for name in names if name not in (names[1], names[4])}
        with pytest.raises(Missing) as missing:
            submissions.submit_quality(at, draft=Draft(values=values), now=NOW)
        assert missing.value.names == [names[1], names[4]]

    def test_finding_and_submitting_take_four_statements(self, quality, at_most):
        draft = ranked(begun(quality))
        with at_most(4):
            submissions.submit_quality(visit(quality), draft=draft, now=NOW)

    def test_names_and_order_are_another_workers_own(self, quality):
        one, other = begun(quality, "A1"), begun(quality, "A2")
        assert {text.opaque_id for text in one.shown}.isdisjoint(
            text.opaque_id for text in other.shown
        )
        assert sorted(one.allocation.shown) == sorted(other.allocation.shown)
