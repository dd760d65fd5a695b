"""How often a worker's page asks the database: within its budget, however large the corpus."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import HighlightItem
from corpus.models import Document
from crowd.models import HIT, Item
from tests.annotation import factories
from tests.annotation.visitor import Visitor

pytestmark = pytest.mark.django_db
PAGE, POST = 3, 4
CONTROL = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")


def statements(act) -> int:
    """Statements on data; transaction control apart."""
    with CaptureQueriesContext(connection) as captured:
        act()
    return sum(not query["sql"].startswith(CONTROL) for query in captured.captured_queries)


def grow(hit, start: int, stop: int) -> None:
    """More articles with HITs in the same batch: those with these numbers."""
    document, statement = hit.item.highlight_item.document, hit.item.highlight_item.statement
    texts = ("text", "tokens", "words", "sentence_ends", "paragraph_ends", "n_tokens")
    kept = {name: getattr(document, name) for name in (*texts, "tokenizer", "content_hash")}
    documents = Document.objects.bulk_create(
        Document(dataset=document.dataset, external_id=f"more-{number}", **kept)
        for number in range(start, stop)
    )
    items = Item.objects.bulk_create(
        Item(batch=hit.item.batch, key=document.external_id) for document in documents
    )
    HighlightItem.objects.bulk_create(
        HighlightItem(item=item, document=document, statement=statement)
        for item, document in zip(items, documents, strict=True)
    )
    HIT.objects.bulk_create(
        HIT(item=item, max_assignments=9, mturk_id=f"3MORE{item.pk}") for item in items
    )


def whole_flow(hit, worker_id: str) -> dict[str, int]:
    """Statements of every step of a worker who has been here before."""
    before = Visitor(factories.make_hit(), worker_id)
    before.agree()
    worker = Visitor(hit, worker_id)
    token = worker.token()
    counts = {}

    def step(name: str, **fields) -> None:
        counts[f"post {name}"] = statements(lambda: worker.post(name, token=token, **fields))
        counts[f"page after {name}"] = statements(worker.open)

    counts["page"] = statements(worker.open)
    counts["preview"] = statements(
        Visitor(hit, assignmentId="ASSIGNMENT_ID_NOT_AVAILABLE", workerId="").open
    )
    step("draft", spans="[[0,2]]", version=0)
    counts["post first draft"] = counts["post draft"]
    step("draft", spans="[[0,3]]", version=1)
    step("marks", spans="[[0,4]]", version=2)
    step("answer", answer="true")
    return counts


def test_every_page_and_every_submission_keeps_its_budget(hit):
    counts = whole_flow(hit, "A1")
    # Only the very first save may ask more: it makes the assignment's row.
    assert counts.pop("post first draft") <= POST + 2
    assert {name: n for name, n in counts.items() if n > (POST if "post" in name else PAGE)} == {}


def test_a_corpus_of_5000_articles_asks_no_more_than_one_of_50(hit):
    grow(hit, 1, 50)
    small = whole_flow(hit, "A1")
    grow(hit, 50, 5_000)
    assert whole_flow(hit, "A2") == small
