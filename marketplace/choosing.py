"""Taking any free HIT of a group, for workers who want the next one rather than this one."""

from django.db import transaction
from django.db.models import Q

from marketplace import browsing, participating
from marketplace.accepting import NO_HIT, NO_SLOT, accept_locked, check_admission
from marketplace.models import HIT, Assignment, HITType, Worker
from marketplace.refusals import Refused

# Losing a race for a slot means that somebody else got one: a worker who loses goes on to the next
# HIT. The number only bounds what a HIT that lists itself and then refuses could do.
ATTEMPTS = 200


def accept_from_group(worker: Worker, hit_type_id: str, *, preferred: str = "") -> Assignment:
    """Take a slot of any open HIT of the group, of the preferred HIT if it still has one.

    Running it twice with the same preferred HIT takes one slot, also where others were faster.
    Raises Refused when the group has no slot left for this worker, never while it has.
    """
    group = HITType.objects.filter(public_id=hit_type_id).first()
    if group is None:
        raise Refused(NO_HIT, not_found=True)
    offered = group.hits.filter(public_id=preferred).defer("question").first()
    with transaction.atomic():
        participating.lock(worker)
        if offered and (taken := taken_before(worker, offered)):
            return taken
        check_admission(worker, group)
        return take_any(worker, group, offered)


def taken_before(worker: Worker, offered: HIT) -> Assignment | None:
    """What the worker has in work because of an earlier press on the same offer."""
    in_work = worker.assignments.accepted().filter(Q(hit=offered) | Q(instead_of=offered))
    for work in in_work.select_related("hit").defer("hit__question"):
        try:
            return accept_locked(worker, work.hit.public_id)
        except Refused:
            continue  # its time ran out just now
    return None


def take_any(worker: Worker, group: HITType, offered: HIT | None) -> Assignment:
    """A slot of the offered HIT, or else of any other. Raises Refused when none is left."""
    choice = offered or browsing.next_hit(worker, group)
    for _ in range(ATTEMPTS):
        if choice is None:
            break
        lost = None if choice == offered else offered
        try:
            return accept_locked(worker, choice.public_id, instead_of=lost)
        except Refused:
            # Whoever only lost the race goes on, and not all losers to the same HIT.
            check_admission(worker, group)
            choice = browsing.any_hit(worker, group)
    raise Refused(NO_SLOT)
