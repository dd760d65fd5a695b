"""What a background worker does for this room; every task may run at any time, also twice."""

import logging
from collections.abc import Iterable

from celery import shared_task

from annotation import aggregation

logger = logging.getLogger(__name__)


@shared_task
def aggregate_document(study_id: int, document_id: int) -> None:
    """Bring the weights of one document up to date."""
    aggregation.aggregate_document(study_id, document_id)


@shared_task
def aggregate_items(item_ids: list[int]) -> None:
    """Bring the weights up to date after the usable work of these items has changed."""
    _aggregate(aggregation.documents_of(item_ids))


@shared_task
def aggregate_stale() -> None:
    """Find what a killed worker or a lost message has left, and do it."""
    _aggregate(aggregation.stale_documents())


def _aggregate(pairs: Iterable[aggregation.Pair]) -> None:
    """One after the other; what cannot be aggregated is logged and does not stop the rest."""
    for study_id, document_id in pairs:
        try:
            aggregation.aggregate_document(study_id, document_id)
        except ValueError:
            logger.exception("aggregation of document %s failed", document_id)
