"""How far a batch has come, counted; nothing is stored."""

from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from crowd.models import HIT, Assignment, Batch, Call


@dataclass(frozen=True)
class BatchProgress:
    """HITs at the endpoint, and the judgments of `n_wanted` that are there."""

    n_hits: int
    n_created: int
    n_failed: int
    n_offered: int
    n_wanted: int
    n_saved: int
    n_confirmed: int
    n_usable: int
    n_awaiting_decision: int

    @property
    def n_waiting(self) -> int:
        """HITs that are still to be created and for which nobody need do anything."""
        return self.n_hits - self.n_created - self.n_failed


def batch_progress(batch: Batch) -> BatchProgress:
    """Five statements, however large the batch."""
    unmade = Q(mturk_id=None, settled_at__isnull=False)
    hits = HIT.objects.filter(~unmade, item__batch=batch).aggregate(
        n_hits=Count("pk"),
        n_created=Count("pk", filter=Q(mturk_id__isnull=False)),
        n_offered=Sum("max_assignments", default=0),
    )
    creations = Call.objects.filter(hit__item__batch=batch, operation=Call.Operation.CREATE_HIT)
    work = Assignment.objects.filter(hit__item__batch=batch)
    counts = work.aggregate(
        n_saved=Count("pk", filter=Q(submitted_at__isnull=False)),
        n_confirmed=Count("pk", filter=Q(confirmed_at__isnull=False)),
    )
    return BatchProgress(
        **hits,
        **counts,
        n_failed=creations.filter(state=Call.State.FAILED).count(),
        n_wanted=batch.items.count() * batch.judges,
        n_usable=work.usable().count(),
        n_awaiting_decision=work.awaiting_decision().count(),
    )
