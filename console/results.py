"""A study's results as the page sets them out: plots, each with its tables beside it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from crowd.models import Study
from evaluation.models import Results
from evaluation.state import state_key

Row = dict[str, Any]

SECTIONS = (
    ("Tables of the paper", (), ("table-2", "table-3", "table-4", "table-5", "table-6")),
    ("Means", ("means",), ("table-means",)),
    ("Differences of systems", ("differences",), ("table-comparisons",)),
    ("Agreement of judges", ("variance",), ("table-reliability", "table-variance")),
    ("Distribution of ratings", ("distribution",), ("table-distribution",)),
    ("Fluency, clarity and HROUGE", (), ("table-correlations",)),
    ("Highlights", (), ("table-highlights",)),
    ("What does not count", (), ("table-exclusions",)),
    ("Wages", (), ("table-wages",)),
)
SCATTERS = "Fluency, clarity and HROUGE"
"""Its plots are those that no other section has."""


@dataclass(frozen=True)
class Cell:
    """`value` and `interval` as printed; either may be empty."""

    value: str
    interval: str
    n: int | None


@dataclass(frozen=True)
class Table:
    """`heads` are the shared headings with how many columns each stands over, if there are any.

    A row is its label, the text below it, its cells, and the n that all of them rest on; where
    they rest on different ones (`has_own_n`), it stands beside each.
    """

    name: str
    title: str
    caption: str
    heads: list[tuple[str, int]]
    columns: list[str]
    rows: list[tuple[str, str, list[Cell], int | None]]
    notes: list[str]
    has_own_n: bool

    @property
    def has_n(self) -> bool:
        return not self.has_own_n and any(n is not None for *_, n in self.rows)


@dataclass(frozen=True)
class Plot:
    file: str
    title: str


@dataclass(frozen=True)
class Section:
    anchor: str
    title: str
    plots: list[Plot]
    tables: list[Table]


@dataclass(frozen=True)
class Shown:
    """The results there are: `data` is report.json. is_stale: work has come or gone since."""

    data: Row
    figures: Row
    sections: list[Section]
    files: list[str]
    is_stale: bool


def results_of(study: Study) -> Results | None:
    return Results.objects.filter(study=study).first()


def shown_results(study: Study, results: Results | None) -> Shown | None:
    """None as long as none were ever computed."""
    if results is None or results.computed_at is None:
        return None
    data = json.loads(results.files.get(name="report.json").text)
    return Shown(
        data=data,
        figures={
            "extremes": data["figures"].get("figure-1"),
            "absent": data["figures"].get("figure-3"),
        },
        sections=list(_sections(data)),
        files=list(results.files.values_list("name", flat=True)),
        is_stale=results.key != state_key(study),
    )


def _sections(data: Row) -> Iterator[Section]:
    """Those that have anything to show."""
    plots = {
        plot["name"]: Plot(f"plot-{plot['name']}.svg", plot["title"]) for plot in data["plots"]
    }
    placed = {name for _, names, _ in SECTIONS for name in names}
    for number, (title, names, tables) in enumerate(SECTIONS, start=1):
        own = [plots[name] for name in names if name in plots]
        if title == SCATTERS:
            own = [plot for name, plot in plots.items() if name not in placed]
        found = [_table(name, data["tables"][name]) for name in tables if name in data["tables"]]
        if own or found:
            yield Section(f"part-{number}", title, own, found)


def _table(name: str, told: Row) -> Table:
    heads = [head for head, _ in told["columns"]]
    counts = [{cell["n"] for cell in row["cells"]} - {None} for row in told["rows"]]
    return Table(
        name=name,
        title=name.replace("-", " ").capitalize() if name[-1].isdigit() else "",
        caption=told["caption"],
        heads=[(head, len(list(group))) for head, group in groupby(heads)] if any(heads) else [],
        columns=[column for _, column in told["columns"]],
        rows=[
            (
                row["label"],
                row.get("text", ""),
                list(map(_cell, row["cells"])),
                max(n, default=None),
            )
            for row, n in zip(told["rows"], counts, strict=True)
        ],
        notes=told["notes"],
        has_own_n=any(len(n) > 1 for n in counts),
    )


def _cell(told: Row) -> Cell:
    value, _, interval = told["printed"].partition(" [")
    return Cell(value, interval and f"[{interval}", told["n"])


def downloads(files: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The files by what they are, most wanted first."""
    kinds = {
        "Data": (".json",),
        "Tables as text": (".txt",),
        "Tables for LaTeX": (".tex",),
        "Tables as CSV": (".csv",),
        "Plots": (".svg",),
        "Pages": (".html",),
    }
    grouped = [(kind, [f for f in files if f.endswith(ends)]) for kind, ends in kinds.items()]
    return [(kind, found) for kind, found in grouped if found]
