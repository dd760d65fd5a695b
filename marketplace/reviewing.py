"""What a requester does with work: approve it or reject it, once it was handed in."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings

from marketplace import clock, events, ledger, market
from marketplace.models import HIT, Account, Assignment, Event
from marketplace.refusals import invalid_assignment_state, unknown_assignment
from marketplace.tally import State


def approve(account: Account, assignment_id: str, *, feedback: str, override: bool) -> None:
    """Pay for submitted work; with `override` also for work rejected in error.

    An override takes a new hold. Raises RequestError InsufficientFunds, changing nothing.
    """
    with handed_in(account, assignment_id) as (hit, assignment, now):
        if assignment.state == State.REJECTED and override and can_override(hit, assignment, now):
            ledger.hold_exactly(hit, hit.held + hit.price, at=now)
        elif assignment.state != State.SUBMITTED:
            raise invalid_assignment_state("Submitted")
        assignment.feedback = feedback or assignment.feedback
        market.approve(hit, assignment, now)


def reject(account: Account, assignment_id: str, *, feedback: str) -> None:
    """Refuse to pay, with a reason for the worker; the hold is released."""
    with handed_in(account, assignment_id) as (hit, assignment, now):
        if assignment.state != State.SUBMITTED:
            raise invalid_assignment_state("Submitted")
        assignment.state, assignment.rejected_at = State.REJECTED, now
        assignment.feedback = feedback
        assignment.save(update_fields=["state", "rejected_at", "feedback"])
        events.record_assignment(Event.Kind.ASSIGNMENT_REJECTED, hit, assignment, at=now)


def can_override(hit: HIT, assignment: Assignment, now: datetime) -> bool:
    window = timedelta(days=settings.MARKETPLACE_OVERRIDE_WINDOW_D)
    return hit.deleted_at is None and now <= assignment.submitted_at + window


@contextmanager
def handed_in(account: Account, assignment_id: str) -> Iterator[tuple[HIT, Assignment, datetime]]:
    """Lock the HIT of an assignment its requester can see. Raises RequestError otherwise."""
    mine = Assignment.objects.filter(hit__account=account).named(assignment_id)
    hits = HIT.objects.of_assignment(mine)
    with market.changing(hits, missing=unknown_assignment(assignment_id)) as (hit, now):
        assignment = hit.assignments.defer("answer").get(public_id=assignment_id)
        if not is_visible(assignment, now):
            raise invalid_assignment_state("null")
        yield hit, assignment, now


def is_visible(assignment: Assignment, now: datetime) -> bool:
    return assignment.state in Assignment.HANDED_IN and assignment.visible_at <= now


def visible(account: Account, assignment_id: str) -> Assignment:
    """A submission as the requester may read it, with its HIT. Raises RequestError otherwise."""
    found = Assignment.objects.filter(hit__account=account, public_id=assignment_id)
    assignment = found.select_related("hit__hit_type", "worker").first()
    if assignment is None:
        raise unknown_assignment(assignment_id)
    if not is_visible(assignment, clock.now()):
        raise invalid_assignment_state("Reviewable,Approved,Rejected")
    return assignment
