"""Corpus files made for one test each."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Row = dict[str, Any]


@pytest.fixture
def row() -> Callable[..., Row]:
    """A good row, with the given fields instead of its own."""

    def make(external_id: str = "a", **fields: Any) -> Row:
        return {
            "id": external_id,
            "title": "Ferry",
            "text": "The ferry sank. Nobody was hurt.\n\nDivers found it on Monday.",
            "summaries": {"lead": "The ferry sank.", "other": "A ferry was found."},
            "reference": "Divers have found a ferry.",
            "sanity": [
                {"statement": "People were hurt.", "answer": False, "about": "document"},
                {"statement": "Divers found it.", "answer": True, "about": "reference"},
            ],
        } | fields

    return make


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., Path]:
    """Writes rows (or raw bytes) as the lines of a file."""

    def write(*rows: Row | bytes, name: str = "corpus.jsonl") -> Path:
        path = tmp_path / name
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        path.write_bytes(b"\n".join(lines) + b"\n")
        return path

    return write
