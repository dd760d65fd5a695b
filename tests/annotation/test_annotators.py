"""Who counts as an annotator of a document."""

import pytest

from annotation.annotators import annotators
from tests.annotation.work import NOW, highlight, make_document, make_item, make_study

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "unusable",
    [
        {"submitted_at": None, "sanity_passed": None},
        {"confirmed_at": None},
        {"sanity_passed": False},
        {"voided_at": NOW},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_only_usable_work_counts(unusable: dict[str, object]) -> None:
    study, document = make_study(), make_document()
    item = make_item(study, document)
    highlight(item, "w1", [(0, 2)])
    highlight(item, "w2", [(3, 4)], **unusable)
    assert [a.mturk_id for a in annotators(study.pk, document.pk)] == ["w1"]


def test_a_worker_counts_once_by_the_first_work_submitted() -> None:
    study, document = make_study(), make_document()
    first, second = make_item(study, document), make_item(study, document, batch="second")
    highlight(second, "w1", [(5, 6)], submitted_at=NOW)
    highlight(first, "w1", [(0, 2)])
    assert [a.spans for a in annotators(study.pk, document.pk)] == [[[5, 6]]]


def test_work_in_another_study_does_not_count() -> None:
    document = make_document()
    study, other = make_study(), make_study("other")
    highlight(make_item(study, document), "w1")
    highlight(make_item(other, document), "w2")
    assert [a.mturk_id for a in annotators(study.pk, document.pk)] == ["w1"]


def test_a_whole_study_is_read_document_after_document() -> None:
    study = make_study()
    documents = [make_document(name) for name in "ab"]
    items = [make_item(study, document) for document in documents]
    for worker in ("w1", "w2"):
        for item in reversed(items):
            highlight(item, worker)
    assert [(a.document_id, a.mturk_id) for a in annotators(study.pk)] == [
        (documents[0].pk, "w1"),
        (documents[0].pk, "w2"),
        (documents[1].pk, "w1"),
        (documents[1].pk, "w2"),
    ]
