"""CSV says the same as JSONL, in columns."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.content import DocumentContent, StatementContent, SummaryContent
from corpus.formats import csv_table
from corpus.problems import Problems

HEADER = (
    "id,title,text,reference,summary:lead,summary:a b,statement,answer,about,statement:2,answer:2"
)
ROW = 'x,Ferry,"It sank, he said.\n\nNobody ""was"" hurt.",Sunk.,It sank.,,Hurt?,FALSE,,Sunk?,true'


def read(path: Path) -> tuple[list[DocumentContent], list[str]]:
    problems = Problems()
    contents = [content for _, content in csv_table.read(path, problems)]
    return contents, [str(problem) for problem in problems.kept]


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Path]:
    def write(*lines: str | bytes) -> Path:
        path = tmp_path / "corpus.csv"
        raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
        path.write_bytes(b"\r\n".join(raw) + b"\r\n")
        return path

    return write


def test_a_row_is_read_whole(table: Callable[..., Path]) -> None:
    (content,), problems = read(table(HEADER, ROW))
    assert problems == []
    assert content.text == 'It sank, he said.\n\nNobody "was" hurt.'
    assert len(content.paragraphs) == 2
    assert content.summaries == (
        SummaryContent("lead", "It sank."),
        SummaryContent("reference", "Sunk.", is_reference=True),
    )
    assert content.statements == (
        StatementContent("document", "Hurt?", False),
        StatementContent("document", "Sunk?", True),
    )


def test_rows_are_numbered_as_a_spreadsheet_shows_them(table: Callable[..., Path]) -> None:
    bad = 'y,T,"two\nlines",,,,Hurt?,maybe,,,'
    contents, problems = read(table(HEADER, ROW, "", bad))
    assert len(contents) == 1
    assert problems == ["row 4: 'answer' must be true or false, got 'maybe'"]


def test_line_ends_inside_a_cell_are_kept(table: Callable[..., Path]) -> None:
    (content,), _ = read(table("id,title,text", 'a,,"One.\r\nTwo."'))
    assert content.text == "One.\r\nTwo."


def test_a_byte_order_mark_is_no_part_of_the_header(table: Callable[..., Path]) -> None:
    contents, problems = read(table(b"\xef\xbb\xbfid,title,text", "a,,One."))
    assert (len(contents), problems) == (1, [])


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["id;title;text"], "row 1: 'id' is a column that must be there, got 'id;title;text'"),
        (["id,title,text,id"], "row 1: 'id' names two columns"),
        (
            ["id,title,text,statement:2"],
            "row 1: 'answer:2' is a column that must stand beside 'statement:2'",
        ),
        (["id,title,text", "a,b"], "row 2: has 2 cells, the header names 3"),
        (["id,title,text", "a,b,c,d"], "row 2: has 4 cells, the header names 3"),
        (["id,title,text", b"a,b,caf\xe9"], "row 2: 'text' is not UTF-8: byte 0xe9 at character 3"),
        ([b"id,title,text,\xff"], "row 1: '\udcff' is not UTF-8: byte 0xff at character 0"),
        (["id,title,text", "a,b,c\x00"], "row 2: 'text' holds the control character U+0000"),
        (["id,title,text", 'a,b,"c'], "row 2: is not CSV: unexpected end of data (line 2)"),
        (["id,title,text", 'a,"b"c,d'], "row 2: is not CSV: ',' expected after '\"' (line 2)"),
        (["id,title,text,summary:", "a,b,c,d"], "row 2: 'summaries' must not be empty"),
        (
            ["id,title,text,statement,answer,about", "a,b,c,d,true,both"],
            "row 2: 'about' must be 'document' or 'reference', got 'both'",
        ),
        (
            ["id,title,text,statement,answer", "a,b,c,,true"],
            "row 2: 'statement' must not be empty, got ''",
        ),
    ],
)
def test_what_is_wrong_is_told_with_row_and_column(
    table: Callable[..., Path], lines: list[str | bytes], told: str
) -> None:
    contents, problems = read(table(*lines))
    assert contents == []
    assert problems[0].startswith(told)


def test_a_long_cell_is_no_problem_of_the_csv_module(table: Callable[..., Path]) -> None:
    (content,), _ = read(table("id,title,text", "a,," + "word " * 50_000))
    assert len(content.text) == 250_000


def test_columns_that_nobody_reads_are_told(table: Callable[..., Path]) -> None:
    problems = Problems()
    list(csv_table.read(table("id,title,text,url", "a,b,c,d"), problems))
    assert problems.ignored_fields == {"url": 1}


def test_what_a_spreadsheet_writes_is_read_back(tmp_path: Path) -> None:
    path, text = tmp_path / "corpus.csv", 'A "quoted", text;\nwith\tall, "of\r\nit"'
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["id", "title", "text"], ["a", "b", text]])
    (content,), _ = read(path)
    assert content.text == text
