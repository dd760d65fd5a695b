"""Sheets of a fluency or clarity batch: every summary once, three controls of other articles."""

from collections import Counter
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from corpus.models import ControlSummary, Dataset, Summary
from crowd.batches import BatchError, delete_batch
from crowd.models import Batch, Study
from evaluation.control_texts import ControlError, replace_control
from evaluation.models import ControlText, QualityItem, QualitySummary
from evaluation.quality_batches import create_quality_batch
from tests.evaluation import factories
from tests.evaluation.factories import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def dataset(db) -> Dataset:
    return factories.make_corpus(7)


@pytest.fixture
def study(db) -> Study:
    return factories.make_study()


@pytest.fixture
def make(study, dataset):
    def batch(name: str = "f", criterion: str = "fluency", **options) -> Batch:
        options = {"n_summaries": 4, "seed": 1, **options}
        return create_quality_batch(study, dataset, criterion=criterion, name=name, **options)

    return batch


def sheets(batch: Batch) -> list[QualityItem]:
    return list(QualityItem.objects.filter(item__batch=batch).order_by("item"))


def summaries(sheet: QualityItem) -> list[Summary]:
    return [row.summary for row in sheet.summaries.select_related("summary")]


def controls(sheet: QualityItem) -> list[ControlText]:
    return [row.control for row in sheet.controls.select_related("control")]


def make_hand_made(document, *, roles=("good", "mediocre", "bad")) -> None:
    for role in roles:
        ControlSummary.objects.create(document=document, role=role, text=f"A {role} one, by hand.")


def test_every_summary_is_on_one_sheet_with_three_controls(make):
    batch = make()
    dealt = Counter(summary.pk for sheet in sheets(batch) for summary in summaries(sheet))
    assert dealt == Counter(Summary.objects.values_list("pk", flat=True))
    for sheet in sheets(batch):
        assert sorted(control.role for control in controls(sheet)) == ["bad", "good", "mediocre"]
    assert sorted(len(summaries(sheet)) for sheet in sheets(batch)) == [3, 3, 3, 4, 4, 4]


def test_controls_are_of_articles_that_are_not_on_the_sheet(make):
    for sheet in sheets(make()):
        articles = {summary.document_id for summary in summaries(sheet)}
        assert articles.isdisjoint(control.document_id for control in controls(sheet))


def test_controls_have_the_form_of_the_summaries(make):
    for control in controls(sheets(make())[0]):
        assert control.text == control.text.lower()
    good = ControlText.objects.filter(role="good").first()
    assert good.text.endswith(" .")


def test_hand_made_controls_are_preferred_in_the_form_of_the_summaries(make, dataset):
    for document in dataset.documents.all():
        make_hand_made(document)
    texts = {control.text for sheet in sheets(make()) for control in controls(sheet)}
    assert texts == {f"a {role} one , by hand ." for role in ("good", "mediocre", "bad")}
    assert not ControlText.objects.exclude(seed=None).exists()


def test_an_incomplete_hand_made_triple_is_not_used(make, dataset):
    make_hand_made(dataset.documents.first(), roles=("good", "bad"))
    make()
    assert not ControlText.objects.filter(text__contains="by hand").exists()


def told(batch: Batch) -> list:
    return [
        ([summary.pk for summary in summaries(sheet)], sorted(c.text for c in controls(sheet)))
        for sheet in sheets(batch)
    ]


def test_the_seed_makes_the_same_batch_again(make):
    assert told(make("one")) == told(make("two"))
    assert told(make("three", seed=2)) != told(make("four", seed=3))


def test_both_criteria_have_the_same_sheets_but_not_the_same_controls(make):
    fluency, clarity = make(seed=9), make("c", "clarity", seed=None)
    assert clarity.quality_batch.seed == 9
    one, other = told(fluency), told(clarity)
    assert [pks for pks, _ in one] == [pks for pks, _ in other]
    assert [texts for _, texts in one] != [texts for _, texts in other]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"criterion": "recall"}, "criterion must be one of fluency, clarity, got 'recall'"),
        ({"n_summaries": 0}, "n_summaries must be a whole number from 1 to 50, got 0"),
        ({"n_edits": True}, "n_edits must be a whole number from 1 to 50, got True"),
        ({"n_edits": 50}, "50 edits are more than"),
        ({"n_summaries": 7}, "0 sentences fit for a control, 3 are needed.*fewer summaries"),
        ({"document_ids": ["nope"]}, "no document 'nope'"),
        ({"document_ids": []}, "no document whose summaries"),
        ({"document_ids": ["article-0001"] * 2}, "more than once: document 'article-0001'"),
        ({"systems": ["nope"]}, "no system 'nope'"),
        ({"name": "two words"}, "name"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(make, changed, problem):
    with pytest.raises(BatchError, match=problem):
        make(**changed)
    assert not Batch.objects.exists()


def test_a_summary_that_is_missing_is_named(make, dataset):
    dataset.documents.first().summaries.filter(system__name="ptgen").delete()
    with pytest.raises(BatchError, match="no summary 'article-0000 by ptgen'"):
        make()
    assert make(systems=["tconvs2s", "reference"])


def test_an_unpublished_batch_can_be_deleted(make):
    delete_batch(make().pk)
    assert not QualitySummary.objects.exists()
    assert not ControlText.objects.exists()


class TestReplacing:
    @pytest.fixture
    def control(self, make) -> ControlText:
        return controls(sheets(make())[0])[0]

    @pytest.fixture
    def researcher(self, db) -> User:
        return User.objects.create_user("researcher")

    def test_the_researchers_text_takes_the_form_of_the_summaries(self, control, researcher):
        replace_control(control.pk, text="A text, by hand.", by=researcher, now=NOW)
        control.refresh_from_db()
        assert (control.text, control.edits, control.seed) == ("a text , by hand .", [], None)
        assert (control.replaced_by, control.replaced_at) == (researcher, NOW)

    def test_after_launch_nothing_is_replaced(self, control, researcher):
        Batch.objects.update(published_at=NOW)
        with pytest.raises(ControlError, match="was published on 2030-01-07"):
            replace_control(control.pk, text="A text.", by=researcher, now=NOW)

    def test_two_controls_are_never_the_same(self, control, researcher):
        other = ControlText.objects.exclude(pk=control.pk).exclude(role=control.role).first()
        with pytest.raises(ControlError, match="another control of this batch"):
            replace_control(control.pk, text=other.text.upper(), by=researcher, now=NOW)

    @pytest.mark.parametrize("text", ["", " \n", "x" * 1001])
    def test_an_empty_or_endless_text_is_refused(self, control, researcher, text):
        with pytest.raises(ControlError, match="1 to 1,000 characters"):
            replace_control(control.pk, text=text, by=researcher, now=NOW)


def test_the_command_makes_the_batch_and_says_what_it_costs(study, dataset):
    out = StringIO()
    call_command(
        *("create_quality_batch", "pilot", "--dataset", "news", "--name", "f"),
        *("--criterion", "fluency", "--n-summaries", "4", "--n-edits", "2", "--seed", "5"),
        stdout=out,
    )
    assert out.getvalue().startswith("pilot/f: 6 items, 3 judges each, ")
    settings = Batch.objects.get().quality_batch
    assert (settings.criterion, settings.n_edits, settings.seed) == ("fluency", 2, 5)
