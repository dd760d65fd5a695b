"""The results of a study: what `python -m metrics` says of its exports, and the paper's tables.

Ratings, HROUGE and agreement are computed by the code behind the commands that need no database.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import django

from annotation.scoring import exported
from annotation.tables import StudyTables, TablesError
from corpus.models import System
from crowd.models import Study
from evaluation.exclusions import exclusions
from evaluation.figures import disagreements, ratings_tables
from evaluation.rating_rows import Row, rating_rows, saved_ratings, usable_ratings
from metrics import __version__
from metrics.agreement_report import AgreementReport, agreement_report
from metrics.checks import ranking_chance, statements_chance
from metrics.comparisons import comparisons, reliability
from metrics.hrouge_report import HrougeReport, hrouge_report
from metrics.paper_tables import Figure, PaperTable, overlap_table
from metrics.rating_files import Rating
from metrics.ratings import ratings_report
from metrics.scorer import Scorer

Say = Callable[[str], object]
"""Called with what is being done."""

FORMAT = 1
"""Of report.json; another number when a reader of the old one would be misled."""


@dataclass(frozen=True)
class StudyReport:
    """`data` is what report.json holds; `tables` are the paper's, those there are figures for."""

    data: Row
    tables: list[PaperTable]


@dataclass(frozen=True)
class _Highlights:
    """What highlights say, or why they say nothing."""

    hrouge: HrougeReport | None = None
    agreement: AgreementReport | None = None
    missing: str | None = None


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
    say(f"measuring all {len(saved):,} ratings, to compare")
    without_exclusions = asdict(ratings_report(saved, seed=seed))
    say("scoring summaries by the highlights")
    highlights = _highlights(study, word_limit)
    systems, reference = _systems(study, usable, highlights)
    say("comparing systems")
    tables = ratings_tables(results, usable, systems, reference)
    if highlights.hrouge:
        tables.insert(-1, _overlap(highlights.hrouge, systems))
    tables = [table for table in tables if table.has_figures]
    data = {
        "format": FORMAT,
        "study": {"name": study.name, "title": study.title},
        "versions": {"metrics": __version__, "django": django.get_version()},
        "seed": seed,
        "counts": _counts(usable),
        "exclusions": exclusions(study),
        "ratings": results,
        "ratings_without_exclusions": without_exclusions,
        "comparisons": comparisons(usable, systems, seed=seed),
        "comparisons_without_exclusions": comparisons(saved, systems, seed=seed),
        "reliability": reliability(usable, seed=seed),
        "check_strength": {
            "statement": statements_chance(),
            "three_statements": statements_chance(3),
            "ranking": ranking_chance(),
        },
        "disagreements": disagreements(usable),
        "highlights": _highlights_data(highlights),
        "tables": {table.name: _table_data(table) for table in tables},
    }
    return StudyReport(data, tables)


def as_ratings(rows: Sequence[Row]) -> list[Rating]:
    """Rows of the export as `python -m metrics ratings` reads them."""
    return [Rating(**{"context": None, **row, "value": float(row["value"])}) for row in rows]


def _highlights(study: Study, word_limit: int | None) -> _Highlights:
    try:
        tables = StudyTables(study, word_limit)
    except TablesError as error:
        return _Highlights(missing=str(error))
    with exported(tables) as files:
        return _Highlights(
            hrouge_report(files, Scorer(word_limit=tables.word_limit)), agreement_report(files)
        )


def _systems(
    study: Study, ratings: Sequence[Rating], highlights: _Highlights
) -> tuple[list[str], str | None]:
    """Names of the systems in the order they were loaded, references last; and a reference."""
    names = {rating.system for rating in ratings}
    if highlights.hrouge:
        names |= {row["system"] for row in highlights.hrouge.systems}
    rated = System.objects.filter(pk__in=saved_ratings(study).values("summary__system"))
    found = list(rated.order_by("is_reference", "pk").values_list("name", "is_reference"))
    told = [name for name, _ in found if name in names]
    reference = next((name for name, is_reference in found if is_reference), None)
    return list(dict.fromkeys([*told, *sorted(names)])), reference


def _overlap(report: HrougeReport, systems: Sequence[str]) -> PaperTable:
    measures = {"hrouge": "", "rouge": "rouge_"}
    scores = {
        (block, row["system"], str(row["n"]), measure): Figure(
            row[prefix + measure], row["used"][prefix + measure]
        )
        for row in report.systems
        for block, prefix in measures.items()
        for measure in ("precision", "recall")
    }
    return overlap_table(scores, systems)


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


def _highlights_data(highlights: _Highlights) -> Row:
    if highlights.hrouge is None or highlights.agreement is None:
        return {"missing": highlights.missing}
    return {
        "signature": highlights.hrouge.signature,
        "limit_used": highlights.hrouge.limit_used,
        "systems": highlights.hrouge.systems,
        "scores": highlights.hrouge.scores,
        "agreement": asdict(highlights.agreement),
    }


def _table_data(table: PaperTable) -> dict[str, Any]:
    return {
        "caption": table.caption,
        "columns": [list(column) for column in table.columns],
        "rows": [
            {
                "label": label,
                "cells": [
                    {"value": figure.value, "printed": printed, "n": figure.n}
                    for figure, printed in zip(figures, cells, strict=True)
                ],
            }
            for (label, figures), cells in zip(table.rows, table.cells(), strict=True)
        ],
        "notes": list(table.notes),
    }
