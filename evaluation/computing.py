"""Computes a study's results for the page that shows them: the worker that measures.

One process at a time for a study. Killed halfway it leaves the earlier files, and whoever finds the
silence begins again; the same rows give the same files, so that twice does no harm.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from crowd.models import Study
from evaluation.models import ResultFile, Results
from evaluation.models.results import ResultsQuerySet
from evaluation.rating_rows import RatingRowsError
from evaluation.report import study_report
from evaluation.report_files import report_texts
from evaluation.state import state_key
from metrics.problems import BadFiles


def compute_results(results_id: int, now: datetime) -> None:
    """Compute what is waited for and store its files; nothing if nobody waits for it.

    What is wrong with the study's own rows is stored as the reason; anything else is stored too,
    and raised.
    """
    results = _claimed(results_id, now)
    if results is None:
        return
    try:
        key = state_key(results.study)
        report = study_report(results.study, say=lambda doing: _hear(results, doing))
        _store(results, key, report_texts(report))
    except (RatingRowsError, BadFiles) as error:
        _fail(results, str(error))
    except Exception as error:
        _fail(results, f"an unexpected error, {type(error).__name__}; the log of the worker has it")
        raise


def waiting_results(now: datetime) -> list[int]:
    """For the sweep: what a lost message or a killed process left."""
    return list(Results.objects.waiting(now).order_by("requested_at").values_list("pk", flat=True))


def _claimed(results_id: int, now: datetime) -> Results | None:
    with transaction.atomic():
        rows = Results.objects.select_for_update(of=("self",)).select_related("study")
        results = rows.filter(pk=results_id).first()
        if results is None or results not in Results.objects.waiting(now):
            return None
        Results.objects.filter(pk=results_id).update(
            state=Results.State.RUNNING, heard_at=now, doing="", error=""
        )
    return results


def _hear(results: Results, doing: str) -> None:
    _mine(results).update(doing=doing, heard_at=timezone.now())


def _store(results: Results, key: str, texts: dict[str, str]) -> None:
    with transaction.atomic():
        Study.objects.select_for_update(no_key=True).get(pk=results.study_id)
        results.files.all().delete()
        ResultFile.objects.bulk_create(
            ResultFile(results=results, name=name, text=text) for name, text in texts.items()
        )
        _mine(results).update(
            state=Results.State.DONE, key=key, doing="", computed_at=timezone.now()
        )


def _fail(results: Results, error: str) -> None:
    _mine(results).update(state=Results.State.FAILED, error=error, doing="")


def _mine(results: Results) -> ResultsQuerySet:
    """The row while it is being computed; asked for anew meanwhile, it stays that."""
    return Results.objects.filter(pk=results.pk, state=Results.State.RUNNING)
