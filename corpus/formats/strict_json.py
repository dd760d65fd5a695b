"""JSON as corpus files must hold it: UTF-8, one object, no key twice, no NaN."""

import json
from typing import Any

from corpus.problems import RowErrors

MOST_BYTES = 16 * 1024 * 1024
"""The largest JSON object that can be an article."""


class JsonError(RowErrors):
    """Bytes that are not such an object; the message says why."""

    def __init__(self, message: str) -> None:
        super().__init__(("", message))


def parse_object(data: bytes) -> dict[str, Any]:
    """Parse one object strictly; raises JsonError."""
    if len(data) > MOST_BYTES:
        raise JsonError(f"is longer than {MOST_BYTES:,} bytes")
    try:
        parsed = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_without_repetition,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError as error:
        byte = data[error.start]
        raise JsonError(f"is not UTF-8: byte 0x{byte:02x} at position {error.start}") from error
    except json.JSONDecodeError as error:
        raise JsonError(f"is not JSON: {error.msg} at character {error.pos}") from error
    except RecursionError as error:
        raise JsonError("is nested too deeply") from error
    except ValueError as error:  # a whole number of thousands of digits
        raise JsonError(f"is not JSON: {error}") from error
    if not isinstance(parsed, dict):
        raise JsonError("is JSON, but no object with named fields")
    return parsed


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key, value in pairs:
        if key in row:
            raise JsonError(f"has the key {key!r} twice")
        row[key] = value
    return row


def _refuse_constant(name: str) -> None:
    raise JsonError(f"holds {name}, which is not JSON")
