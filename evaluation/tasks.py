"""What Celery runs for this room; every task may run twice, at once, or again after a kill."""

from celery import shared_task
from django.utils import timezone

from evaluation import computing


@shared_task
def compute_results(results_id: int) -> None:
    """Compute the results of one study."""
    computing.compute_results(results_id, timezone.now())


@shared_task
def compute_waiting() -> None:
    """Find what a killed worker or a lost message has left, and compute it."""
    for results_id in computing.waiting_results(timezone.now()):
        computing.compute_results(results_id, timezone.now())
