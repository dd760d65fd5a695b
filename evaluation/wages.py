"""What judges earned by the hour, from the time they were active and what they were paid."""

from typing import Any

import numpy as np

from crowd.models import Assignment, Study
from evaluation.exclusions import BATCH, WHAT, Judged, in_order

Row = dict[str, Any]
HOUR_S = 3600


def wages(study: Study) -> list[Row]:
    """Effective wages in USD an hour, by kind and by what was judged; one statement.

    Of work the endpoint confirmed and whose active time is known: "n", "median_usd", "p10_usd" (a
    tenth earned less) and "median_s", the time one task took; "n_untimed" is the rest. Rejected
    work earned nothing. Bonuses are left out.
    """
    timed: dict[Judged, list[tuple[float, int]]] = {}
    untimed: dict[Judged, int] = {}
    found = Assignment.objects.confirmed().filter(**{f"{BATCH}__study": study}).order_by("pk")
    for kind, context, criterion, reward, status, active_s in found.values_list(
        *WHAT, f"{BATCH}__reward_usd", "status", "active_duration_s"
    ):
        key = kind, context or criterion
        untimed.setdefault(key, 0)
        if not active_s:
            untimed[key] += 1
            continue
        paid_usd = 0.0 if status == Assignment.Status.REJECTED else float(reward)
        timed.setdefault(key, []).append((paid_usd * HOUR_S / active_s, active_s))
    return [
        {"kind": key[0], "judged": key[1], **_wage(timed.get(key, [])), "n_untimed": untimed[key]}
        for key in sorted(untimed, key=in_order)
    ]


def _wage(timed: list[tuple[float, int]]) -> Row:
    if not timed:
        return {"n": 0, "median_usd": None, "p10_usd": None, "median_s": None}
    by_the_hour, active_s = np.array(timed).T
    return {
        "n": len(timed),
        "median_usd": float(np.median(by_the_hour)),
        "p10_usd": float(np.quantile(by_the_hour, 0.1)),
        "median_s": float(np.median(active_s)),
    }
