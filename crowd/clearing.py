"""The clearing desk: deletes at the endpoint what is over, and never a day too early.

A deleted HIT's rejections can no longer be overturned; so it stays for the
thirty days in which they can.
"""

from datetime import datetime
from functools import partial

from django.db import transaction

from crowd import budget, outbox
from crowd.budget import OVERTURN_WINDOW
from crowd.models import HIT, Assignment, Batch, Call
from crowd.tasks import deliver_call


def clear_batch(batch_id: int, *, now: datetime) -> int:
    """Have the batch's finished HITs deleted; returns how many are asked for. Safe to repeat."""
    with transaction.atomic():
        budget.lock_study(Batch.objects.values_list("study", flat=True).get(pk=batch_id))
        recent = Assignment.objects.filter(handed_in_at__gte=now - OVERTURN_WINDOW)
        hits = (
            HIT.objects.created()
            .filter(item__batch=batch_id, settled_at__lt=now - OVERTURN_WINDOW, gone_at=None)
            .exclude(pk__in=recent.values("hit"))
            .exclude(calls__operation=Call.Operation.DELETE)
        )
        calls = [outbox.delete_hit(hit) for hit in hits]
        for call in calls:
            transaction.on_commit(partial(deliver_call.delay, call.pk), robust=True)
    return len(calls)
