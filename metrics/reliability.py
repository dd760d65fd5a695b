"""How far a mean of judges can be relied on: ICC, and what ratings vary by."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from metrics.draws import Draws, percentile_interval
from metrics.icc import one_way_icc
from metrics.rating_files import Rating
from metrics.spans import Floats, Integers
from metrics.two_way_icc import two_way_icc
from metrics.variance_shares import variance_shares

Row = dict[str, Any]
Task = tuple[str, str | None]
FORMS = ("single", "average", "two_way_single", "two_way_average")
"""ICC(1,1), ICC(1,k), ICC(2,1), ICC(2,k)."""


def reliability(ratings: Sequence[Rating], *, seed: int = 0) -> list[Row]:
    """ICC of the judges and variance shares for each criterion and context.

    ICC(1,.) takes judges as drawn anew for every summary, as on a crowd platform; ICC(2,.) asks
    what another panel of judges would say, from whatever pairs of ratings there are.

    Returns
    -------
    list of dict
        "criterion", "context"; "n_documents", "n_summaries", "n_judges", "n_ratings"; for each of
        FORMS a dict of "icc", "low", "high"; and "shares", a `metrics.variance_shares.Share` as a
        dict for each component. Intervals resample documents.

    Examples
    --------
    >>> rows = [Rating(d, "a", None, "clarity", j, v) for d, j, v in
    ...         [("d", "x", 1), ("d", "y", 1), ("e", "x", 5), ("e", "y", 5)]]
    >>> reliability(rows)[0]["single"]["icc"]
    1.0
    """
    return [
        {"criterion": criterion, "context": context, **_reliability(own, seed)}
        for (criterion, context), own in by_task(ratings).items()
    ]


def by_task(ratings: Sequence[Rating]) -> dict[Task, list[Rating]]:
    """The ratings of each criterion and context, in the order of their first appearance."""
    tasks: dict[Task, list[Rating]] = {}
    for rating in ratings:
        tasks.setdefault((rating.criterion, rating.context), []).append(rating)
    return tasks


def numbered(ratings: Sequence[Rating], name: Callable[[Rating], object]) -> Integers:
    """What the ratings are called, as numbers from 0 in the order of first appearance."""
    number: dict[object, int] = {}
    return np.array([number.setdefault(name(r), len(number)) for r in ratings], np.int64)


def values_of(ratings: Sequence[Rating]) -> Floats:
    """The ratings' values as an array."""
    return np.array([rating.value for rating in ratings], float)


def _reliability(own: Sequence[Rating], seed: int) -> Row:
    summary = numbered(own, lambda r: (r.document, r.system))
    document, judge = numbered(own, lambda r: r.document), numbered(own, lambda r: r.judge)
    system, value = numbered(own, lambda r: r.system), values_of(own)
    of_summary = np.zeros(int(summary.max()) + 1, np.int64)
    of_summary[summary] = document
    drawn = Draws.of(int(document.max()) + 1, 1, seed=seed).documents
    iccs = [*_both(lambda w: one_way_icc(summary, value, w[:, of_summary]), drawn)]
    iccs += _both(lambda w: two_way_icc(summary, judge, document, value, w), drawn)
    return {
        "n_documents": int(document.max()) + 1,
        "n_summaries": of_summary.size,
        "n_judges": int(judge.max()) + 1,
        "n_ratings": len(own),
        **dict(zip(FORMS, iccs, strict=True)),
        "shares": [asdict(s) for s in variance_shares(document, system, judge, value, drawn)],
    }


def _both(icc: Callable[[Floats], tuple[Floats, Floats]], drawn: Floats) -> list[Row]:
    """Single and average, each with its interval."""
    found, spread = icc(np.ones((1, drawn.shape[1]))), icc(drawn)
    return [_interval(*each) for each in zip(found, spread, strict=True)]


def _interval(found: Floats, spread: Floats) -> Row:
    low, high = percentile_interval(spread)
    return {"icc": None if np.isnan(found[0]) else float(found[0]), "low": low, "high": high}
