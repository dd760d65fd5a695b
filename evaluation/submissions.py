"""The rating desk: beginning, drafts, and the work that is handed in, for both kinds.

Everything may be repeated. A worker is never told whether a check was passed.
"""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from crowd import assignments, drafting
from crowd.assignments import Conflict, Saved
from crowd.consent import give_consent
from crowd.drafting import NotYet
from evaluation.allocating import allocate
from evaluation.drafts import CONTENT_NAMES, Draft
from evaluation.models import Allocation
from evaluation.scales import require_all
from evaluation.storing import store_content, store_quality
from evaluation.visits import Visit


def begin(visit: Visit, *, now: datetime) -> Allocation:
    """The worker agrees and begins: writes assignment, consent and allocation, each once.

    Raises NoWork (evaluation.allocation) with nothing stored, FrameError in a preview.
    """
    with transaction.atomic():
        assignment = assignments.open_assignment(visit.hit, visit.claims, now)
        give_consent(assignment, now)
        return allocate(assignment, now)


def save_draft(visit: Visit, *, draft: Draft, base_version: int, now: datetime) -> Saved | Conflict:
    """Keep unfinished ratings (crowd.drafting). Raises NotYet before the worker began."""
    if visit.allocation is None:
        raise NotYet("ratings were sent before the worker began")
    return drafting.save_draft(
        visit.hit, visit.claims, draft=draft, base_version=base_version, now=now
    )


def finish_ratings(visit: Visit, *, draft: Draft, base_version: int, now: datetime) -> None:
    """The ratings of content are as they shall be; what follows is the question.

    A second time, from another tab or by a double click, changes nothing. Raises NotYet, and
    Missing with the criteria that have no value.
    """
    require_all(draft.values, CONTENT_NAMES)
    finished = replace(draft, is_finished=True)
    save_draft(visit, draft=finished, base_version=base_version, now=now)


def submit_content(visit: Visit, *, answer: bool, events: dict[str, int], now: datetime) -> None:
    """The work is complete: checked against the statement and stored. Three statements.

    A second submission, the same or another, changes nothing. Raises NotYet without ratings.
    """
    if not visit.draft.is_finished:
        raise NotYet("an answer was sent before the ratings")
    draft = replace(visit.draft, answer=answer, events={**visit.draft.events, **events})
    with transaction.atomic():
        store_content(visit.assignment, draft, now)


def submit_quality(visit: Visit, *, draft: Draft, now: datetime) -> None:
    """The work is complete: checked by its controls and stored. Three statements.

    A second submission, the same or another, changes nothing. Raises NotYet before the worker
    began, and Missing with the opaque ids that have no value.
    """
    if visit.allocation is None:
        raise NotYet("ratings were sent before the worker began")
    require_all(draft.values, visit.names)
    with transaction.atomic():
        store_quality(visit.assignment, visit.shown, draft, now)
