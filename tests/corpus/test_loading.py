"""Loading is all or nothing, changes nothing twice, and never what HITs show."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import HighlightItem
from corpus import splitting
from corpus.loading import LoadResult, load_corpus
from corpus.models import ControlSummary, Dataset, Document, SanityStatement, Summary, System
from corpus.problems import LoadError
from crowd.models import Batch, Item, Study

Write = Callable[..., Path]
MakeRow = Callable[..., dict[str, Any]]

pytestmark = pytest.mark.django_db


def everything() -> list[list[tuple[Any, ...]]]:
    """All rows of the room, with their keys."""
    models = (Dataset, Document, System, Summary, SanityStatement, ControlSummary)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def numbers(result: LoadResult) -> tuple[int, int, int]:
    return result.n_added, result.n_updated, result.n_unchanged


def offer(document: Document) -> None:
    """A HIT item that shows the document and asks its statement about it."""
    study = Study.objects.create(
        name="s", title="S", contact_email="a@example.org", budget_usd=Decimal("1")
    )
    batch = Batch.objects.create(
        study=study, name="b", kind="highlights", title="B", description="B", reward_usd="0.50"
    )
    HighlightItem.objects.create(
        item=Item.objects.create(batch=batch, key=document.external_id),
        document=document,
        statement=document.statements.get(about="document"),
    )


def problems_of(path: Path, name: str = "news") -> list[str]:
    """What is told when loading fails, having made sure that nothing was written."""
    before = everything()
    with pytest.raises(LoadError) as caught:
        load_corpus(path, name)
    assert everything() == before
    return [str(problem) for problem in caught.value.problems]


def test_everything_of_a_row_is_stored(jsonl: Write, row: MakeRow) -> None:
    assert numbers(load_corpus(jsonl(row("a")), "news")) == (1, 0, 0)
    document = Document.objects.get()
    assert (document.dataset.name, document.external_id, document.title) == ("news", "a", "Ferry")
    assert [document.text[start:end] for start, end in document.tokens] == document.words
    assert (document.n_tokens, document.sentence_ends) == (len(document.words), [4, 8, 14])
    assert document.paragraph_ends == [8, 14]
    assert document.tokenizer == splitting.TOKENIZER
    assert list(
        document.summaries.order_by("system__name").values_list(
            "system__name", "system__is_reference", "words"
        )
    ) == [
        ("lead", False, ["The", "ferry", "sank", "."]),
        ("other", False, ["A", "ferry", "was", "found", "."]),
        ("reference", True, ["Divers", "have", "found", "a", "ferry", "."]),
    ]
    assert set(document.statements.values_list("about", "statement", "answer")) == {
        ("document", "People were hurt.", False),
        ("reference", "Divers found it.", True),
    }


def test_all_problems_are_told_and_nothing_is_written(jsonl: Write, row: MakeRow) -> None:
    path = jsonl(row("a"), row("b", title=1), b"{", row("a"), row("d", text=""))
    assert problems_of(path) == [
        "row 2: 'title' must be a text, got 1",
        "row 3: is not JSON: Expecting property name enclosed in double quotes at character 1",
        "row 4: 'id' 'a' is already the id of row 1",
        "row 5: 'text' must not be empty, got ''",
    ]


def test_loading_the_same_file_twice_changes_nothing(jsonl: Write, row: MakeRow) -> None:
    path = jsonl(row("a"), row("b"))
    load_corpus(path, "news")
    before = everything()
    result = load_corpus(path, "news")
    assert (numbers(result), result.is_unchanged) == ((0, 0, 2), True)
    assert everything() == before


def test_a_stored_text_is_not_split_again_by_a_newer_tokenizer(
    jsonl: Write, row: MakeRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = jsonl(row("a"))
    load_corpus(path, "news")
    before = everything()
    monkeypatch.setattr(splitting, "TOKENIZER", "another")
    assert load_corpus(path, "news").is_unchanged
    assert everything() == before


def test_a_changed_document_without_hits_is_updated(jsonl: Write, row: MakeRow) -> None:
    load_corpus(jsonl(row("a"), row("b")), "news")
    key = Document.objects.get(external_id="a").pk
    changed = row("a", text="Nobody sank.", summaries={"lead": "It swam."}, sanity=[])
    assert numbers(load_corpus(jsonl(changed, row("b"), row("c")), "news")) == (1, 1, 1)
    document = Document.objects.get(external_id="a")
    assert (document.pk, document.words) == (key, ["Nobody", "sank", "."])
    assert document.n_tokens == document.paragraph_ends[-1] == 3
    assert document.summaries.get(system__name="lead").words == ["It", "swam", "."]
    assert not document.statements.exists()


def test_changed_paragraphs_alone_are_a_change(jsonl: Write, row: MakeRow) -> None:
    text = "One.\nTwo."
    load_corpus(jsonl(row("a", text=text)), "news")
    assert load_corpus(jsonl(row("a", text=text, paragraphs=[text])), "news").n_updated == 1
    assert Document.objects.get().paragraph_ends == [4]


def test_another_systems_summaries_are_added_to_those_there_are(jsonl: Write, row: MakeRow) -> None:
    load_corpus(jsonl(row("a", summaries={"lead": "It sank."})), "news")
    offer(Document.objects.get())
    result = load_corpus(jsonl(row("a", summaries={"new": "It is wet."})), "news")
    assert numbers(result) == (0, 1, 0)
    names = Summary.objects.values_list("system__name", flat=True)
    assert set(names) == {"lead", "new", "reference"}


class TestWhatHitsShow:
    @pytest.fixture(autouse=True)
    def offered(self, jsonl: Write, row: MakeRow) -> None:
        load_corpus(jsonl(row("a"), row("b")), "news")
        offer(Document.objects.get(external_id="a"))

    @pytest.mark.parametrize(
        ("field", "value"),
        [("text", "Another."), ("title", "Another"), ("paragraphs", ["?"])],
    )
    def test_a_changed_document_is_refused(
        self, jsonl: Write, row: MakeRow, field: str, value: Any
    ) -> None:
        changed = row("a", **{field: [row()["text"]] if field == "paragraphs" else value})
        told = "tokens" if field == "paragraphs" else field
        (problem,) = problems_of(jsonl(row("b", title="May change"), changed))
        assert problem.startswith(f"row 2: '{told}' of document 'a' has changed, but HITs show it;")

    def test_every_refused_document_is_told(self, jsonl: Write, row: MakeRow) -> None:
        Study.objects.all().update(name="t")
        offer(Document.objects.get(external_id="b"))
        told = problems_of(jsonl(row("a", text="X."), row("b", text="Y.")))
        assert [problem.split(" ")[1] for problem in told] == ["1:", "2:"]

    def test_a_changed_answer_is_refused(self, jsonl: Write, row: MakeRow) -> None:
        statement = {"statement": "People were hurt.", "answer": True, "about": "document"}
        (problem,) = problems_of(jsonl(row("a", sanity=[statement])))
        assert problem.startswith("row 1: 'answer' of document 'a' has changed")

    def test_a_statement_that_is_asked_cannot_go(self, jsonl: Write, row: MakeRow) -> None:
        (problem,) = problems_of(jsonl(row("a", sanity=[])))
        assert problem.startswith("row 1: 'sanity' of document 'a' has changed")

    def test_what_hits_do_not_show_may_change(self, jsonl: Write, row: MakeRow) -> None:
        statements = row("a")["sanity"]
        statements[1]["answer"] = False
        changed = row("a", summaries={"lead": "Changed."}, sanity=statements)
        assert numbers(load_corpus(jsonl(changed), "news")) == (0, 1, 0)
        assert Summary.objects.filter(text="Changed.").count() == 1


def test_a_second_reference_is_refused(tmp_path: Path, jsonl: Write, row: MakeRow) -> None:
    load_corpus(jsonl(row("a")), "news")
    Dataset.objects.get().systems.filter(is_reference=True).update(name="ref_gold")
    assert problems_of(jsonl(row("b"), row("c"))) == [
        "row 1: 'reference': dataset 'news' has as its reference 'ref_gold'"
    ]


def test_a_system_cannot_become_the_reference(jsonl: Write, row: MakeRow) -> None:
    load_corpus(jsonl(row("a")), "news")
    Dataset.objects.get().systems.filter(is_reference=True).update(name="lead2")
    assert problems_of(jsonl(row("b", summaries={"lead2": "x"}, reference=None, sanity=[]))) == [
        "row 1: 'lead2': dataset 'news' has as its reference 'lead2'"
    ]


@pytest.mark.parametrize("name", ["", "a b", "../x", "x" * 81, "naïve"])
def test_the_name_of_a_dataset_is_a_slug(jsonl: Write, row: MakeRow, name: str) -> None:
    (problem,) = problems_of(jsonl(row()), name)
    assert problem.startswith("--name: ")
    assert repr(name) in problem


def test_a_path_that_is_no_corpus_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("")
    (tmp_path / "empty.jsonl").write_text("\n\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "bare").mkdir()
    told = {
        tmp_path / "bare": "is no HighRES folder, for it has no 'documents' in it; "
        "see load_corpus --help",
        tmp_path: "is no HighRES folder, for it has no 'documents' in it; "
        f"load a file of it: {tmp_path}/empty.csv, {tmp_path}/empty.jsonl",
        tmp_path / "no.csv": "does not exist",
        tmp_path / "a.txt": "must be a HighRES folder or a file .jsonl, .ndjson, .csv",
        tmp_path / "empty.jsonl": "holds no document",
    }
    for path, message in told.items():
        assert problems_of(path) == [f"{path}: {message}"]
    assert problems_of(tmp_path / "empty.csv")[0].startswith("row 1: 'id' is a column")


def test_the_number_of_statements_hardly_grows_with_the_documents(
    jsonl: Write, row: MakeRow
) -> None:
    def n_queries(n_documents: int, name: str) -> int:
        path = jsonl(*[row(str(number)) for number in range(n_documents)])
        with CaptureQueriesContext(connection) as queries:
            load_corpus(path, name)
        return len(queries)

    assert n_queries(100, "hundred") <= n_queries(2, "two") + 5


@pytest.mark.parametrize(
    "text", ["a\u0301 \u200d \U0001f469\u200d\U0001f467", "سلام، دنیا\r\nآب", "\u2028一\u00a0二"]
)
def test_a_stored_text_comes_back_with_the_same_offsets(
    jsonl: Write, row: MakeRow, text: str
) -> None:
    load_corpus(jsonl(row("a", text=text)), "news")
    document = Document.objects.get()
    assert document.text == text
    assert [text[start:end] for start, end in document.tokens] == document.words


def test_the_real_articles_load_twice_without_a_change(shared_data: Path) -> None:
    path = shared_data / "highres_bbc"
    assert numbers(load_corpus(path, "bbc")) == (50, 0, 0)
    assert sum(Document.objects.values_list("n_tokens", flat=True)) == 22_071
    assert (Summary.objects.count(), SanityStatement.objects.count()) == (150, 100)
    assert ControlSummary.objects.count() == 60
    before = everything()
    assert load_corpus(path, "bbc").is_unchanged
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_a_file_loaded_twice_at_once_is_loaded_once(jsonl: Write, row: MakeRow) -> None:
    path = jsonl(*[row(str(number)) for number in range(20)])
    start = Barrier(4)

    def load(_: int) -> tuple[int, int, int]:
        start.wait()
        try:
            return numbers(load_corpus(path, "news"))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        results = sorted(pool.map(load, range(4)))
    assert results == [(0, 0, 20), (0, 0, 20), (0, 0, 20), (20, 0, 0)]
    assert (Document.objects.count(), Summary.objects.count()) == (20, 60)
