"""The figures of the paper's Tables 2, 3, 4 and 6, taken from what was measured."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from metrics.paper_tables import (
    content_table,
    disagreement_table,
    quality_table,
    variation_table,
)
from metrics.rating_files import Rating
from metrics.result_table import NO_FIGURE, Figure, PaperTable

Row = dict[str, Any]
Texts = Mapping[tuple[str, str], str]
"""Summaries by document and system."""
N_DISAGREEMENTS = 10
QUALITIES = ("fluency", "clarity")


def ratings_tables(
    results: Row,
    ratings: Sequence[Rating],
    systems: Sequence[str],
    reference: str | None,
    texts: Texts,
) -> list[PaperTable]:
    """Tables of `metrics.ratings.ratings_report` as a dict, and of the ratings it was made from.

    n is the number of ratings of a cell; of a variation, the number of summaries that have one.
    """
    rated = [system for system in systems if system in {rating.system for rating in ratings}]
    content, variations, qualities = {}, {}, {}
    n_varied = _n_varied(ratings)
    for cell in results["cells"]:
        key = cell["system"], cell["context"], cell["criterion"]
        mean = Figure(cell["mean"], cell["n_ratings"])
        if cell["context"] is None:
            qualities[cell["system"], cell["criterion"]] = mean
        else:
            content[key] = mean
            variations[key] = Figure(cell["cv"], n_varied[key])
    return [
        content_table(content, rated, reference=reference),
        variation_table(variations, rated),
        quality_table(qualities, rated, pearson=_pearson(results)),
        disagreement_table(_quality_means(ratings), N_DISAGREEMENTS, texts=texts),
    ]


def disagreements(ratings: Sequence[Rating], texts: Texts) -> list[Row]:
    """Fluency and clarity of every summary that has both, the largest difference first."""
    means = _quality_means(ratings)
    found = [
        {
            "document": document,
            "system": system,
            "text": texts.get((document, system), ""),
            "fluency": figure.value,
            "clarity": means[document, system, "clarity"].value,
            "n_fluency": figure.n,
            "n_clarity": means[document, system, "clarity"].n,
        }
        for (document, system, criterion), figure in means.items()
        if criterion == "fluency" and (document, system, "clarity") in means
    ]
    return sorted(
        found, key=lambda r: (-abs(r["fluency"] - r["clarity"]), r["document"], r["system"])
    )


def _n_varied(ratings: Sequence[Rating]) -> Counter[tuple[str, str | None, str]]:
    judged = Counter((r.system, r.context, r.criterion, r.document) for r in ratings)
    return Counter(summary[:3] for summary, n_judges in judged.items() if n_judges > 1)


def _quality_means(ratings: Sequence[Rating]) -> dict[tuple[str, ...], Figure]:
    values: dict[tuple[str, ...], list[float]] = {}
    for rating in ratings:
        if rating.criterion in QUALITIES:
            key = rating.document, rating.system, rating.criterion
            values.setdefault(key, []).append(rating.value)
    return {key: Figure(fmean(found), len(found)) for key, found in values.items()}


def _pearson(results: Row) -> Figure:
    for row in results["correlations"]:
        if set(row["criteria"]) == set(QUALITIES):
            return Figure(row["r"], row["n"])
    return NO_FIGURE
