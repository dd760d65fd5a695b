"""One judgment of an item a worker: when somebody slipped into two HITs of it, the first counts.

Mechanical Turk keeps a worker from a second assignment of one HIT only, not from another HIT of the
same item. Whoever was let in is paid; the second judgment is voided, and so
is what an excluded worker judged.
"""

from datetime import datetime

from crowd.kinds import kind_named
from crowd.models import Assignment, Exclusion, Item


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


def void_excluded(item: Item, now: datetime) -> int:
    """Void what workers judged who are excluded from the study; returns how many that is.

    Work that failed its check does not count anyway and still waits for a decision about its pay.
    In the caller's transaction, which marks the item as changed. A repeat voids nothing.
    """
    excluded = Exclusion.objects.filter(
        study=item.batch.study_id, worker__assignments__hit__item=item
    )
    n_voided = 0
    for exclusion in excluded.distinct():
        judged = Assignment.objects.usable().filter(hit__item=item, worker=exclusion.worker_id)
        n_voided += judged.update(voided_at=now, void_reason=exclusion.void_reason)
    return n_voided
