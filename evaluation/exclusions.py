"""How much of a study's work counts in results, and by which rule the rest does not."""

from collections import Counter
from typing import Any

from crowd.models import Assignment, Study

Row = dict[str, Any]
Judged = tuple[str, str | None]
"""A kind of HIT, and the context or criterion judged in it."""

RULES = ("voided", "without_work", "failed_check", "unconfirmed")
"""In this order; work that several rules exclude is told under the first of them."""

BATCH = "hit__item__batch"
WHAT = (
    f"{BATCH}__kind",
    f"{BATCH}__content_batch__context",
    f"{BATCH}__quality_batch__criterion",
)
"""Where an assignment says its kind, and its context or its criterion."""


def exclusions(study: Study) -> list[Row]:
    """Assignments handed in, by kind and by what was judged; one statement.

    For each "kind" and "judged" (a context or a criterion, else None): "handed_in", a number for
    each of RULES, and "usable", which is what remains.
    """
    counts: dict[Judged, Counter[str]] = {}
    found = (
        Assignment.objects.filter(**{f"{BATCH}__study": study})
        .exclude(submitted_at=None, confirmed_at=None)
        .order_by(f"{BATCH}__kind", "pk")
        .values_list(*WHAT, "voided_at", "submitted_at", "sanity_passed", "confirmed_at")
    )
    for kind, context, criterion, *facts in found:
        counts.setdefault((kind, context or criterion), Counter())[_rule(*facts)] += 1
    return [
        {
            "kind": key[0],
            "judged": key[1],
            "handed_in": counts[key].total(),
            **{rule: counts[key][rule] for rule in RULES},
            "usable": counts[key]["usable"],
        }
        for key in sorted(counts, key=in_order)
    ]


def in_order(key: Judged) -> tuple[str, str]:
    """By kind, then by what was judged, whatever the database's order."""
    return key[0], key[1] or ""


def _rule(voided_at: Any, submitted_at: Any, sanity_passed: bool | None, confirmed_at: Any) -> str:
    if voided_at is not None:
        return "voided"
    if submitted_at is None:
        return "without_work"
    if not sanity_passed:
        return "failed_check"
    return "usable" if confirmed_at is not None else "unconfirmed"
