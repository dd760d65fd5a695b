"""When nothing more can come of a HIT or of a rejection, what was set aside for it is free again.

In rows only; whoever asked the endpoint knows that it is over. A repeat gives nothing back twice.
"""

from datetime import datetime

from django.db import transaction

from crowd import budget
from crowd.models import HIT, Assignment, Call, Study

NEVER_MADE = "the batch was closed before the HIT was made"


def finish(hit: HIT, study: Study, *, n_unused: int) -> None:
    """Free what no work was done for; with the last HIT of its batch also the pool for bonuses.

    In the caller's transaction, with the study locked and the HIT marked as settled.
    """
    budget.release_unused(study, hit, n_unused)
    batch = hit.item.batch
    if not HIT.objects.filter(item__batch=batch, settled_at=None).exists():
        budget.release_pool(batch)


def finish_unmade(hit: HIT, now: datetime) -> None:
    """The endpoint has no such HIT and is to have none: nobody can ask for it once more.

    In the caller's transaction.
    """
    study = budget.lock_study(hit.item.batch.study_id)
    failed = hit.calls.filter(operation=Call.Operation.CREATE_HIT, state=Call.State.FAILED)
    failed.update(state=Call.State.OVERTAKEN, last_error=NEVER_MADE, done_at=now)
    if HIT.objects.filter(pk=hit.pk, mturk_id=None, settled_at=None).update(settled_at=now):
        finish(hit, study, n_unused=hit.max_assignments)


def release_final(now: datetime) -> None:
    """Free what rejected work would have cost, in every study, once nobody can overturn it.

    A transaction a study.
    """
    rejected = Assignment.objects.filter(status=Assignment.Status.REJECTED)
    studies = Study.objects.filter(batches__items__hits__assignments__in=rejected).order_by()
    for study_id in studies.values_list("pk", flat=True).distinct():
        with transaction.atomic():
            budget.release_rejections(budget.lock_study(study_id), now)
