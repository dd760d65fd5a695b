"""One judgment of an item a worker: when somebody slipped into two HITs of it, the first counts.

Mechanical Turk keeps a worker from a second assignment of one HIT only, not from another HIT of the
same item (MTURK.md section 9). Whoever was let in is paid; the second judgment is voided.
"""

from datetime import datetime

from crowd.kinds import kind_named
from crowd.models import Assignment, Item


def void_second_judgments(item: Item, now: datetime) -> int:
    """Void what is confirmed and saved beside an earlier judgment; returns how many that is.

    In the caller's transaction, which marks the item as changed. A repeat voids nothing. A kind
    that allocates keeps its own law.
    """
    if kind_named(item.batch.kind).allocates:
        return 0
    judged = Assignment.objects.saved().confirmed().filter(hit__item=item, voided_at=None)
    first_of: dict[int, Assignment] = {}
    n_voided = 0
    for row in judged.order_by("handed_in_at", "pk"):
        first = first_of.setdefault(row.worker_id, row)
        if row is not first:
            row.voided_at = now
            row.void_reason = f"this worker judged the item in assignment {first} before"
            row.save(update_fields=["voided_at", "void_reason"])
            n_voided += 1
    return n_voided
