"""Writes a study's report as files: JSON, and each table as text, CSV and LaTeX."""

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from io import StringIO
from pathlib import Path
from typing import Any

from annotation.exporting import write_whole
from evaluation.exclusions import RULES
from evaluation.report import StudyReport
from metrics.contrast import Contrast
from metrics.table_formats import as_csv, as_latex, as_text

CELLS = ("criterion", "context", "system", "n_summaries", "n_ratings", "mean", "low", "high", "cv")

EXCLUSION = ("kind", "judged", "handed_in", *RULES, "usable")
COMPARISON = ("criterion", "context", "first", "second", *(f.name for f in fields(Contrast)))
COMPARISON += ("detectable", "p_holm", "p_bh")


def write_report(report: StudyReport, folder: Path) -> list[Path]:
    """Write every file whole or not at all; the same report gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = report_texts(report)
    for name, text in texts.items():
        write_whole(folder / name, [text])
    return [folder / name for name in texts]


def report_texts(report: StudyReport) -> dict[str, str]:
    """The files by their names."""
    data = report.data
    texts = {
        "report.json": json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n",
        "tables.txt": "\n\n\n".join(map(as_text, report.tables)) + "\n",
        "cells.csv": _csv(CELLS, data["ratings"]["cells"]),
        "comparisons.csv": _csv(COMPARISON, map(_paired, data["comparisons"])),
        "exclusions.csv": _csv(EXCLUSION, data["exclusions"]),
        "summaries.csv": _csv(_columns(data["summaries"]), data["summaries"]),
    }
    for table in report.tables:
        texts[f"{table.name}.csv"] = as_csv(table)
        texts[f"{table.name}.tex"] = as_latex(table) + "\n"
    for plot in report.plots:
        texts[f"plot-{plot.name}.svg"] = plot.svg
    return texts | report.pages


def _columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    """All there are, in the order of their first appearance."""
    return list(dict.fromkeys(name for row in rows for name in row)) or ["document", "system"]


def _paired(row: dict[str, Any]) -> dict[str, Any]:
    first, second = row["systems"]
    return {**{k: v for k, v in row.items() if k != "systems"}, "first": first, "second": second}


def _csv(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> str:
    file = StringIO()
    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()
