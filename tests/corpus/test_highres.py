"""The HighRES folder is read exactly: every token, offset, summary and statement."""

import json
from pathlib import Path

import pytest

from corpus.content import ControlContent, DocumentContent, StatementContent, SummaryContent
from corpus.formats import highres
from corpus.problems import Problems
from metrics.normalize import normalize_tokens
from tests.corpus.test_corenlp import parsed, token


def read(folder: Path) -> tuple[dict[str, DocumentContent], list[str]]:
    problems = Problems()
    contents = {content.external_id: content for _, content in highres.read(folder, problems)}
    return contents, [str(problem) for problem in problems.kept]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One document with everything, one with nothing but itself."""
    files = {
        "documents/1.data": json.dumps(parsed([token("Ferry", 0), token("sank", 6)], ends=[0, 1])),
        "documents/2.data": json.dumps(parsed([token("Bread", 0)]) | {"doc_id": "2"}),
        "summaries/ref_gold/1.data": "a `` ferry '' sank\n",
        "summaries/system_x/1.data": "ferry -lrb- . -rrb-",
        "sanity/1.json": '{"statement": "It sank.", "answer": true}',
        "sanity_2/1.json": '{"statement": "It flew.", "answer": false}',
        "sanity_summary/1.json": '{"best": "It sank.", "average": "It sink.", "worst": "Sank it"}',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_everything_about_a_document_is_read(folder: Path) -> None:
    contents, problems = read(folder)
    assert problems == []
    first, second = contents["1"], contents["2"]
    assert first.text == "Ferry sank"
    assert first.summaries == (
        SummaryContent(
            "ref_gold",
            "a `` ferry '' sank",
            is_reference=True,
            given=("a", "``", "ferry", "''", "sank"),
            tokenizer="blanks",
        ),
        SummaryContent(
            "system_x",
            "ferry -lrb- . -rrb-",
            given=("ferry", "-lrb-", ".", "-rrb-"),
            tokenizer="blanks",
        ),
    )
    assert first.statements == (
        StatementContent("document", "It sank.", True),
        StatementContent("reference", "It flew.", False),
    )
    assert first.controls == (
        ControlContent("good", "It sank."),
        ControlContent("mediocre", "It sink."),
        ControlContent("bad", "Sank it"),
    )
    assert (second.summaries, second.statements, second.controls) == ((), (), ())


def test_every_file_with_a_problem_is_named(folder: Path) -> None:
    (folder / "documents/2.data").write_bytes(b"\xff")
    (folder / "summaries/system_x/1.data").write_bytes(b"caf\xe9")
    (folder / "summaries/ref_gold/1.data").write_text(" ")
    (folder / "summaries/ref_gold/9.data").write_text("stray")
    (folder / "sanity/1.json").write_text('{"statement": "", "answer": "maybe"}')
    (folder / "sanity_summary/1.json").write_text('{"best": "x"}')
    _, problems = read(folder)
    assert sorted(problems) == [
        "documents/2.data: is not UTF-8: byte 0xff at position 0",
        "sanity/1.json: 'answer' must be true or false, got 'maybe'",
        "sanity/1.json: 'statement' must not be empty, got ''",
        "sanity_summary/1.json: 'average' is missing",
        "sanity_summary/1.json: 'worst' is missing",
        "summaries/ref_gold/1.data: must not be empty, got ' '",
        "summaries/ref_gold/9.data: has no documents/9.data",
        "summaries/system_x/1.data: is not UTF-8: byte 0xe9 at position 3",
    ]


def test_a_folder_without_documents_is_told(tmp_path: Path) -> None:
    assert read(tmp_path) == ({}, ["documents: holds no file *.data"])


@pytest.fixture(scope="module")
def contents(shared_data: Path) -> dict[str, DocumentContent]:
    contents, problems = read(shared_data / "highres_bbc")
    assert problems == []
    return contents


class TestRealArticles:
    def test_there_are_50_with_22071_tokens(self, contents: dict[str, DocumentContent]) -> None:
        sizes = [len(content.body.tokens) for content in contents.values()]
        assert (len(sizes), sum(sizes), min(sizes), max(sizes)) == (50, 22_071, 61, 864)

    def test_offsets_are_those_of_the_source(
        self, contents: dict[str, DocumentContent], shared_data: Path
    ) -> None:
        for external_id, content in contents.items():
            path = shared_data / "highres_bbc" / "documents" / f"{external_id}.data"
            source = [t for s in json.loads(path.read_bytes())["sentences"] for t in s["tokens"]]
            assert content.body.tokens == [
                (t["characterOffsetBegin"], t["characterOffsetEnd"]) for t in source
            ]
            assert [content.text[start:end] for start, end in content.body.tokens] == [
                t["originalText"] for t in source
            ]

    def test_normalised_words_are_those_of_the_prepared_files(
        self, contents: dict[str, DocumentContent], shared_data: Path
    ) -> None:
        prepared = shared_data / "hrouge_regression"
        rows = [json.loads(line) for line in (prepared / "documents.jsonl").open()]
        assert {row["id"]: row["tokens"] for row in rows} == {
            external_id: normalize_tokens(content.body.words)
            for external_id, content in contents.items()
        }
        rows = [json.loads(line) for line in (prepared / "summaries.jsonl").open()]
        assert {(row["document"], row["system"]): row["tokens"] for row in rows} == {
            (external_id, summary.system): list(summary.words)
            for external_id, content in contents.items()
            for summary in content.summaries
        }

    def test_every_article_has_both_statements_and_twenty_have_controls(
        self, contents: dict[str, DocumentContent]
    ) -> None:
        assert all(
            [statement.about for statement in content.statements] == ["document", "reference"]
            for content in contents.values()
        )
        assert sum(len(content.controls) == 3 for content in contents.values()) == 20

    def test_paragraphs_end_with_sentences(self, contents: dict[str, DocumentContent]) -> None:
        for content in contents.values():
            body = content.body
            assert set(body.paragraph_ends) <= set(body.sentence_ends)
            assert body.paragraph_ends == sorted(set(body.paragraph_ends))
            assert body.paragraph_ends[-1] == body.sentence_ends[-1] == len(body.tokens)
