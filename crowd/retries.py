"""The desk for calls that failed: a person has put right what was wrong and says, once more."""

from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from crowd.models import Batch, Call
from crowd.tasks import deliver_call


def retry_call(call_id: int) -> bool:
    """Make a failed call due again and enqueue it; False if it was not failed. Safe to repeat."""
    with transaction.atomic():
        failed = Call.objects.filter(pk=call_id, state=Call.State.FAILED)
        skip_included(failed)
        # A message nobody can look up is said again because a person says so.
        failed.filter(operation=Call.Operation.NOTIFY).update(first_sent_at=None)
        revived = failed.update(state=Call.State.PENDING, attempts=0, not_before=None)
        if revived:
            transaction.on_commit(partial(deliver_call.delay, call_id), robust=True)
    return bool(revived)


def skip_included(failed: QuerySet[Call]) -> None:
    """An extension says up to how many: after a later one of the same HIT it is not said again."""
    later = Call.objects.filter(
        operation=Call.Operation.EXTEND, hit=OuterRef("hit"), pk__gt=OuterRef("pk")
    )
    included = failed.filter(Exists(later), operation=Call.Operation.EXTEND)
    included.update(state=Call.State.OVERTAKEN, last_error="a later extension includes it")


def retry_batch(batch: Batch) -> int:
    """Retry all failed calls of a batch; returns how many."""
    failed = Call.objects.filter(hit__item__batch=batch, state=Call.State.FAILED)
    return sum(retry_call(call_id) for call_id in failed.values_list("pk", flat=True))
