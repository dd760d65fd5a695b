"""The drafting desk: keeps unfinished work of several open pages apart, whatever kind it is."""

from datetime import datetime

from django.db.models import Q

from crowd import assignments
from crowd.assignments import Conflict, Saved
from crowd.drafts import Draft
from crowd.frame import FrameClaims
from crowd.models import HIT

# Drafts that may still change: none yet, or one that is not finished.
UNFINISHED = Q(draft={}) | Q(draft__is_finished=False)


class NotYet(Exception):
    """A step was sent before the one it follows; the page shows the right one."""


def save_draft(
    hit: HIT, claims: FrameClaims, *, draft: Draft, base_version: int, now: datetime
) -> Saved | Conflict:
    """Keep unfinished work; two statements.

    Conflict if another page saved since `base_version`, or if the work went on from here.
    """
    save = {"draft": draft.stored(), "now": now, "replaceable": UNFINISHED}
    outcome = assignments.save_draft(hit, claims, base_version=base_version, **save)
    if isinstance(outcome, Conflict) and may_replace(outcome, draft):
        return assignments.save_draft(hit, claims, base_version=outcome.version, **save)
    return outcome


def may_replace(kept: Conflict, draft: Draft) -> bool:
    """Whether another version is no obstacle: to finished work, or to the page that saved it."""
    other = type(draft).of(kept.draft)
    if kept.is_submitted or other.is_finished:
        return False
    return draft.is_finished or draft.continues(other)
