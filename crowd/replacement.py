"""Opens new assignments in place of work that was lost, until the quota of judges can be met.

Mechanical Turk extends a HIT below ten assignments to nine at most; where that is not enough, a
new HIT is opened. Only rows are written; crowd.delivery tells the endpoint.
"""

from datetime import datetime

from django.db import transaction

from crowd import budget, outbox
from crowd.apart import offer_apart
from crowd.models import HIT, Assignment, Call, Item, Study
from crowd.prices import sizes_of_hits

SMALL = 9


def replace_lost(item: Item, study: Study, now: datetime) -> list[Call]:
    """Open what the item lacks; the calls that will say so. A repeat opens nothing.

    In the caller's transaction, with the study locked. Raises BudgetExceeded, writing nothing.
    """
    n = n_missing(item)
    if n <= 0 or item.batch.closed_at is not None:
        return []
    hits = list(item.hits.with_batch())
    hit = next((hit for hit in hits if extendable(hit, n)), None)
    with transaction.atomic():
        if hit is None:
            return open_hits(item, n, first_number=len(hits), study=study, now=now)
        return extend_hit(hit, n, study=study, now=now)


def is_short(item: Item) -> bool:
    """Whether judges are still to be found, for whom there was no money when others were lost."""
    return item.batch.closed_at is None and n_missing(item) > 0


def n_missing(item: Item) -> int:
    """How many judges can no more be had from the assignments that were ever offered."""
    offered = sum(item.hits.filter(gone_at=None).values_list("max_assignments", flat=True))
    offered += (
        Assignment.objects.confirmed().filter(hit__item=item, hit__gone_at__isnull=False).count()
    )
    return item.batch.judges - (offered - Assignment.objects.lost().filter(hit__item=item).count())


def extendable(hit: HIT, n: int) -> bool:
    if hit.mturk_id is None or hit.gone_at is not None:
        return False
    return hit.max_assignments > SMALL or hit.max_assignments + n <= SMALL


def extend_hit(hit: HIT, n: int, *, study: Study, now: datetime) -> list[Call]:
    hit.max_assignments += n
    hit.settled_at = None
    hit.save(update_fields=["max_assignments", "settled_at"])
    budget.reserve(study, [hit], now)
    calls = [outbox.extend_hit(hit, n)]
    if hit.expires_at and hit.expires_at <= now:
        calls.append(outbox.prolong_hit(hit))
    return calls


def open_hits(item: Item, n: int, *, first_number: int, study: Study, now: datetime) -> list[Call]:
    sizes = enumerate(sizes_of_hits(item.batch, n), first_number)
    hits = HIT.objects.bulk_create(
        HIT(item=item, number=number, max_assignments=size) for number, size in sizes
    )
    budget.reserve(study, hits, now)
    return offer_apart(item.batch, hits)
