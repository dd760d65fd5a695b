"""Ratings of summaries: means by system, agreement of judges, correlation of criteria.

As HighRES reports them (Tables 2 to 4), with the intervals it lacks. A
system's mean is the mean over its summaries of each summary's mean.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np

from metrics.draws import Draws, percentile_interval
from metrics.hrouge import or_none
from metrics.interval_alpha import interval_alpha
from metrics.rating_files import Rating
from metrics.spans import Floats, Integers
from metrics.variation import variation

Row = dict[str, Any]


@dataclass(frozen=True)
class RatingsReport:
    """What `python -m metrics ratings` tells.

    Attributes
    ----------
    cells : list of dict
        For each criterion, context and system: "n_summaries", "n_ratings", "mean", the ends "low"
        and "high" of its 95 % interval, and "cv", the mean of the summaries' coefficients of
        variation (as in Hardy et al. 2019; None where no summary was rated twice).
    agreement : list of dict
        For each criterion and context: Krippendorff's "alpha" at interval level over summaries,
        with an interval over documents.
    correlations : list of dict
        For each two "criteria": Pearson's "r" of the summaries' means and the number "n" of them.
    """

    cells: list[Row]
    agreement: list[Row]
    correlations: list[Row]


def ratings_report(ratings: Sequence[Rating], *, seed: int = 0) -> RatingsReport:
    """Summarise ratings.

    Parameters
    ----------
    ratings : Rating
        None twice for the same document, system, context, criterion and judge.
    seed : int, 0 or more
        Of the intervals: the same seed gives the same.

    Examples
    --------
    >>> said = {"a": 50, "b": 70}
    >>> rows = [Rating("d", "lead", None, "fluency", judge, v) for judge, v in said.items()]
    >>> ratings_report(rows).cells[0]["mean"]
    60.0
    """
    if not ratings:
        return RatingsReport([], [], [])
    bootstrap = _Bootstrap(ratings, seed)
    cells = [
        {"criterion": criterion, "context": context, "system": system, **bootstrap.cell(rows)}
        for (criterion, context), of_context in _groups(ratings, "criterion", "context").items()
        for (system,), rows in _groups(ratings, "system", among=of_context).items()
    ]
    agreement = [
        {"criterion": criterion, "context": context, **bootstrap.agreement(rows)}
        for (criterion, context), rows in _groups(ratings, "criterion", "context").items()
    ]
    return RatingsReport(cells, agreement, _correlations(ratings))


class _Bootstrap:
    """The ratings as arrays, and one set of draws for all of them, so that cells are comparable."""

    def __init__(self, ratings: Sequence[Rating], seed: int) -> None:
        self.ratings = ratings
        self.value: Floats = np.array([rating.value for rating in ratings], float)
        self.document, n_documents = _numbered([rating.document for rating in ratings])
        self.judge, n_judges = _numbered([rating.judge for rating in ratings])
        self.draws = Draws.of(n_documents, n_judges, seed=seed)

    def cell(self, rows: list[int]) -> Row:
        """Describe what one system got for one criterion in one context."""
        summaries = _groups(self.ratings, "document", among=rows).values()
        values = [[self.ratings[i].value for i in own] for own in summaries]
        sample = self.draws.mean_of_means(self.document[rows], self.judge[rows], self.value[rows])
        low, high = percentile_interval(sample)
        variations = [cv for own in values if (cv := variation(own)) is not None]
        return {
            "n_summaries": len(values),
            "n_ratings": len(rows),
            "mean": fmean(map(fmean, values)),
            "low": low,
            "high": high,
            "cv": fmean(variations) if variations else None,
        }

    def agreement(self, rows: list[int]) -> Row:
        """Compute alpha of the judges of one criterion in one context."""
        summaries = [(self.ratings[i].document, self.ratings[i].system) for i in rows]
        unit, n_units = _numbered(summaries)
        document = np.zeros(n_units, np.int64)
        document[unit] = self.document[rows]
        once = np.ones((1, n_units))
        alpha = interval_alpha(unit, self.value[rows], once).item()
        sample = interval_alpha(unit, self.value[rows], self.draws.documents[:, document])
        low, high = percentile_interval(sample)
        return {"alpha": or_none(alpha), "low": low, "high": high}


def _numbered(names: Sequence[object]) -> tuple[Integers, int]:
    """Names as numbers in the order of their first appearance, and how many there are."""
    number = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return np.array([number[name] for name in names], np.int64), len(number)


def _groups(
    ratings: Sequence[Rating], *fields: str, among: Iterable[int] | None = None
) -> dict[tuple[Any, ...], list[int]]:
    """Indexes of the ratings that share these fields, in the order of their first appearance."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for i in range(len(ratings)) if among is None else among:
        groups.setdefault(tuple(getattr(ratings[i], field) for field in fields), []).append(i)
    return groups


def _correlations(ratings: Sequence[Rating]) -> list[Row]:
    """Pearson between each two criteria over the summaries rated for both, in whatever context."""
    means: dict[str, dict[tuple[str, str], float]] = {}
    for (criterion, document, system), rows in _groups(
        ratings, "criterion", "document", "system"
    ).items():
        means.setdefault(criterion, {})[document, system] = fmean(ratings[i].value for i in rows)
    found = []
    for one, other in combinations(means, 2):
        both = [summary for summary in means[one] if summary in means[other]]
        pairs = np.array([[means[one][summary], means[other][summary]] for summary in both])
        found.append({"criteria": [one, other], "r": _pearson(pairs), "n": len(both)})
    return found


def _pearson(pairs: Floats) -> float | None:
    """None (undefined) for fewer than two pairs, or if one side does not vary."""
    if len(pairs) < 2:
        return None
    x, y = (pairs - pairs.mean(axis=0)).T
    scale = float(np.sqrt((x @ x) * (y @ y)))
    if np.ptp(pairs, axis=0).min() == 0 or scale == 0:
        return None
    return float(np.clip((x @ y) / scale, -1, 1))
