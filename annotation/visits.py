"""Where a worker stands with a highlight HIT: read in at most three statements, writing nothing."""

from dataclasses import dataclass
from enum import Enum
from functools import partial

from django.db.models import QuerySet

from annotation.drafts import Draft
from annotation.meetings import AlreadyRated, has_rated
from annotation.models import Highlight
from crowd.assignments import TookPart, find_assignment
from crowd.consent import consents
from crowd.frame import FrameClaims
from crowd.keeping_out import took_part_earlier
from crowd.models import HIT, Assignment


class Step(Enum):
    """What the page shows next; the value is its template."""

    PREVIEW = "annotation/preview.html"
    START = "work/start.html"
    MARK = "annotation/mark.html"
    QUESTION = "work/question.html"
    HAND_BACK = "work/hand_back.html"


@dataclass(frozen=True)
class Visit:
    """One worker at one HIT; `assignment` is None before anything was saved."""

    hit: HIT
    claims: FrameClaims
    step: Step
    draft: Draft
    assignment: Assignment | None = None
    highlight: Highlight | None = None


def highlight_hits() -> QuerySet[HIT]:
    """Highlight HITs with everything their page shows, in one statement."""
    return (
        HIT.objects.with_batch()
        .select_related("item__highlight_item__document", "item__highlight_item__statement")
        .filter(item__highlight_item__isnull=False)
        .defer("item__highlight_item__document__words")
    )


def find_visit(hit: HIT, claims: FrameClaims) -> Visit:
    """Raises FrameError for claims that do not fit the HIT, AlreadyDone (crowd.assignments), and
    AlreadyRated and TookPart for whoever has not begun. Nobody rates before they consented.
    """
    assignment = find_assignment(hit, claims)
    draft = Draft.of(assignment.draft if assignment else {})
    known = partial(Visit, hit, claims, draft=draft, assignment=assignment)
    if claims.is_preview:
        return known(Step.PREVIEW)
    if assignment and assignment.submitted_at:
        highlight = Highlight.objects.select_related("statement").get(assignment=assignment)
        return known(Step.HAND_BACK, highlight=highlight)
    if draft.is_finished:
        return known(Step.QUESTION)
    batch = hit.item.batch
    worker = {"endpoint_url": batch.endpoint_url, "worker_id": claims.worker_id}
    barred = {"rated": has_rated(hit, "worker"), "took_part": took_part_earlier(batch, "worker")}
    consent = consents(batch.study, **worker).annotate(**barred).values(*barred).first()
    if consent and consent["rated"] and assignment is None:
        raise AlreadyRated(hit.item.key)
    if consent and consent["took_part"] and assignment is None:
        raise TookPart(hit.item.key)
    return known(Step.MARK if consent else Step.START)
