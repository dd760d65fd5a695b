"""Where a worker stands with a highlight HIT: read in at most three statements, writing nothing."""

from dataclasses import dataclass
from enum import Enum
from functools import partial

from django.db.models import QuerySet

from annotation.drafts import Draft
from annotation.meetings import AlreadyRated, has_rated
from annotation.models import Highlight
from crowd.admitting import audience_bars
from crowd.assignments import find_assignment
from crowd.consent import consents
from crowd.frame import FrameClaims
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
    AlreadyRated and what crowd.admitting says for whoever has not begun. Nobody rates before they
    consented.
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
    bars = {AlreadyRated: has_rated(hit, "worker"), **audience_bars(batch, "worker")}
    named = {problem.__name__: bar for problem, bar in bars.items()}
    consent = consents(batch.study, **worker).annotate(**named).values_list(*named).first()
    for problem, is_barred in zip(bars, consent or (), strict=False):
        if is_barred and assignment is None:
            raise problem(hit.item.key)
    return known(Step.MARK if consent else Step.START)
