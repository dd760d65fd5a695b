"""Taking any free HIT of a group, for workers who want the next one rather than this one."""

from marketplace import browsing
from marketplace.accepting import NO_HIT, NO_SLOT, accept, check_admission
from marketplace.models import Assignment, HITType, Worker
from marketplace.refusals import Refused

# Losing a race for a slot means that somebody else got one: a worker who loses goes on to the next
# HIT. The number only bounds what a HIT that lists itself and then refuses could do.
ATTEMPTS = 200


def accept_from_group(worker: Worker, hit_type_id: str, *, preferred: str = "") -> Assignment:
    """Take a slot of any open HIT of the group, of the preferred HIT if it still has one.

    Running it twice with the same preferred HIT takes one slot. Raises Refused when the group has
    no slot left for this worker, never while it has.
    """
    group = HITType.objects.filter(public_id=hit_type_id).first()
    if group is None:
        raise Refused(NO_HIT, not_found=True)
    check_admission(worker, group)
    choice = group.hits.filter(public_id=preferred).first() or browsing.next_hit(worker, group)
    for _ in range(ATTEMPTS):
        if choice is None:
            break
        try:
            return accept(worker, choice.public_id)
        except Refused:
            # It is over for somebody whom another tab gave a task of the group meanwhile; whoever
            # only lost the race goes on, and not all losers to the same HIT.
            check_admission(worker, group)
            choice = browsing.any_hit(worker, group)
    raise Refused(NO_SLOT)
