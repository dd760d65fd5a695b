"""What Celery runs for this room; every task may run twice, at once, or again after a kill."""

import logging

from celery import shared_task
from django.utils import timezone

from crowd.balances import ask_balance
from crowd.delivery import deliver, deliver_due
from crowd.finishing import release_final
from crowd.hearing import hear
from crowd.kinds import kind_named
from crowd.models import Batch, Study
from crowd.overdue import approve_unconfirmed as approve
from crowd.port import EndpointError
from crowd.reconciling import reconcile
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
def approve_unconfirmed() -> None:
    """Pay, before the endpoint does it silently, what no second reader has read."""
    for call_id in approve(timezone.now()):
        deliver_call.delay(call_id)


@shared_task
def hear_appeals() -> None:
    """Take in what workers say against rejections."""
    for problem in hear(timezone.now()):
        logger.warning("an appeal could not be taken in: %s", problem)


@shared_task
def ask_account() -> None:
    """Ask the endpoint what our account holds."""
    try:
        ask_balance(timezone.now())
    except EndpointError as error:
        logger.warning("the balance could not be asked: %s", error)


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


@shared_task
def release_money() -> None:
    """Free what was set aside for rejections that nobody can overturn any more."""
    release_final(timezone.now())


@shared_task
def reconcile_study(study_id: int) -> None:
    """Compare a study with the endpoint."""
    reconcile(Study.objects.get(pk=study_id), timezone.now())


@shared_task
def reconcile_running() -> None:
    """Compare every study of which something is still at the endpoint."""
    for study_id in set(Batch.objects.open().values_list("study", flat=True)):
        reconcile_study(study_id)
