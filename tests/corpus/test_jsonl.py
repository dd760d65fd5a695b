"""JSONL is read strictly, and every bad line is told with its number."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.formats import jsonl as format
from corpus.problems import Problems

Write = Callable[..., Path]
MakeRow = Callable[..., dict[str, Any]]


def read(path: Path) -> tuple[list[str], list[str]]:
    """The ids that were read, and what was told."""
    problems = Problems()
    ids = [content.external_id for _, content in format.read(path, problems)]
    return ids, [str(problem) for problem in problems.kept]


def test_rows_are_numbered_as_lines_and_empty_lines_passed_over(jsonl: Write, row: MakeRow) -> None:
    path = jsonl(row("a"), b"", b"  \t", row("b", title=1), row("c"))
    assert read(path) == (["a", "c"], ["row 4: 'title' must be a text, got 1"])


def test_crlf_lines_and_a_byte_order_mark_are_read(jsonl: Write, row: MakeRow) -> None:
    path = jsonl(row("a"), row("b"))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(path) == (["a", "b"], [])


def test_a_line_separator_inside_a_text_ends_no_row(jsonl: Write, row: MakeRow) -> None:
    raw = json.dumps(row("a", text="One.\u2028Two."), ensure_ascii=False)
    assert read(jsonl(raw.encode())) == (["a"], [])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{", "is not JSON: Expecting property name enclosed in double quotes at character 1"),
        (b'{"id": "\xe9"}', "is not UTF-8: byte 0xe9 at position 8"),
        ("{}".encode("utf-16"), "is not UTF-8: byte 0xff at position 0"),
        (b'{"id": "a", "id": "b"}', "has the key 'id' twice"),
        (b'{"summaries": {"s": "a", "s": "b"}}', "has the key 's' twice"),
        (b'{"id": NaN}', "holds NaN, which is not JSON"),
        (b"[1]", "is JSON, but no object with named fields"),
        (b"null", "is JSON, but no object with named fields"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"id": ' + b"1" * 5000 + b"}", "is not JSON: Exceeds the limit (4300 digits)"),
        (b"{} {}", "is not JSON: Extra data at character 3"),
        (b'{"a":' * 20_000 + b"1" + b"}" * 20_000, "is nested too deeply"),
        (b'"' + b"x" * (16 * 1024 * 1024) + b'"', "is longer than 16,777,216 bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_line_that_is_no_row_is_told_and_the_rest_is_read(
    jsonl: Write, row: MakeRow, line: bytes, told: str
) -> None:
    ids, (problem,) = read(jsonl(row("a"), line, row("b")))
    assert ids == ["a", "b"]
    assert problem.startswith(f"row 2: {told}")


def test_fields_that_nobody_reads_are_counted(jsonl: Write, row: MakeRow) -> None:
    problems = Problems()
    list(format.read(jsonl(row("a", url="x"), row("b", url="y", refrence="z")), problems))
    assert problems.ignored_fields == {"url": 2, "refrence": 1}


def test_of_very_many_problems_the_rest_is_counted(jsonl: Write) -> None:
    problems = Problems()
    list(format.read(jsonl(*[b"x"] * 1500), problems))
    assert (len(problems.kept), problems.n_more) == (1000, 500)
