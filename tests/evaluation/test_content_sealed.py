"""What a judge of content may not know is in no response: system, answer, other work, ids."""

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from annotation.models import Release, ReleasedDocument
from corpus.models import Dataset, Document, SanityStatement, Summary, System
from crowd.frame import PREVIEW
from crowd.models import HIT, Assignment, Batch, Item, Study, Worker
from evaluation.models import Context
from tests.evaluation import factories
from tests.evaluation.sealed import number_apart, require_no_ids, told
from tests.evaluation.visitor import Visitor

NUMBERED = [
    *(Dataset, Document, System, Summary, SanityStatement, Study, Batch, Item, HIT),
    *(Release, ReleasedDocument, Assignment, Worker),
]


@pytest.fixture(params=Context.values)
def worker(request, db) -> Visitor:
    """One article and one system; everything around it is named so as to be found."""
    number_apart(NUMBERED)
    study = factories.make_study(name="sealed-study", title="Sealed title")
    systems = ("sealed-reference", "sealed-system")
    dataset = factories.make_corpus(1, systems)
    System.objects.filter(name="sealed-reference").update(is_reference=True)
    Dataset.objects.update(name="sealed-dataset")
    Document.objects.update(external_id="sealed-document")
    for row in Summary.objects.all():
        Summary.objects.filter(pk=row.pk).update(text=f"letters {row.pk * 7919 % 100_003:x} .")
    batch = factories.make_content_batch(dataset, context=request.param, study=study)
    Batch.objects.update(name="sealed-batch", keywords="sealed-keyword")
    for place, item in enumerate(batch.items.all()):
        Item.objects.filter(pk=item.pk).update(key=f"sealed-document/{place}")
    Release.objects.update(name="sealed-release")
    ReleasedDocument.objects.update(signature="sealed-signature", assignment_ids=[7_654_321])
    hit = HIT.objects.filter(item__batch=batch).last()
    hit.mturk_id = "3HIT"
    hit.save()
    visitor = Visitor(hit)
    visitor.claims = replace(visitor.claims, assignment_id="3ASG", hit_id="3HIT")
    visitor.page = visitor.page.split("?")[0] + "?" + urlencode(visitor.claims.as_query())
    return visitor


def work_through(worker: Visitor, answer: str) -> None:
    """Everything there is to see, from the preview to the page after handing in."""
    preview = Visitor(worker.hit, assignmentId=PREVIEW, hitId="3HIT", workerId="")
    worker.responses += [preview.open()]
    worker.begin()
    worker.rate(recall=70)
    worker.save({"recall": 4}, threshold=1)
    worker.save({"recall": 5}, page="another")
    worker.save({"x": 1}, version=1)
    worker.rate(recall=70, precision=30, version=1)
    worker.answer("")
    worker.answer(answer)
    worker.answer("true", token="forged")
    worker.open()


@pytest.mark.parametrize("answer", ["true", "false"])
def test_nothing_sealed_is_in_any_response(worker, answer):
    work_through(worker, answer)
    assert {response.status_code for response in worker.responses} == {200, 303, 403, 409, 422}
    everything = told(worker)
    assert "letters " in everything
    for word in ("sealed", "sanity", "passed", "7654321"):
        assert not re.search(word, everything, re.IGNORECASE), word
    require_no_ids(NUMBERED, everything)
