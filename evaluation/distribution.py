"""How often judges gave which values: numbers of ratings in ten equal steps of the scale."""

from collections.abc import Sequence
from typing import Any

from evaluation.models.rating import SCALE
from metrics.rating_files import Rating

Row = dict[str, Any]
WIDTH = 10


def distribution(ratings: Sequence[Rating]) -> Row:
    """Names of the "steps", and under "rows", for each criterion, context and system, "counts"."""
    lowest, highest = SCALE[0], SCALE[-1]
    starts = range(lowest, highest + 1, WIDTH)
    rows: dict[tuple[str, str | None, str], list[int]] = {}
    for rating in ratings:
        key = rating.criterion, rating.context, rating.system
        counts = rows.setdefault(key, [0] * len(starts))
        counts[(int(rating.value) - lowest) // WIDTH] += 1
    return {
        "steps": [f"{start}-{start + WIDTH - 1}" for start in starts],
        "rows": [
            {"criterion": criterion, "context": context, "system": system, "counts": counts}
            for (criterion, context, system), counts in rows.items()
        ],
    }
