"""What Celery runs for this room; every task may run twice, at once, or again after a kill."""

import logging

from celery import shared_task
from django.utils import timezone

from crowd.delivery import deliver, deliver_due
from crowd.kinds import kind_named
from crowd.models import Batch
from crowd.sync import sync_assignments

logger = logging.getLogger(__name__)


@shared_task
def deliver_call(call_id: int) -> None:
    """Say one call to the endpoint."""
    deliver(call_id, timezone.now())


@shared_task
def deliver_pending() -> int:
    """Say what is due: retries, and what a killed process or a lost message left."""
    return deliver_due(timezone.now())


@shared_task
def sync_batch(batch_id: int) -> None:
    """Ask the endpoint about a batch; pass on what follows from its answer."""
    batch = Batch.objects.select_related("study").get(pk=batch_id)
    news = sync_assignments(batch, timezone.now())
    for problem in news.problems:
        logger.warning("sync of %s: %s", batch, problem)
    for call_id in news.calls:
        deliver_call.delay(call_id)
    if news.changed_items:
        kind_named(batch.kind).refresh(sorted(news.changed_items))


@shared_task
def sync_open_batches() -> int:
    """Ask about every batch to which something may still happen; returns how many."""
    batch_ids = list(Batch.objects.open().values_list("pk", flat=True))
    errors = []
    for batch_id in batch_ids:
        try:
            sync_batch(batch_id)
        except Exception as error:  # one batch's trouble is not the others'
            errors.append(error)
    if errors:
        raise ExceptionGroup("some batches could not be synced", errors)
    return len(batch_ids)
