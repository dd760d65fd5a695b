"""The desk for calls that failed: a person has put right what was wrong and says, once more."""

from functools import partial

from django.db import transaction

from crowd.models import Batch, Call
from crowd.tasks import deliver_call


def retry_call(call_id: int) -> bool:
    """Make a failed call due again and enqueue it; False if it was not failed. Safe to repeat."""
    with transaction.atomic():
        failed = Call.objects.filter(pk=call_id, state=Call.State.FAILED)
        # A message nobody can look up is said again because a person says so.
        failed.filter(operation=Call.Operation.NOTIFY).update(first_sent_at=None)
        revived = failed.update(state=Call.State.PENDING, attempts=0, not_before=None)
        if revived:
            transaction.on_commit(partial(deliver_call.delay, call_id), robust=True)
    return bool(revived)


def retry_batch(batch: Batch) -> int:
    """Retry all failed calls of a batch; returns how many."""
    failed = Call.objects.filter(hit__item__batch=batch, state=Call.State.FAILED)
    return sum(retry_call(call_id) for call_id in failed.values_list("pk", flat=True))
