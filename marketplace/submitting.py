"""How work is handed in: what `POST /mturk/externalSubmit` does."""

from collections.abc import Iterable
from datetime import timedelta

from marketplace import answers, events, faults, leases, market
from marketplace.models import HIT, Assignment, Event, Worker
from marketplace.refusals import Refused, RequestError
from marketplace.tally import State

PREVIEW_ID = "ASSIGNMENT_ID_NOT_AVAILABLE"
REFUSALS = {
    State.RETURNED: "You returned this assignment; its work can no longer be handed in.",
}
HANDED_IN_BEFORE = "This work was handed in before; it is stored once."


def submit(
    assignment_id: str, fields: Iterable[tuple[str, str]], worker: Worker | None = None
) -> Assignment:
    """Store the answers of a live assignment, found by its unguessable id; or late ones.

    The task page posts from another site, so no session may arrive; if one does, `worker`, it
    must be that of the assignment's worker. Raises Refused, storing nothing.
    """
    fields = list(fields)
    check(assignment_id, fields)
    try:
        return store(assignment_id, fields, worker)
    except RequestError:  # only what is late needs new money
        raise Refused(leases.UNCOVERED) from None


def store(assignment_id: str, fields: list[tuple[str, str]], worker: Worker | None) -> Assignment:
    mine = (worker.assignments if worker else Assignment.objects).named(assignment_id)
    missing = Refused("This assignment does not exist, or is not yours.", not_found=True)
    with market.changing(HIT.objects.of_assignment(mine), missing=missing) as (hit, now):
        assignment = mine.get()
        if assignment.state == State.ABANDONED:
            leases.check_late(hit, assignment, now)
        elif assignment.state != State.ACCEPTED:
            raise Refused(REFUSALS.get(assignment.state, HANDED_IN_BEFORE))
        assignment.state, assignment.submitted_at = State.SUBMITTED, now
        assignment.visible_at = now + faults.visibility_delay(hit.account_id)
        delay = timedelta(seconds=hit.hit_type.auto_approval_delay_s)
        assignment.auto_approval_at = now + delay
        assignment.answer = answers.to_xml(fields)
        assignment.save()
        detail = "late" if assignment.is_late else ""
        events.record_assignment(
            Event.Kind.ASSIGNMENT_SUBMITTED, hit, assignment, at=now, detail=detail
        )
        if not delay:
            market.approve(hit, assignment, now, detail="automatic")
    return assignment


def check(assignment_id: str, fields: list[tuple[str, str]]) -> None:
    if assignment_id == PREVIEW_ID:
        raise Refused("This was a preview. Accept the task first; nothing was stored.")
    if not assignment_id:
        raise Refused("The page did not say which assignment it belongs to; nothing was stored.")
    if not answers.says_something(fields):
        raise Refused("The page sent no answer; nothing was stored.")
