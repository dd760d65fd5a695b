"""A content batch offers each summary in one context, or says all that keeps it from doing so."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Release, ReleasedDocument
from corpus.models import Dataset
from crowd.batches import BatchError, delete_batch
from crowd.models import Batch, Study
from evaluation.content_batches import create_content_batch
from evaluation.models import ContentItem
from tests.evaluation import factories
from tests.evaluation.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def dataset(db) -> Dataset:
    return factories.make_corpus(3)


@pytest.fixture
def study(db) -> Study:
    return factories.make_study()


def make_release(study: Study, *documents) -> Release:
    release = Release.objects.create(study=study, name="first", created_at=NOW)
    for document in documents:
        ReleasedDocument.objects.create(
            release=release,
            document=document,
            counts=[1] * document.n_tokens,
            num_h=[1.0] * document.n_tokens,
            n_annotators=1,
            word_limit=30,
            assignment_ids=[],
            signature="s",
        )
    return release


def offered(batch: Batch) -> set[tuple[str, str, str]]:
    return set(
        ContentItem.objects.filter(item__batch=batch).values_list(
            "summary__document__external_id", "summary__system__name", "statement__about"
        )
    )


def test_the_article_is_read_with_the_statement_about_it(study, dataset):
    batch = create_content_batch(study, dataset, context="document", name="d")
    assert offered(batch) == {
        (f"article-000{number}", system, "document")
        for number in range(3)
        for system in factories.SYSTEMS
    }
    assert (batch.kind, batch.judges, batch.published_at) == ("content", 3, None)
    assert batch.content_batch.context == "document"


def test_the_reference_is_read_with_its_statement_and_not_rated(study, dataset):
    batch = create_content_batch(study, dataset, context="reference", name="r")
    assert len(offered(batch)) == 6
    assert {(system, about) for _, system, about in offered(batch)} == {
        ("ptgen", "reference"),
        ("tconvs2s", "reference"),
    }


def test_highlights_are_those_of_the_release(study, dataset):
    release = make_release(study, *dataset.documents.all())
    batch = create_content_batch(
        study, dataset, context="highlights", name="h", release=release, systems=["ptgen"]
    )
    items = ContentItem.objects.filter(item__batch=batch)
    assert items.count() == 3
    assert all(item.released.document_id == item.summary.document_id for item in items)
    assert batch.content_batch.release == release


def test_documents_and_systems_can_be_chosen(study, dataset):
    batch = create_content_batch(
        study,
        dataset,
        context="document",
        name="d",
        document_ids=["article-0002"],
        systems=["tconvs2s", "ptgen"],
    )
    assert [item.key for item in batch.items.all()] == [
        "article-0002/tconvs2s",
        "article-0002/ptgen",
    ]


def test_a_summary_that_does_not_exist_is_not_offered(study, dataset):
    dataset.documents.first().summaries.filter(system__name="ptgen").delete()
    assert len(offered(create_content_batch(study, dataset, context="document", name="d"))) == 8


def test_a_very_long_name_of_a_document_makes_a_short_key(study, dataset):
    dataset.documents.filter(external_id="article-0000").update(external_id="x" * 200)
    batch = create_content_batch(study, dataset, context="document", name="d")
    assert all(len(item.key) <= 200 for item in batch.items.all())


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"context": "all"}, "context must be one of highlights, document, reference, got 'all'"),
        ({"context": "highlights"}, "context 'highlights' needs a release"),
        ({"document_ids": ["nope"]}, "no document 'nope'"),
        ({"systems": ["nope"]}, "no system 'nope'"),
        ({"systems": []}, "no system to be rated"),
        ({"context": "reference", "systems": ["reference"]}, "not rated against itself"),
        ({"judges": 0}, r"judges: .*got 0"),
        ({"seed": -1}, "seed must be a whole number from 0 to 2\\^63 - 1, got -1"),
        (
            {"document_ids": ["article-0001", "article-0001"]},
            "more than once: document 'article-0001'",
        ),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(study, dataset, changed, problem):
    with pytest.raises(BatchError, match=problem):
        create_content_batch(study, dataset, **{"context": "document", "name": "d", **changed})
    assert not Batch.objects.exists()


def test_documents_without_statement_reference_or_weights_are_named(study, dataset):
    first, second, third = dataset.documents.all()
    first.statements.filter(about="reference").delete()
    second.summaries.filter(system__is_reference=True).delete()
    with pytest.raises(BatchError) as refused:
        create_content_batch(study, dataset, context="reference", name="r")
    assert str(refused.value).split("; ") == [
        "no statement about the reference can be asked for 'article-0000'",
        "there is no reference summary of 'article-0001'",
    ]
    release = make_release(study, first, second)
    with pytest.raises(BatchError, match="'pilot/first' does not cover 'article-0002'"):
        create_content_batch(study, dataset, context="highlights", name="h", release=release)
    assert third.external_id == "article-0002"


def test_a_release_is_of_the_same_study_and_only_for_highlights(study, dataset):
    release = make_release(study, *dataset.documents.all())
    other = factories.make_study(name="other")
    with pytest.raises(BatchError, match="belongs to another study than 'other'"):
        create_content_batch(other, dataset, context="highlights", name="h", release=release)
    with pytest.raises(BatchError, match="takes no release"):
        create_content_batch(study, dataset, context="document", name="h", release=release)


def test_an_unpublished_batch_can_be_deleted(study, dataset):
    release = make_release(study, *dataset.documents.all())
    batch = create_content_batch(
        study, dataset, context="highlights", name="h", release=release, seed=5
    )
    delete_batch(batch.pk)
    assert not ContentItem.objects.exists()


class TestCommand:
    def run(self, *arguments: str) -> str:
        out = StringIO()
        call_command("create_content_batch", "pilot", "--dataset", "news", *arguments, stdout=out)
        return out.getvalue()

    def test_makes_the_batch_and_says_what_it_costs(self, study, dataset):
        told = self.run("--name", "d", "--context", "document", "--seed", "3", "--judges", "2")
        assert told.startswith("pilot/d: 9 items, 2 judges each, ")
        assert Batch.objects.get().content_batch.seed == 3

    def test_names_a_release(self, study, dataset):
        make_release(study, *dataset.documents.all())
        self.run("--name", "h", "--context", "highlights", "--release", "first")
        assert Batch.objects.get().content_batch.release.name == "first"
        with pytest.raises(CommandError, match="no release 'second'; known: first"):
            self.run("--name", "i", "--context", "highlights", "--release", "second")
