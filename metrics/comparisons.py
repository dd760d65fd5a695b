"""Every two systems compared, p-values corrected for all comparisons."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from metrics.contrast import Contrast, contrast
from metrics.multiplicity import benjamini_hochberg, holm
from metrics.power import detectable_difference
from metrics.rating_files import Rating
from metrics.reliability import by_task, numbered, values_of

Row = dict[str, Any]


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
    for (criterion, context), own in by_task(ratings).items():
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


def _contrast(ratings: Sequence[Rating], first: str, seed: int) -> Contrast | None:
    return contrast(
        numbered(ratings, lambda r: r.document),
        numbered(ratings, lambda r: r.judge),
        np.array([r.system == first for r in ratings], bool),
        values_of(ratings),
        seed=seed,
    )
