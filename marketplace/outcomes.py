"""What a visit comes to, and its completion code: decided here, once, by what the requester said.

The requester says it in Mechanical Turk's own words: it approves or rejects the work, or grants a
qualification that the study link names. If it says nothing for the link's patience, its silence
means what the link says it means. A code that was given stays; later decisions change the pay.
"""

from datetime import datetime, timedelta

from django.db import transaction

from marketplace import clock, study_links
from marketplace.models import Assignment, Outcome, Participation, Qualification, QualificationType
from marketplace.participating import work_of
from marketplace.tally import State

# Older visits are decided when somebody looks.
RECENT = timedelta(days=7)


def settle(visit: Participation) -> Participation:
    """Decide the visit if it can be decided by now. Twice: the same outcome, the same code.

    Like `market.catch_up` this lets happen what is due, so pages may call it.
    """
    if visit.outcome or not decide(visit, clock.now()):
        return visit
    with transaction.atomic():
        locked = Participation.objects.select_for_update(no_key=True).get(id=visit.id)
        now = clock.now()
        if not locked.outcome and (outcome := decide(locked, now)):
            locked.outcome, locked.decided_at = outcome, now
            locked.code = locked.link.shared_code(outcome) or study_links.new_code()
            locked.save(update_fields=["outcome", "decided_at", "code"])
    return locked


def settle_due() -> int:
    """Decide what can be decided of recent visits, also while nobody looks. Returns how many."""
    now = clock.now()
    recent = Participation.objects.filter(outcome="", consented_at__gt=now - RECENT)
    worked = recent.filter(guest__worker__assignments__state__in=Assignment.HANDED_IN).distinct()
    visits = worked.select_related("link__failed_by", "link__screened_by", "guest")
    return sum(bool(settle(visit).outcome) for visit in visits)


def decide(visit: Participation, now: datetime) -> str:
    """The outcome as things stand; empty while work is open, missing, or may still be decided."""
    link, work = visit.link, list(work_of(visit).taking_a_slot().only("state", "submitted_at"))
    states = [row.state for row in work]
    if State.ACCEPTED in states:
        return ""
    if holds(visit, link.screened_by):
        return Outcome.SCREENED_OUT
    if State.REJECTED in states or holds(visit, link.failed_by):
        return Outcome.FAILED_CHECK
    if not work or (len(work) < link.tasks and not visit.ended_at):
        return ""
    if set(states) == {State.APPROVED}:
        return Outcome.COMPLETE
    over = max(row.submitted_at for row in work) + timedelta(seconds=link.patience_s)
    return link.silence if over <= now else ""


def holds(visit: Participation, kind: QualificationType | None) -> bool:
    held = Qualification.objects.filter(kind=kind, status=Qualification.Status.GRANTED)
    return kind is not None and held.filter(worker=visit.guest.worker_id).exists()
