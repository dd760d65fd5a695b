"""Control summaries can never reach a result: no row, relation or query leads there."""

import pytest
from django.db import IntegrityError, models, transaction

from crowd.models import Assignment, Worker
from evaluation.models import ControlRating, ControlText, Rating
from tests.evaluation import factories
from tests.evaluation.factories import NOW

pytestmark = pytest.mark.django_db


def relations_of(model: type[models.Model]) -> set[type[models.Model]]:
    return {field.related_model for field in model._meta.get_fields() if field.is_relation}


def test_ratings_and_controls_know_nothing_of_each_other():
    assert ControlText not in relations_of(Rating)
    assert Rating not in relations_of(ControlText)
    assert Rating not in relations_of(ControlRating)


def test_a_rating_is_of_a_summary_of_the_corpus():
    field = Rating._meta.get_field("summary")
    assert field.related_model._meta.label == "corpus.Summary"
    assert not field.null


def test_no_control_is_a_summary_of_the_corpus():
    assert not {field.name for field in ControlText._meta.get_fields()} & {"summary", "system"}


@pytest.mark.parametrize(
    "row",
    [
        {"criterion": "recall", "context": ""},
        {"criterion": "fluency", "context": "document"},
        {"criterion": "good", "context": ""},
        {"criterion": "recall", "context": "document", "value": 0},
        {"criterion": "recall", "context": "document", "value": 101},
    ],
)
def test_the_database_refuses_what_is_no_rating(row):
    dataset = factories.make_corpus(1)
    batch = factories.make_content_batch(dataset)
    worker = Worker.objects.create(endpoint_url=factories.WORKER_SITE, mturk_id="A1")
    assignment = Assignment.objects.create(
        hit=batch.items.first().hits.get(), worker=worker, mturk_id="3ASG", opened_at=NOW
    )
    summary = dataset.documents.get().summaries.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Rating.objects.create(assignment=assignment, summary=summary, **{"value": 5, **row})
