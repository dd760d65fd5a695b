"""Why work is in the review queue: the words of the filter, and which work they mean."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from crowd.models import Appeal, Assignment, Reading
from evaluation.models import QUALITY

OPEN_APPEAL = Exists(Appeal.objects.open().filter(assignment=OuterRef("pk")))
OPEN_READING = Exists(Reading.objects.open().filter(assignment=OuterRef("pk")))
FAILED = Q(submitted_at__isnull=False, sanity_passed=False)
OF_QUALITY = Q(hit__item__batch__kind=QUALITY)


@dataclass(frozen=True)
class Reason:
    """A word for the list, and the condition on assignments."""

    label: str
    condition: Q | Exists


REASONS: dict[str, Reason] = {
    "statement": Reason("statement answered wrongly", FAILED & ~OF_QUALITY),
    "controls": Reason("controls not in order", FAILED & OF_QUALITY),
    "missing": Reason("no work arrived", Q(submitted_at=None)),
    "appeal": Reason("the worker appeals", OPEN_APPEAL),
    "second": Reason("a second reader is asked for", OPEN_READING),
}


def is_of_quality(assignment: Assignment) -> bool:
    return assignment.hit.item.batch.kind == QUALITY


def failure(assignment: Assignment) -> str:
    """Why the work itself is here, in the words of the filter."""
    if assignment.submitted_at is None:
        return REASONS["missing"].label
    return REASONS["controls" if is_of_quality(assignment) else "statement"].label
