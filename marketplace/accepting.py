"""How a worker takes a slot of a HIT and gives it back."""

from datetime import timedelta

from django.db import transaction

from marketplace import blocks, events, market, participating, qualifying
from marketplace.models import HIT, Assignment, Event, HITType, Worker
from marketplace.refusals import Refused
from marketplace.requirements import ACCEPT, DISCOVER
from marketplace.tally import State

NO_HIT = "This task does not exist, or is no longer offered."
NOT_YOURS = "This assignment is not one of yours."
DONE_BEFORE = "You have already done this task. Each task can be done once by each person."
BLOCKED = "This requester does not let you accept its tasks."
NOT_QUALIFIED = "This task asks for qualifications that you do not have."
NO_SLOT = "This task is no longer available: others took the last places, or its time ended."


def accept(worker: Worker, hit_id: str) -> Assignment:
    """Take a slot, until the deadline. Accepting again while it is in work gives the same one.

    Raises Refused when the worker did the HIT before or no slot is open. Checked and done under
    the HIT's lock: two workers cannot take the last slot.
    """
    with transaction.atomic():
        participating.lock(worker)
        return accept_locked(worker, hit_id)


def accept_locked(worker: Worker, hit_id: str, *, instead_of: HIT | None = None) -> Assignment:
    """`accept` for who holds the worker's lock; `instead_of` is a HIT that had no slot left."""
    hits = HIT.objects.undeleted().named(hit_id)
    with market.changing(hits, missing=Refused(NO_HIT, not_found=True)) as (hit, now):
        mine = hit.assignments.taking_a_slot().filter(worker=worker).first()
        if mine and mine.state == State.ACCEPTED:
            return mine
        if mine:
            raise Refused(DONE_BEFORE)
        check_admission(worker, hit.hit_type)
        if hit.status != HIT.Status.ASSIGNABLE:
            raise Refused(NO_SLOT)
        deadline = now + timedelta(seconds=hit.hit_type.duration_s)
        assignment = Assignment.objects.create(
            hit=hit, worker=worker, accepted_at=now, deadline=deadline, instead_of=instead_of
        )
        events.record_assignment(Event.Kind.ASSIGNMENT_ACCEPTED, hit, assignment, at=now)
    return assignment


def check_admission(worker: Worker, hit_type: HITType) -> None:
    """Raises Refused when the requester or its requirements keep this worker out.

    Whether a task exists that the worker may not discover is not told.
    """
    if not may_discover(worker, hit_type):
        raise Refused(NO_HIT, not_found=True)
    participating.check_share(worker, hit_type)
    if blocks.is_blocked(hit_type.account_id, worker):
        raise Refused(BLOCKED)
    if not qualifying.worker_may(ACCEPT, hit_type, worker):
        raise Refused(NOT_QUALIFIED)


def may_discover(worker: Worker, hit_type: HITType) -> bool:
    offered = participating.offered_types(worker).filter(id=hit_type.id).exists()
    return offered and qualifying.worker_may(DISCOVER, hit_type, worker)


def give_back(worker: Worker, assignment_id: str) -> Assignment:
    """Return an accepted assignment: its slot is free again. Twice is as good as once.

    Raises Refused when it is not this worker's or was handed in.
    """
    hits = HIT.objects.of_assignment(worker.assignments.named(assignment_id))
    with market.changing(hits, missing=Refused(NOT_YOURS, not_found=True)) as (hit, now):
        assignment = hit.assignments.get(public_id=assignment_id)
        if assignment.state in Assignment.LEFT:
            return assignment
        if assignment.state != State.ACCEPTED:
            raise Refused("You have handed in this assignment; it can no longer be returned.")
        assignment.state, assignment.left_at = State.RETURNED, now
        assignment.save(update_fields=["state", "left_at"])
        events.record_assignment(Event.Kind.ASSIGNMENT_RETURNED, hit, assignment, at=now)
    return assignment
