"""A row for each summary: what judges said of it on average, and its scores; and how these go
together."""

from collections.abc import Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

import numpy as np

from metrics.correlation import correlation
from metrics.draws import Draws
from metrics.rating_files import Rating

Row = dict[str, Any]
SCORES = ("precision", "recall")


def summary_rows(ratings: Sequence[Rating], scores: Sequence[Row]) -> list[Row]:
    """ "document", "system", and for what judges were asked ("fluency", "recall_document") their
    mean and under "n_..." their number; for each n of the scores "hrouge_1_recall" and so on."""
    values: dict[tuple[str, str], dict[str, list[float]]] = {}
    for rating in ratings:
        of_summary = values.setdefault((rating.document, rating.system), {})
        of_summary.setdefault(question(rating.criterion, rating.context), []).append(rating.value)
    rows = {key: {"document": key[0], "system": key[1]} for key in sorted(values)}
    for key, asked in values.items():
        for name in sorted(asked):
            rows[key] |= {name: fmean(asked[name]), f"n_{name}": len(asked[name])}
    for score in scores:
        row = rows.get((score["document"], score["system"]))
        if row is not None:
            row |= {score_name(score["n"], measure): score[measure] for measure in SCORES}
    return list(rows.values())


def question(criterion: str, context: str | None) -> str:
    return f"{criterion}_{context}" if context else criterion


def score_name(n: int, measure: str) -> str:
    return f"hrouge_{n}_{measure}"


def correlations(rows: Sequence[Row], systems: Sequence[str], *, seed: int) -> list[Row]:
    """Pearson's r of what `pairs_in` finds, over all systems and for each alone.

    "pair", "system" (None for all) and the fields of `metrics.correlation.Correlation`.
    """
    found = []
    for x, y in pairs_in(rows):
        both = [row for row in rows if row.get(x) is not None and row.get(y) is not None]
        for system in (None, *systems):
            own = [row for row in both if system in (None, row["system"])]
            if own:
                named = {"pair": [x, y], "system": system}
                found.append({**named, **_correlation(own, x, y, seed)})
    return found


def pairs_in(rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Fluency and clarity; content seen with highlights and HROUGE, as far as there are such."""
    names = {name for row in rows for name in row}
    wanted = [("fluency", "clarity")]
    wanted += [
        (question(measure, "highlights"), score_name(n, measure))
        for measure in SCORES
        for n in (1, 2)
    ]
    return [pair for pair in wanted if names.issuperset(pair)]


def _correlation(rows: Sequence[Row], x: str, y: str, seed: int) -> Row:
    names = {name: i for i, name in enumerate(dict.fromkeys(row["document"] for row in rows))}
    document = np.array([names[row["document"]] for row in rows], np.int64)
    draws = Draws.of(len(names), 1, seed=seed)
    values = (np.array([row[name] for row in rows], float) for name in (x, y))
    return asdict(correlation(*values, document, draws.documents))
