"""Script in a corpus stays text on every worker page, and a token played again changes nothing."""

import pytest

from annotation.models import Highlight
from corpus.models import Document, SanityStatement, Summary
from crowd.models import HIT, Assignment, Batch, Study
from evaluation.models import Rating, StatementAnswer
from tests.annotation import factories as highlights
from tests.annotation.visitor import Visitor as Highlighter
from tests.evaluation import factories
from tests.evaluation.visitor import Visitor

EVIL = "</script></textarea><script>alert(1)</script><img src=x onerror=alert(2)>"
RAW = ("<script>alert", "<img src=x", "onerror=alert(2)>")


def refuse_raw(responses) -> None:
    assert responses
    for response in responses:
        page = response.content.decode()
        assert not [piece for piece in RAW if piece in page], response.request["PATH_INFO"]


@pytest.fixture
def hostile(db) -> None:
    """Every text of the corpus tries to break out."""

    def poison() -> None:
        Document.objects.update(title=EVIL)
        Batch.objects.update(title=EVIL[:128])
        Study.objects.update(title=EVIL, consent_text=EVIL)
        SanityStatement.objects.update(statement=EVIL)
        Summary.objects.update(text=EVIL)

    return poison


def test_an_article_to_be_marked_is_text(hostile):
    document = highlights.make_document(f"A walkout {EVIL} ended.\n\nIt {EVIL} lasted two days.")
    hit = highlights.make_hit(document)
    hostile()
    worker = Highlighter(HIT.objects.with_batch().get(pk=hit.pk))
    worker.client.get(
        worker.page.replace(worker.claims.assignment_id, "ASSIGNMENT_ID_NOT_AVAILABLE")
    )
    worker.open()
    worker.agree()
    worker.open()
    worker.save([[0, 3]])
    worker.mark([[0, 3]], version=1)
    worker.open()
    worker.answer()
    worker.open()
    refuse_raw(worker.responses)


@pytest.mark.parametrize("context", ["document", "highlights", "reference"])
def test_a_summary_to_be_rated_is_text(hostile, context):
    dataset = factories.make_corpus(1)
    batch = factories.make_content_batch(dataset, context=context)
    hostile()
    worker = Visitor(HIT.objects.with_batch().filter(item__batch=batch).first())
    worker.open()
    worker.begin()
    worker.open()
    worker.rate(recall=20, precision=70)
    worker.open()
    worker.answer()
    worker.open()
    refuse_raw(worker.responses)
    assert Rating.objects.count() == 2


class TestReplay:
    """A token is worth as much as the page it came with, and no more."""

    def test_of_marks_it_changes_nothing_and_makes_nobody_else(self, db):
        worker = Highlighter(highlights.make_hit())
        worker.agree()
        token = worker.token()
        worker.mark([[0, 4]])
        worker.answer("false")
        before = Highlight.objects.values().get()
        other = {"workerId": "AEVIL", "assignmentId": "3EVIL", "token": token}
        for _ in range(2):
            worker.mark([[5, 9]], version=7, **other)
            worker.save([[5, 9]], version=7, **other)
            worker.answer("true", **other)
            worker.post("consent", **other)
        assert Highlight.objects.values().get() == before
        assert Assignment.objects.get().worker.mturk_id == "A1"

    def test_of_ratings_it_changes_nothing(self, db):
        batch = factories.make_content_batch(factories.make_corpus(1))
        worker = Visitor(HIT.objects.with_batch().filter(item__batch=batch).first())
        worker.begin()
        token = worker.token()
        worker.rate(recall=20, precision=70)
        worker.answer("false")
        before = list(Rating.objects.values()), StatementAnswer.objects.values().get()
        worker.post("ratings", token=token, values='{"recall": 99, "precision": 99}', version=9)
        worker.post("answer", token=token, answer="true")
        assert (list(Rating.objects.values()), StatementAnswer.objects.values().get()) == before
