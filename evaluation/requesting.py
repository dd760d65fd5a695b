"""The results desk: takes the wish for results, and passes it on."""

from datetime import datetime
from functools import partial

from django.db import transaction

from crowd.models import Study
from evaluation.models import Results
from evaluation.tasks import compute_results


def request_results(study: Study, *, now: datetime) -> bool:
    """Have a study's results computed; False if they are on their way already.

    Writes one row and enqueues its computation on commit. Safe to call again.
    """
    with transaction.atomic():
        # One at a time for a study, so that two requests write one row.
        Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        results = Results.objects.filter(study=study).first()
        if results and results.is_under_way and results not in Results.objects.waiting(now):
            return False
        waiting = {"state": Results.State.WAITING, "requested_at": now, "error": "", "doing": ""}
        results, _ = Results.objects.update_or_create(study=study, defaults=waiting)
        transaction.on_commit(partial(compute_results.delay, results.pk), robust=True)
    return True
