"""How much of a study's work counts in results, and by which rule the rest does not."""

from collections import Counter
from typing import Any

from crowd.models import Assignment, Study

Row = dict[str, Any]

RULES = ("voided", "without_work", "failed_check", "unconfirmed")
"""In this order; work that several rules exclude is told under the first of them."""


def exclusions(study: Study) -> list[Row]:
    """Assignments handed in, by kind and by what was judged; one statement.

    For each "kind" and "judged" (a context or a criterion, else None): "handed_in", a number for
    each of RULES, and "usable", which is what remains.
    """
    counts: dict[tuple[str, str | None], Counter[str]] = {}
    batch = "hit__item__batch"
    found = (
        Assignment.objects.filter(**{f"{batch}__study": study})
        .exclude(submitted_at=None, confirmed_at=None)
        .order_by(f"{batch}__kind", "pk")
        .values_list(
            f"{batch}__kind",
            f"{batch}__content_batch__context",
            f"{batch}__quality_batch__criterion",
            "voided_at",
            "submitted_at",
            "sanity_passed",
            "confirmed_at",
        )
    )
    for kind, context, criterion, *facts in found:
        counts.setdefault((kind, context or criterion), Counter())[_rule(*facts)] += 1
    return [
        {
            "kind": kind,
            "judged": judged,
            "handed_in": count.total(),
            **{rule: count[rule] for rule in RULES},
            "usable": count["usable"],
        }
        for (kind, judged), count in sorted(
            counts.items(), key=lambda row: (row[0][0], row[0][1] or "")
        )
    ]


def _rule(voided_at: Any, submitted_at: Any, sanity_passed: bool | None, confirmed_at: Any) -> str:
    if voided_at is not None:
        return "voided"
    if submitted_at is None:
        return "without_work"
    if not sanity_passed:
        return "failed_check"
    return "usable" if confirmed_at is not None else "unconfirmed"
