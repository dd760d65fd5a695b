"""Whoever was given summaries of an article to rate does not highlight it, and the reverse."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation import submissions as highlighting
from annotation.meetings import AlreadyRated
from corpus.models import Dataset
from crowd.models import HIT, Assignment, Batch, Consent, Study
from crowd.tokens import sign
from evaluation import submissions
from evaluation.allocation import AllMet
from evaluation.visits import find_visit
from tests.annotation.factories import claims_for as highlight_claims
from tests.annotation.factories import make_hit as make_highlight_hit
from tests.annotation.visitor import Visitor
from tests.crowd.factories import at_once
from tests.evaluation import factories
from tests.evaluation.factories import NOW

HEADLINE = "You have judged a summary of this article"


def make_batch(kind: str, dataset: Dataset, study: Study) -> Batch:
    """Over the first article."""
    if kind in ("document", "reference"):
        return factories.make_content_batch(dataset, context=kind, study=study)
    sheet = [dataset.documents.first().summaries.first()]
    return factories.make_quality_batch(dataset, [sheet], criterion=kind, study=study)


def rate(batch: Batch, worker: str = "A1") -> None:
    hit = HIT.objects.filter(item__batch=batch).with_batch().first()
    visit = find_visit(batch.kind, hit.public_id, factories.claims_for(hit, worker))
    submissions.begin(visit, now=NOW)


def to_highlight(dataset: Dataset, study: Study) -> HIT:
    return make_highlight_hit(dataset.documents.first(), study=study)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["document", "reference", "fluency", "clarity"])
def test_after_rating_an_article_it_is_not_highlighted(kind):
    study, dataset = factories.make_study(), factories.make_corpus(1)
    rate(make_batch(kind, dataset, study))
    hit = to_highlight(dataset, study)
    n_before = Assignment.objects.count()

    visitor = Visitor(hit)
    page = visitor.open()
    assert page.status_code == 409
    assert HEADLINE in page.content.decode()
    assert "<form" not in page.content.decode()
    for step, fields in (
        ("consent", {}),
        ("draft", {"spans": "[[0, 4]]", "version": 0}),
        ("marks", {"spans": "[[0, 4]]", "version": 0}),
    ):
        answer = visitor.post(step, token=sign(visitor.claims, hit.public_id), **fields)
        assert answer.status_code == 409, step
    assert Assignment.objects.count() == n_before

    assert Visitor(hit, worker_id="A2").open().status_code == 200


@pytest.mark.django_db
def test_a_study_may_let_raters_highlight():
    study = factories.make_study(may_rate_highlighted=True)
    dataset = factories.make_corpus(1)
    rate(make_batch("document", dataset, study))
    assert Visitor(to_highlight(dataset, study)).finish().status_code == 200


@pytest.mark.django_db
def test_only_that_article_and_only_in_that_study():
    study, dataset = factories.make_study(), factories.make_corpus(2)
    rate(make_batch("fluency", dataset, study))
    other = make_highlight_hit(dataset.documents.last(), study=study)
    assert Visitor(other).open().status_code == 200
    elsewhere = to_highlight(dataset, factories.make_study(name="other"))
    assert Visitor(elsewhere).open().status_code == 200


@pytest.mark.django_db
def test_what_was_begun_before_can_be_finished():
    """A study whose option changes takes nothing away from whoever is at work."""
    study = factories.make_study(may_rate_highlighted=True)
    dataset = factories.make_corpus(1)
    hit = to_highlight(dataset, study)
    visitor = Visitor(hit)
    visitor.agree()
    rate(make_batch("document", dataset, study))
    Study.objects.update(may_rate_highlighted=False)
    assert visitor.finish().status_code == 200
    assert Assignment.objects.get(hit=hit).submitted_at


@pytest.mark.django_db
def test_new_words_of_consent_are_read_before_the_refusal():
    study, dataset = factories.make_study(), factories.make_corpus(1)
    rate(make_batch("document", dataset, study))
    Study.objects.update(consent_text="Other words.")
    visitor = Visitor(to_highlight(dataset, study))
    assert visitor.open().status_code == 200
    assert visitor.agree().status_code == 409
    assert Consent.objects.count() == 1


@pytest.mark.django_db
def test_the_page_takes_three_statements_at_most():
    study, dataset = factories.make_study(), factories.make_corpus(1)
    rate(make_batch("document", dataset, study))
    hit = to_highlight(dataset, study)
    for worker, status in (("A1", 409), ("A2", 200)):
        visitor = Visitor(hit, worker_id=worker)
        with CaptureQueriesContext(connection) as sent:
            assert visitor.open().status_code == status
        assert len(sent) <= 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", range(4))
def test_of_an_article_begun_in_both_ways_at_once_one_is_refused(transactional_db, number):
    study, dataset = factories.make_study(), factories.make_corpus(1)
    batch = make_batch("fluency", dataset, study)
    hit = to_highlight(dataset, study)

    def rates() -> bool:
        try:
            rate(batch)
        except AllMet:
            return False
        return True

    def highlights() -> bool:
        try:
            highlighting.begin(hit, highlight_claims(hit, "A1"), now=NOW)
        except AlreadyRated:
            return False
        return True

    begun = at_once(*((rates, highlights) if number % 2 else (highlights, rates)))
    assert sorted(begun) == [False, True]
    assert Assignment.objects.count() == 1
