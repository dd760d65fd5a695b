"""CSV: one document a row, with a header that names the columns.

    id, title, text          the article; an empty line in the cell ends a paragraph
    reference                what people wrote (may be empty)
    summary:SYSTEM           one column for each system; an empty cell is no summary
    statement, answer, about a True/False statement, `true` or `false`, and `document` or
                             `reference` (empty: document); for more of them
                             statement:2, answer:2, about:2 and so on

A row's number is the one a spreadsheet shows: the header is row 1.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from corpus.content import DocumentContent
from corpus.formats.strict_json import MOST_BYTES
from corpus.models import SanityStatement
from corpus.problems import Problems, RowErrors, shown
from corpus.rows import content_of

SUMMARY = "summary:"
_READ = re.compile("id|title|text|reference|summary:.*|(statement|answer|about)(:.*)?")
_ANSWERS = {"true": True, "false": False}
# A byte that is not UTF-8 comes out of the decoder as half a surrogate pair, and is told with
# its cell instead of stopping the reading.
_UNDECODED = re.compile("[\udc80-\udcff]")


def read(path: Path, problems: Problems) -> Iterator[tuple[str, DocumentContent]]:
    """Yield the place and content of every good row; note what is wrong with the others."""
    csv.field_size_limit(MOST_BYTES)
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        rows = _numbered_rows(file, problems)
        _, header = next(rows, (1, []))
        columns = [name.strip() for name in header]
        with problems.at("row 1"):
            _check_header(columns)
            problems.ignore(name for name in columns if not _READ.fullmatch(name))
            for number, cells in rows:
                place = f"row {number}"
                with problems.at(place):
                    yield place, content_of(_row(columns, cells))


def _numbered_rows(file: TextIO, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Rows with their numbers; empty ones are counted and passed over."""
    reader = csv.reader(file, strict=True)
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            if any(cell.strip() for cell in cells):
                yield number, cells
    except csv.Error as error:  # where the next row begins cannot be known: reading ends here
        problems.add(f"row {number + 1}", f"is not CSV: {error} (line {reader.line_num})")


def _check_header(columns: list[str]) -> None:
    _check_decoded(dict(zip(columns, columns, strict=True)))
    wrong = [
        (name, f"is a column that must be there, got {shown(','.join(columns))}")
        for name in ("id", "title", "text")
        if name not in columns
    ]
    wrong += [
        (name, "names two columns") for name in sorted(set(columns)) if columns.count(name) > 1
    ]
    wrong += [
        (f"answer{key}", f"is a column that must stand beside 'statement{key}'")
        for key in _statement_keys(columns)
        if f"answer{key}" not in columns
    ]
    if wrong:
        raise RowErrors(*wrong)


def _row(columns: list[str], cells: list[str]) -> dict[str, Any]:
    """The row as JSONL would say it; an empty cell says nothing."""
    if len(cells) != len(columns):
        raise RowErrors(("", f"has {len(cells)} cells, the header names {len(columns)}"))
    cell = dict(zip(columns, cells, strict=True))
    _check_decoded(cell)
    return {
        "id": cell["id"],
        "title": cell["title"],
        "text": cell["text"],
        "reference": cell.get("reference", "").strip() or None,
        "summaries": {
            name.removeprefix(SUMMARY): text
            for name, text in cell.items()
            if name.startswith(SUMMARY) and text.strip()
        },
        "sanity": [
            _statement(cell, key)
            for key in _statement_keys(columns)
            if cell[f"statement{key}"].strip() or cell[f"answer{key}"].strip()
        ],
    }


def _statement(cell: dict[str, str], key: str) -> dict[str, Any]:
    answer = cell[f"answer{key}"].strip()
    return {
        "statement": cell[f"statement{key}"],
        "answer": _ANSWERS.get(answer.lower(), answer),
        "about": cell.get(f"about{key}", "").strip() or SanityStatement.About.DOCUMENT.value,
    }


def _statement_keys(columns: list[str]) -> list[str]:
    """What follows "statement" in each such column: "", ":2" and so on."""
    return [
        name.removeprefix("statement")
        for name in columns
        if name == "statement" or name.startswith("statement:")
    ]


def _check_decoded(cell: dict[str, str]) -> None:
    wrong = [
        (name, f"is not UTF-8: byte 0x{ord(found[0]) - 0xDC00:02x} at character {found.start()}")
        for name, text in cell.items()
        if (found := _UNDECODED.search(text))
    ]
    if wrong:
        raise RowErrors(*wrong)
