"""Keeps from a batch whoever took part in earlier ones, where its researcher wants that.

By a qualification at the endpoint that hides its HITs: granted before they are offered, and to
others as their work in an earlier batch is confirmed. Until they have it the server keeps them out
(crowd.assignments). Rows only, in the caller's transaction; nothing is added twice.
"""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from crowd import outbox
from crowd.models import HIT, Assignment, Batch, Call, Worker


def took_part_earlier(batch: Batch, worker: str = "pk") -> Q:
    """Of a worker, or of rows with one: did work in a batch from which this one wants nobody."""
    work = Assignment.objects.taken_part().filter(hit__item__batch__keeps_out_of=batch)
    return Q(Exists(work.filter(worker=OuterRef(worker))))


def keep_out_earlier(batch: Batch, hits: Sequence[HIT]) -> list[Call]:
    """For a batch that is being published; these calls come before its HITs."""
    if not batch.not_for.exists():
        return []
    return [outbox.create_kept_out(hits[0]), *grants_missing(batch, hits[0])]


def keep_out_of_later(earlier: Batch) -> list[Call]:
    """For who did work in this batch since others were published that do not want them."""
    offered = earlier.keeps_out_of.exclude(published_at=None).filter(closed_at=None)
    calls: list[Call] = []
    for batch in offered.filter(endpoint_url=earlier.endpoint_url):
        first = HIT.objects.filter(item__batch=batch).with_batch().earliest("pk")
        calls += grants_missing(batch, first)
    return calls


def grants_missing(batch: Batch, hit: HIT) -> list[Call]:
    known = set(outbox.keeping_out(batch).values_list("payload__worker_id", flat=True))
    workers = earlier_workers(batch).exclude(mturk_id__in=known)
    return [outbox.keep_out(hit, worker) for worker in workers]


def earlier_workers(batch: Batch) -> QuerySet[Worker]:
    """Whom the endpoint knows to have done work in a batch of `not_for`."""
    work = Assignment.objects.confirmed().filter(hit__item__batch__keeps_out_of=batch)
    known = Worker.objects.filter(endpoint_url=batch.endpoint_url)
    return known.filter(pk__in=work.values("worker")).order_by("pk")
