"""What a reviewer asks for beside the paper's tables: contrasts of systems, and ICC (SPEC 3.5)."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from metrics.contrast import Contrast, contrast
from metrics.draws import Draws, percentile_interval
from metrics.icc import one_way_icc
from metrics.multiplicity import benjamini_hochberg, holm
from metrics.power import detectable_difference
from metrics.rating_files import Rating
from metrics.spans import Floats, Integers

Row = dict[str, Any]
Task = tuple[str, str | None]


def comparisons(ratings: Sequence[Rating], systems: Sequence[str], *, seed: int = 0) -> list[Row]:
    """Compare every two systems for each criterion and context.

    Parameters
    ----------
    ratings : none twice for the same document, system, context, criterion and judge
    systems : in this order; the first of two less the second
    seed : int, 0 or more

    Returns
    -------
    list of dict
        "criterion", "context", "systems" and the fields of `metrics.contrast.Contrast`;
        "detectable", the smallest difference found with a power of 80 %; "p_holm" and "p_bh", p
        corrected for all rows. Pairs without two documents in common are left out.

    Examples
    --------
    >>> rows = [Rating(d, s, None, "clarity", d, v) for d, s, v in
    ...         [("d", "a", 6), ("d", "b", 5), ("e", "a", 6), ("e", "b", 3)]]
    >>> (row,) = comparisons(rows, ["a", "b"])
    >>> row["systems"], round(row["difference"], 4), row["p"], row["p_holm"]
    (['a', 'b'], 2.0, 0.5, 0.5)
    """
    rows = []
    for (criterion, context), own in _by_task(ratings).items():
        for one, other in combinations(systems, 2):
            found = _contrast([r for r in own if r.system in (one, other)], one, seed)
            if found is not None:
                named = {"criterion": criterion, "context": context, "systems": [one, other]}
                sd = found.standard_error * sqrt(found.n_documents)
                least = detectable_difference(sd, found.n_documents)
                rows.append({**named, **asdict(found), "detectable": least})
    p_values = [row["p"] for row in rows]
    for row, strict, mild in zip(rows, holm(p_values), benjamini_hochberg(p_values), strict=True):
        row |= {"p_holm": strict, "p_bh": mild}
    return rows


def reliability(ratings: Sequence[Rating], *, seed: int = 0) -> list[Row]:
    """ICC of the judges for each criterion and context, with intervals over documents.

    Judges of a crowd differ from summary to summary, hence ICC(1,1) and ICC(1,k).

    Returns
    -------
    list of dict
        "criterion", "context", and under "single" and "average" a dict of "icc", "low", "high".

    Examples
    --------
    >>> rows = [Rating(d, "a", None, "clarity", j, v) for d, j, v in
    ...         [("d", "x", 1), ("d", "y", 1), ("e", "x", 5), ("e", "y", 5)]]
    >>> reliability(rows)[0]["single"]["icc"]
    1.0
    """
    rows = []
    for (criterion, context), own in _by_task(ratings).items():
        unit = _numbers(own, lambda r: (r.document, r.system))
        document = _numbers(own, lambda r: r.document)
        of_unit = np.zeros(int(unit.max()) + 1, np.int64)
        of_unit[unit] = document
        draws = Draws.of(int(document.max()) + 1, 1, seed=seed)
        value = _values(own)
        found = one_way_icc(unit, value, np.ones((1, of_unit.size)))
        spread = one_way_icc(unit, value, draws.documents[:, of_unit])
        single, average = map(_interval, found, spread)
        rows.append(
            {"criterion": criterion, "context": context, "single": single, "average": average}
        )
    return rows


def _contrast(ratings: Sequence[Rating], first: str, seed: int) -> Contrast | None:
    return contrast(
        _numbers(ratings, lambda r: r.document),
        _numbers(ratings, lambda r: r.judge),
        np.array([r.system == first for r in ratings], bool),
        _values(ratings),
        seed=seed,
    )


def _by_task(ratings: Sequence[Rating]) -> dict[Task, list[Rating]]:
    tasks: dict[Task, list[Rating]] = {}
    for rating in ratings:
        tasks.setdefault((rating.criterion, rating.context), []).append(rating)
    return tasks


def _numbers(ratings: Sequence[Rating], name: Callable[[Rating], object]) -> Integers:
    number: dict[object, int] = {}
    return np.array([number.setdefault(name(r), len(number)) for r in ratings], np.int64)


def _values(ratings: Sequence[Rating]) -> Floats:
    return np.array([rating.value for rating in ratings], float)


def _interval(found: Floats, spread: Floats) -> Row:
    low, high = percentile_interval(spread)
    return {"icc": None if np.isnan(found[0]) else float(found[0]), "low": low, "high": high}
