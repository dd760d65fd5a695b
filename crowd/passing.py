"""Our own qualification tests: batches whose passing admits a worker to later ones.

A test is a batch of any kind, and passing is its check: `Batch.passes_wanted` works that pass and
none that fails. The qualification is granted silently at the endpoint, where later batches ask for
it; until it is there the server admits by the same row. Rows only, in a transaction of the caller
or of its own; nothing is added twice.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from crowd import outbox
from crowd.models import HIT, Assignment, Batch, Call, Qualification, Worker


def has_not_passed(batch: Batch, worker: str = "pk") -> Q:
    """Of a worker, or of rows with one: lacks what this batch asks for."""
    if batch.only_for_id is None:
        return Q(pk__in=[])
    held = Qualification.objects.held().filter(batch=batch.only_for_id)
    return ~Q(Exists(held.filter(worker=OuterRef(worker))))


def offer_test(batch: Batch, hits: Sequence[HIT]) -> list[Call]:
    """For a batch that is being published: what its passing grants, before its HITs."""
    return [outbox.create_passed(hits[0])] if batch.passes_wanted else []


def grant_earned(batch: Batch, now: datetime) -> list[Call]:
    """For who passed since. What was taken back by a person is not earned again."""
    if not batch.passes_wanted or not (earners := list(newly_passed(batch))):
        return []
    calls: list[Call] = []
    with transaction.atomic():
        for worker in earners:
            earned, is_new = Qualification.objects.get_or_create(
                batch=batch, worker=worker, defaults={"granted_at": now}
            )
            if is_new:
                calls.append(tell(earned))
    return calls


def newly_passed(batch: Batch) -> QuerySet[Worker]:
    """Enough usable work and none that failed, and no row yet."""
    work = Assignment.objects.confirmed().filter(hit__item__batch=batch)
    failed = work.filter(Q(sanity_passed=False) | Q(submitted_at=None)).values("worker")
    passed = Assignment.objects.usable().filter(hit__item__batch=batch).values("worker")
    enough = passed.annotate(n=Count("pk")).filter(n__gte=batch.passes_wanted).values("worker")
    earners = Worker.objects.filter(pk__in=enough).exclude(pk__in=failed)
    return earners.exclude(qualifications__batch=batch).order_by("pk")


def tell(qualification: Qualification) -> Call:
    """The endpoint is to agree with this row, which has just changed."""
    first = HIT.objects.filter(item__batch=qualification.batch).with_batch().earliest("pk")
    return outbox.tell_passed(qualification, first)
