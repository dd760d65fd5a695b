"""JSONL files, row by row: one JSON object a line, in UTF-8; "-" is the standard input."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from metrics.problems import Problems, shown

STDIN = "-"


def read_rows(file: str, problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number and object of every row; note every line that is no row, and go on.

    Blank lines and a byte order mark are passed over. NaN, Infinity and an object that names a key
    twice are no JSON. Nothing but the current line is kept in memory.
    """
    try:
        with _open(file) as lines:
            for number, line in enumerate(lines, start=1):
                if number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                if line.strip():
                    with problems.noted(file, number):
                        yield number, _object(line)
    except OSError as error:
        problems.add(file, 0, f"cannot be read: {error.strerror}")


def _open(file: str) -> BinaryIO:
    return os.fdopen(0, "rb", closefd=False) if file == STDIN else Path(file).open("rb")


def _object(line: bytes) -> dict[str, Any]:
    """Parse a line, or raise ValueError that says what is wrong with it."""
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        byte = line[error.start]
        raise ValueError(
            f"must be UTF-8, got byte 0x{byte:02x} at byte {error.start + 1}"
        ) from None
    except json.JSONDecodeError as error:
        at = f"{error.msg} at column {error.colno}"
        raise ValueError(f"must be a JSON object ({at}), got {shown(text.strip())}") from None
    except RecursionError:
        raise ValueError(f"is nested too deeply, got {shown(text.strip())}") from None
    if not isinstance(value, dict):
        raise ValueError(f"must be a JSON object, got {shown(value)}")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"holds a number that is none, got {name}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"names a key twice, got {shown(twice)}")
    return fields
