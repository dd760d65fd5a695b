"""The study of the paper, on its own fifty articles: as many judgments, sheets and controls."""

from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.models import Release, ReleasedDocument
from corpus.models import ControlSummary, Dataset
from crowd.batches import plan_batch
from evaluation.content_batches import create_content_batch
from evaluation.models import ControlText, QualityItem
from evaluation.quality_batches import create_quality_batch
from evaluation.surface import surface_form
from tests.evaluation import factories
from tests.evaluation.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def dataset(shared_data: Path, db) -> Dataset:
    call_command("load_corpus", str(shared_data / "highres_bbc"), "--name", "bbc", verbosity=0)
    return Dataset.objects.get(name="bbc")


def release(study, dataset: Dataset) -> Release:
    made = Release.objects.create(study=study, name="first", created_at=NOW)
    ReleasedDocument.objects.bulk_create(
        ReleasedDocument(
            release=made,
            document=document,
            counts=[],
            num_h=[],
            n_annotators=10,
            word_limit=30,
            assignment_ids=[],
            signature="",
        )
        for document in dataset.documents.only("dataset")
    )
    return made


def test_the_papers_study_is_450_450_300_and_30_sheets_of_each_criterion(dataset):
    study = factories.make_study()
    frozen = release(study, dataset)
    contexts = {"highlights": frozen, "document": None, "reference": None}
    judgments = {
        context: plan_batch(
            create_content_batch(study, dataset, context=context, name=context, release=made)
        ).n_assignments
        for context, made in contexts.items()
    }
    assert judgments == {"highlights": 450, "document": 450, "reference": 300}

    assert ControlSummary.objects.values("document").distinct().count() == 20
    for criterion in ("fluency", "clarity"):
        batch = create_quality_batch(study, dataset, criterion=criterion, name=criterion)
        sheets = QualityItem.objects.filter(item__batch=batch)
        assert sheets.count() == 30
        controls = ControlText.objects.filter(batch=batch)
        assert controls.count() == 90
        assert controls.filter(seed=None).count() == 60
        for sheet in sheets:
            articles = set(sheet.summaries.values_list("summary__document", flat=True))
            hidden = set(sheet.controls.values_list("control__document", flat=True))
            assert len(articles) == 5
            assert articles.isdisjoint(hidden)


def test_controls_look_as_the_summaries_do(dataset):
    batch = create_quality_batch(
        factories.make_study(), dataset, criterion="fluency", name="fluency", seed=1
    )
    texts = ControlText.objects.filter(batch=batch).values_list("text", flat=True)
    assert all(text == text.lower() == " ".join(text.split()) for text in texts)
    good = ControlText.objects.filter(batch=batch, role="good").values_list("text", flat=True)
    assert surface_form(good).is_spaced
    assert all(text.endswith((" .", " ?", " !")) for text in good)
