"""JSONL: one document a line.

    {"id", "title", "text", "paragraphs"?, "summaries": {system: text}, "reference"?,
     "sanity": [{"statement", "answer", "about"}]}

A row's number is the number of its line, as an editor shows it; empty lines are passed over.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from corpus.content import DocumentContent
from corpus.formats.strict_json import MOST_BYTES, parse_object
from corpus.problems import Problems
from corpus.rows import FIELDS, content_of


def read(path: Path, problems: Problems) -> Iterator[tuple[str, DocumentContent]]:
    """Yield the place and content of every good row; note what is wrong with the others."""
    with path.open("rb") as file:
        for number, line in enumerate(_lines(file), start=1):
            if not line.strip():
                continue
            place = f"row {number}"
            with problems.at(place):
                row = parse_object(line.rstrip(b"\r\n"))
                problems.ignore(set(row) - set(FIELDS))
                yield place, content_of(row)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Lines by LF; of one that is too long only as much as shows that it is."""
    while line := file.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = file.readline(MOST_BYTES + 1)
