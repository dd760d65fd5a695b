"""The plots of a study, from what report.json holds, each with the tables it draws."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.further_tables import in_order, plain, told
from evaluation.plots.distribution import Distribution, distribution_plot
from evaluation.plots.intervals import Interval, interval_plot
from evaluation.plots.scatter import Series, scatter_plot
from evaluation.plots.shares import share_plot
from evaluation.plots.svg import minus
from metrics.rounding import bare
from metrics.variance_shares import COMPONENTS

Row = dict[str, Any]
SCALE = "rating, 1 to 100"


@dataclass(frozen=True)
class Plot:
    """A drawing, its title, and the names of the tables that hold its numbers."""

    name: str
    title: str
    svg: str
    tables: tuple[str, ...]


def study_plots(data: Row) -> list[Plot]:
    """Those there are figures for."""
    return [
        Plot(name, title, draw(name, title, data), tables)
        for name, title, draw, tables, has_figures in (
            ("means", "Means and 95 % intervals", _means, ("table-means",), "ratings"),
            (
                "differences",
                "Differences of systems and 95 % intervals",
                _differences,
                ("table-comparisons",),
                "comparisons",
            ),
            (
                "distribution",
                "Distribution of ratings",
                _distribution,
                ("table-distribution",),
                "ratings",
            ),
            (
                "variance",
                "What ratings vary by, in %",
                _variance,
                ("table-variance",),
                "reliability",
            ),
        )
        if _is_there(data, has_figures)
    ] + list(_scatters(data))


def _is_there(data: Row, name: str) -> bool:
    found = data[name]
    return bool(found["cells"] if isinstance(found, dict) else found)


def _means(name: str, title: str, data: Row) -> str:
    groups: dict[str, list[Interval]] = {}
    kinds = {system: kind for kind, system in enumerate(data["systems"])}
    for row in in_order(data["ratings"]["cells"], data["systems"]):
        shown = Interval(row["system"], row["mean"], row["low"], row["high"], kinds[row["system"]])
        groups.setdefault(head(row), []).append(shown)
    return interval_plot(name, title, list(groups.items()), unit=f"mean {SCALE}")


def _differences(name: str, title: str, data: Row) -> str:
    groups: dict[str, list[Interval]] = {}
    for row in in_order(data["comparisons"], data["systems"]):
        label = " − ".join(row["systems"])
        shown = Interval(label, row["difference"], row["low"], row["high"])
        groups.setdefault(head(row), []).append(shown)
    return interval_plot(
        name, title, list(groups.items()), unit="difference of mean ratings", zero=True
    )


def _distribution(name: str, title: str, data: Row) -> str:
    groups: dict[str, list[Distribution]] = {}
    for row in in_order(data["distribution"]["rows"], data["systems"]):
        groups.setdefault(head(row), []).append(Distribution(row["system"], row["counts"]))
    steps = data["distribution"]["steps"]
    return distribution_plot(name, title, list(groups.items()), steps=steps, unit=SCALE)


def _variance(name: str, title: str, data: Row) -> str:
    rows = [
        (head(row), [share["share"] for share in row["shares"]])
        for row in in_order(data["reliability"])
    ]
    return share_plot(name, title, list(COMPONENTS), rows)


def _scatters(data: Row) -> Iterator[Plot]:
    pairs = list(dict.fromkeys(tuple(row["pair"]) for row in data["correlations"]))
    for x, y in pairs:
        if "hrouge_2" in y:
            continue  # a table tells it
        name = f"{x}-{y}".replace("_", "-")
        title = f"{plain(x)} and {plain(y)}".capitalize().replace("hrouge", "HROUGE")
        svg = scatter_plot(
            name,
            title,
            _series(data, x, y),
            x_title=f"{plain(x)}, mean {SCALE}" if x != "fluency" else "fluency, mean rating",
            y_title="clarity, mean rating" if y == "clarity" else plain(y),
            diagonal=y == "clarity",
        )
        tables = ("table-4", "table-6") if y == "clarity" else ("table-5",)
        yield Plot(name, title, svg, (*tables, "table-correlations"))


def _series(data: Row, x: str, y: str) -> list[Series]:
    pair = [row for row in data["correlations"] if row["pair"] == [x, y]]
    r = {row["system"]: minus(bare(row["r"])) for row in pair}
    return [
        Series(system, _points(data["summaries"], system, x, y), f"r = {r[system]}")
        for system in data["systems"]
        if system in r
    ]


def _points(rows: Sequence[Row], system: str, x: str, y: str) -> list[tuple[float, float]]:
    return [
        (row[x], row[y])
        for row in rows
        if row["system"] == system and row.get(x) is not None and row.get(y) is not None
    ]


def head(row: Row) -> str:
    """ "Recall, highlights"."""
    return told(row["criterion"], row["context"]).capitalize()
