"""A highlight batch offers documents under one law, and says all that keeps it from doing so."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from io import StringIO
from threading import Barrier

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from annotation.batches import create_highlight_batch
from annotation.models import HighlightItem
from corpus.models import Dataset
from crowd.batches import BatchError, delete_batch
from crowd.models import Batch, Item
from tests.annotation.work import NOW, make_document, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def dataset() -> Dataset:
    documents = [make_document(name) for name in ("a", "b", "c")]
    documents[0].statements.create(about="document", statement="A later one.", answer=False)
    documents[0].statements.create(about="reference", statement="Of the reference.", answer=False)
    return documents[0].dataset


def offered(batch: Batch) -> list[tuple[str, str, int]]:
    return [
        (item.key, item.highlight_item.statement.statement, item.highlight_item.word_limit)
        for item in batch.items.order_by("pk")
    ]


def test_all_documents_are_offered_with_their_first_statement(dataset: Dataset) -> None:
    batch = create_highlight_batch(make_study(), dataset, name="first")
    assert offered(batch) == [(name, "It is so.", 30) for name in ("a", "b", "c")]
    assert (batch.kind, batch.judges, batch.reward_usd) == ("highlights", 10, Decimal("0.50"))
    assert "at most 30" in batch.description
    assert batch.published_at is None


def test_only_the_documents_named_are_offered_in_that_order(dataset: Dataset) -> None:
    batch = create_highlight_batch(
        make_study(), dataset, name="first", document_ids=["c", "a"], word_limit=7, judges=2
    )
    assert offered(batch) == [("c", "It is so.", 7), ("a", "It is so.", 7)]
    assert batch.judges == 2


def test_an_unpublished_batch_can_be_deleted_whole(dataset: Dataset) -> None:
    batch = create_highlight_batch(make_study(), dataset, name="first")
    delete_batch(batch.pk)
    assert not HighlightItem.objects.exists()


@pytest.mark.parametrize("word_limit", [0, -1, 1001, True])
def test_the_word_limit_is_a_number_of_words(dataset: Dataset, word_limit: int) -> None:
    with pytest.raises(BatchError, match=f"word_limit must be 1 to 1000, got {word_limit}"):
        create_highlight_batch(make_study(), dataset, name="first", word_limit=word_limit)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"document_ids": ["a", "x", "y"]}, "dataset 'news' has no document 'x', 'y'"),
        ({"document_ids": []}, "a batch needs at least one item"),
        ({"document_ids": ["a", "a"]}, "named more than once: document 'a'"),
        ({"judges": 0}, r"judges: .*got 0"),
        ({"reward_usd": Decimal("-1")}, "reward"),
        ({"name": "no slug"}, "name: "),
    ],
)
def test_what_cannot_be_offered_is_named_and_nothing_written(
    dataset: Dataset, asked: dict[str, object], told: str
) -> None:
    with pytest.raises(BatchError, match=told):
        create_highlight_batch(make_study(), dataset, **{"name": "first"} | asked)
    assert not Item.objects.exists()


def test_documents_without_a_statement_are_told_together(dataset: Dataset) -> None:
    for document in dataset.documents.exclude(external_id="a"):
        document.statements.all().delete()
    with pytest.raises(
        BatchError, match="no statement about the document can be asked for 'b', 'c'"
    ):
        create_highlight_batch(make_study(), dataset, name="first")


def test_a_document_keeps_its_word_limit_within_a_study(dataset: Dataset) -> None:
    study = make_study()
    create_highlight_batch(study, dataset, name="first", document_ids=["a"])
    with pytest.raises(
        BatchError, match="offers document 'a' with the word limit 30, so not with 20"
    ):
        create_highlight_batch(study, dataset, name="second", word_limit=20)
    create_highlight_batch(study, dataset, name="second", document_ids=["b"], word_limit=20)
    create_highlight_batch(study, dataset, name="third", document_ids=["a"])
    create_highlight_batch(make_study("other"), dataset, name="first", word_limit=20)


def test_two_documents_of_one_name_do_not_meet_in_a_study(dataset: Dataset) -> None:
    study = make_study()
    create_highlight_batch(study, dataset, name="first")
    other = make_document("b", dataset="blogs").dataset
    with pytest.raises(BatchError, match="has another document 'b', of dataset 'news'"):
        create_highlight_batch(study, other, name="second")


@pytest.mark.django_db(transaction=True)
def test_two_batches_made_at_once_agree_on_the_word_limit() -> None:
    study, dataset = make_study(), make_document().dataset
    start = Barrier(2)

    def create(word_limit: int) -> str:
        start.wait()
        try:
            create_highlight_batch(study, dataset, name=f"k{word_limit}", word_limit=word_limit)
        except BatchError:
            return "refused"
        finally:
            connection.close()
        return "made"

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(create, [20, 30])) == ["made", "refused"]
    assert HighlightItem.objects.count() == 1


class TestCommand:
    def run(self, *arguments: str) -> str:
        out = StringIO()
        call_command("create_batch", "pilot", *arguments, stdout=out)
        return out.getvalue()

    def test_it_says_what_was_made_and_what_comes_next(self, dataset: Dataset) -> None:
        make_study()
        said = self.run(
            *("--dataset", "news", "--name", "first", "--documents", "a", "b"),
            *("--judges", "3", "--word-limit", "20", "--reward", "0.75"),
        )
        assert said == (
            "pilot/first: 2 items, 3 judges each, 5.40 USD at most. "
            "Next: manage.py publish_batch pilot/first\n"
        )
        assert offered(Batch.objects.get()) == [("a", "It is so.", 20), ("b", "It is so.", 20)]

    def test_it_leaves_out_who_took_part_in_a_batch_or_a_study(self, dataset: Dataset) -> None:
        earlier = [
            create_highlight_batch(make_study(study), dataset, name=name)
            for study, name in (("old", "a"), ("pilot", "b"))
        ]
        Batch.objects.update(published_at=NOW)
        self.run("--dataset", "news", "--name", "first", "--not-for", "old", "pilot/b")
        assert list(Batch.objects.get(name="first").not_for.order_by("pk")) == earlier

    def test_it_makes_a_test_and_a_batch_for_who_passed(self, dataset: Dataset) -> None:
        make_study()
        self.run("--dataset", "news", "--name", "test", "--passes-wanted", "2")
        Batch.objects.update(published_at=NOW)
        self.run("--dataset", "news", "--name", "first", "--only-for", "pilot/test")
        test = Batch.objects.get(name="first").only_for
        assert (test.name, test.passes_wanted) == ("test", 2)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["--dataset", "news", "--name", "x", "--not-for", "old"], "no published batch"),
            (["--dataset", "news", "--name", "x", "--only-for", "old/a"], "no published qualific"),
            (["--dataset", "news", "--name", "x", "--passes-wanted", "51"], "passes_wanted"),
            (["--dataset", "nope", "--name", "x"], "there is no dataset 'nope'"),
            (["--dataset", "news", "--name", "x", "--documents", "z"], "has no document 'z'"),
            (
                ["--dataset", "news", "--name", "x", "--reward", "much"],
                "invalid dollars value: 'much'",
            ),
        ],
    )
    def test_what_is_wrong_is_told(self, dataset: Dataset, arguments: list[str], told: str) -> None:
        make_study()
        with pytest.raises(CommandError, match=told):
            self.run(*arguments)

    def test_an_unknown_study_is_told(self, dataset: Dataset) -> None:
        with pytest.raises(CommandError, match="there is no study 'pilot'"):
            self.run("--dataset", "news", "--name", "x")
