"""Writes a study's highlights to files that `python -m metrics` reads, with a manifest."""

import hashlib
import json
import os
import platform
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import django

from annotation.tables import Row, StudyTables
from metrics import __version__
from metrics.scorer import Scorer
from metrics.signature import signature

Progress = Callable[[str, int], None]
"""Called with the name of a file and the number of its rows written so far."""

FORMAT = 1
"""Of the manifest; another number when a reader of the old one would be misled."""

_STEP = 1000


@dataclass
class _Seen:
    """What the manifest counts, gathered while the rows pass by."""

    n_tokens: int = 0
    n_summaries: Counter[str] = field(default_factory=Counter)
    n_annotators: Counter[str] = field(default_factory=Counter)
    annotators: set[str] = field(default_factory=set)
    tokenizers: set[str] = field(default_factory=set)

    def document(self, row: Row) -> None:
        self.n_tokens += len(row["tokens"])
        self.n_annotators[row["id"]] = 0
        self.tokenizers.add(row["tokenizer"])

    def summary(self, row: Row) -> None:
        self.n_summaries[row["system"]] += 1
        self.tokenizers.add(row["tokenizer"])

    def highlight(self, row: Row) -> None:
        self.n_annotators[row["document"]] += 1
        self.annotators.add(row["annotator"])


def export_study(
    tables: StudyTables, folder: Path, progress: Progress = lambda *_: None
) -> dict[str, Any]:
    """Write documents, summaries and highlights as JSONL, then manifest.json; returns that.

    Each file appears whole or not at all, and the same rows give the same bytes. Reads the
    database in a fixed number of statements; memory does not grow with the texts.
    """
    folder.mkdir(parents=True, exist_ok=True)
    seen = _Seen()
    files = {
        name: _write_rows(folder / name, rows, note, progress)
        for name, rows, note in (
            ("documents.jsonl", tables.documents(), seen.document),
            ("summaries.jsonl", tables.summaries(), seen.summary),
            ("highlights.jsonl", tables.highlights(), seen.highlight),
        )
    }
    manifest = _manifest(tables, seen) | {"files": files}
    write_whole(
        folder / "manifest.json", [json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"]
    )
    return manifest


def _manifest(tables: StudyTables, seen: _Seen) -> dict[str, Any]:
    scorer = Scorer(word_limit=tables.word_limit)
    return {
        "format": FORMAT,
        "study": {"name": tables.study.name, "title": tables.study.title},
        "word_limit": tables.word_limit,
        "signature": signature(
            "hrouge",
            n=scorer.n,
            word_limit=scorer.word_limit,
            n_annotators=seen.n_annotators.values(),
            tokenizer=seen.tokenizers,
            normalize=scorer.normalize,
            variant=scorer.variant,
        ),
        "counts": {
            "documents": len(seen.n_annotators),
            "documents_without_highlights": sum(not n for n in seen.n_annotators.values()),
            "tokens": seen.n_tokens,
            "summaries": dict(sorted(seen.n_summaries.items())),
            "highlights": seen.n_annotators.total(),
            "annotators": len(seen.annotators),
        },
        "versions": {
            "metrics": __version__,
            "django": django.get_version(),
            "python": platform.python_version(),
        },
    }


def _write_rows(
    path: Path, rows: Iterable[Row], note: Callable[[Row], None], progress: Progress
) -> dict[str, Any]:
    """Returns what the manifest says of the file."""
    n_rows = 0
    digest = hashlib.sha256()

    def lines() -> Iterable[str]:
        nonlocal n_rows
        for n_rows, row in enumerate(rows, start=1):
            note(row)
            line = json.dumps(row, ensure_ascii=False) + "\n"
            digest.update(line.encode())
            yield line
            if n_rows % _STEP == 0:
                progress(path.name, n_rows)

    write_whole(path, lines())
    progress(path.name, n_rows)
    return {"rows": n_rows, "sha256": digest.hexdigest()}


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Write a file that appears with all its lines or not at all."""
    partial = path.with_name(path.name + ".partial")
    with partial.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(lines)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
