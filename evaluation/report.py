"""The results of a study: what `python -m metrics` says of its exports, and the paper's tables.

Ratings, HROUGE and agreement are computed by the code behind the commands that need no database.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import django

from corpus.models import Summary, System
from crowd.models import Study
from evaluation import further_tables as further
from evaluation.distribution import distribution
from evaluation.exclusions import exclusions
from evaluation.figures import disagreements, ratings_tables
from evaluation.heat_figures import heat_figures
from evaluation.highlight_results import read_highlights
from evaluation.plots.study import Plot, study_plots
from evaluation.rating_rows import Row, rating_rows, saved_ratings, usable_ratings
from evaluation.summary_rows import correlations, summary_rows
from evaluation.wages import wages
from metrics import __version__
from metrics.checks import ranking_chance, statements_chance
from metrics.comparisons import comparisons
from metrics.rating_files import Rating
from metrics.ratings import ratings_report
from metrics.reliability import reliability
from metrics.result_table import PaperTable

Say = Callable[[str], object]
"""Called with what is being done."""

FORMAT = 2
"""Of report.json; another number when a reader of the old one would be misled."""


@dataclass(frozen=True)
class StudyReport:
    """`data` is what report.json holds; `tables` are the paper's and those that stand beside them,
    as far as there are figures for them, `plots` draw them, and `pages` are further files."""

    data: Row
    tables: list[PaperTable]
    plots: list[Plot]
    pages: dict[str, str]


def study_report(
    study: Study, *, seed: int = 0, word_limit: int | None = None, say: Say = lambda _: None
) -> StudyReport:
    """Compute the results of a study; changes nothing, and the same rows give the same report.

    seed: of the bootstrap intervals. word_limit: K of HROUGE, where the study has several.

    Raises RatingRowsError if two rated documents have one name.
    """
    say("reading ratings")
    usable = as_ratings(rating_rows(study, usable_ratings(study)))
    saved = as_ratings(rating_rows(study, saved_ratings(study)))
    say(f"measuring {len(usable):,} usable ratings")
    results = asdict(ratings_report(usable, seed=seed))
    reliable = reliability(usable, seed=seed)
    say(f"measuring all {len(saved):,} ratings, to compare")
    every = asdict(ratings_report(saved, seed=seed))
    say("scoring summaries by the highlights")
    highlights = read_highlights(study, word_limit)
    systems, reference = _systems(study, {rating.system for rating in usable} | highlights.systems)
    say("comparing systems")
    compared, compared_all = (comparisons(rows, systems, seed=seed) for rows in (usable, saved))
    summaries = summary_rows(usable, highlights.scores)
    data = {
        "format": FORMAT,
        "study": {"name": study.name, "title": study.title},
        "versions": {"metrics": __version__, "django": django.get_version()},
        "seed": seed,
        "systems": systems,
        "counts": _counts(usable),
        "exclusions": exclusions(study),
        "wages": wages(study),
        "ratings": results,
        "ratings_without_exclusions": every,
        "comparisons": compared,
        "comparisons_without_exclusions": compared_all,
        "reliability": reliable,
        "distribution": distribution(usable),
        "correlations": correlations(summaries, systems, seed=seed),
        "check_strength": {
            "statement": statements_chance(),
            "three_statements": statements_chance(3),
            "ranking": ranking_chance(),
        },
        "disagreements": disagreements(usable, _texts(study)),
        "summaries": summaries,
        "highlights": highlights.data(),
    }
    tables = [
        *ratings_tables(results, usable, systems, reference, _texts(study)),
        *highlights.tables(systems),
        *_further(data),
    ]
    tables = sorted((table for table in tables if table.has_figures), key=_place)
    say("drawing plots and heat maps")
    told, pages = heat_figures(study, highlights.agreement)
    plots = study_plots(data)
    data["plots"] = [{"name": p.name, "title": p.title, "tables": p.tables} for p in plots]
    data["tables"] = {table.name: table_data(table) for table in tables}
    data["figures"] = _shown(told)
    return StudyReport(data, tables, plots, pages)


def as_ratings(rows: Sequence[Row]) -> list[Rating]:
    """Rows of the export as `python -m metrics ratings` reads them."""
    return [Rating(**{"context": None, **row, "value": float(row["value"])}) for row in rows]


def table_data(table: PaperTable) -> Row:
    """A table as report.json holds it."""
    texts = table.texts or [None] * len(table.rows)
    return {
        "caption": table.caption,
        "columns": [list(column) for column in table.columns],
        "rows": [
            {
                "label": label,
                "cells": [
                    {"printed": printed, **{k: v for k, v in asdict(figure).items() if k in kept}}
                    for figure, printed in zip(figures, cells, strict=True)
                ],
                **({"text": text} if text is not None else {}),
            }
            for (label, figures), cells, text in zip(table.rows, table.cells(), texts, strict=True)
            for kept in [{"value", "n", *(("low", "high") if table.has_intervals else ())}]
        ],
        "notes": list(table.notes),
    }


def _shown(figures: Row) -> Row:
    """Of the figures what a page shows: their own files have the rest."""
    told = {}
    if "figure-1" in figures:
        kept = ("document", "kappa", "n_annotators")
        told["figure-1"] = [{k: row[k] for k in kept} for row in figures["figure-1"]]
    if "figure-3" in figures:
        found = figures["figure-3"]
        told["figure-3"] = next(r for r in found["documents"] if r["document"] == found["shown"])
    return told


def _further(data: Row) -> list[PaperTable]:
    used, every = data["ratings"], data["ratings_without_exclusions"]
    systems = data["systems"]
    cells, compared = (
        further.in_order(rows, systems) for rows in (used["cells"], data["comparisons"])
    )
    reliable = further.in_order(data["reliability"])
    spread = further.in_order(data["distribution"]["rows"], systems)
    return [
        further.means_table(cells, every["cells"]),
        further.comparisons_table(compared, data["comparisons_without_exclusions"]),
        further.reliability_table(reliable, used["agreement"]),
        further.variance_table(reliable),
        further.distribution_table(data["distribution"]["steps"], spread),
        further.correlations_table(data["correlations"]),
        further.exclusions_table(data["exclusions"]),
        further.wages_table(data["wages"]),
    ]


def _place(table: PaperTable) -> tuple[bool, str]:
    """The paper's tables first, by number; the others stay in their order."""
    is_papers = table.name[-1].isdigit()
    return not is_papers, table.name if is_papers else ""


def _systems(study: Study, names: set[str]) -> tuple[list[str], str | None]:
    """Names of the systems in the order they were loaded, references last; and a reference."""
    rated = System.objects.filter(pk__in=saved_ratings(study).values("summary__system"))
    found = list(rated.order_by("is_reference", "pk").values_list("name", "is_reference"))
    told = [name for name, _ in found if name in names]
    reference = next((name for name, is_reference in found if is_reference), None)
    return list(dict.fromkeys([*told, *sorted(names)])), reference


def _texts(study: Study) -> dict[tuple[str, str], str]:
    """The rated summaries themselves, by document and system."""
    rated = Summary.objects.filter(pk__in=saved_ratings(study).values("summary"))
    rows = rated.values_list("document__external_id", "system__name", "text")
    return {(document, system): text for document, system, text in rows}


def _counts(ratings: Sequence[Rating]) -> Row:
    return {
        "ratings": len(ratings),
        "documents": len({rating.document for rating in ratings}),
        "summaries": len({(rating.document, rating.system) for rating in ratings}),
        "judges": len({rating.judge for rating in ratings}),
        "ratings_of_a_judge": _spread(Counter(rating.judge for rating in ratings)),
    }


def _spread(counts: Counter[str]) -> Row:
    return {"fewest": min(counts.values(), default=0), "most": max(counts.values(), default=0)}
