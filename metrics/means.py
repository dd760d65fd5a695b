"""Corpus values: unweighted means over documents, with what was used and what was undefined."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any


def macro_means(rows: Sequence[Mapping[str, Any]], measures: Sequence[str]) -> dict[str, Any]:
    """Average measures over rows, leaving out and counting where one is undefined.

    Parameters
    ----------
    rows : one for each document, measure -> number, or None where undefined
    measures : names of what to average

    Returns
    -------
    dict
        The mean of every measure, None if it is undefined everywhere, and under "used" and
        "undefined" how many rows have it and have it not.

    Examples
    --------
    >>> macro_means([{"recall": 0.5}, {"recall": None}, {"recall": 0.25}], ["recall"])
    {'recall': 0.375, 'used': {'recall': 2}, 'undefined': {'recall': 1}}
    """
    values = {m: [row[m] for row in rows if row[m] is not None] for m in measures}
    return {
        **{m: fsum(found) / len(found) if found else None for m, found in values.items()},
        "used": {m: len(found) for m, found in values.items()},
        "undefined": {m: len(rows) - len(found) for m, found in values.items()},
    }
