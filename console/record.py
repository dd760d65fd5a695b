"""A worker's record as a reviewer sees it: in this study, and in all of this installation."""

from dataclasses import dataclass

from django.db.models import Count, Q

from crowd.models import Appeal, Assignment, Exclusion


@dataclass(frozen=True)
class Record:
    """Counts over all studies; `exclusion` is that from the study at hand."""

    n_studies: int
    n_handed_in: int
    n_failed: int
    n_rejected: int
    n_appeals: int
    n_upheld: int
    exclusion: Exclusion | None

    @property
    def failed_share(self) -> float | None:
        return self.n_failed / self.n_handed_in if self.n_handed_in else None


def record_of(assignment: Assignment) -> Record:
    """Three statements."""
    work = Assignment.objects.saved().filter(worker=assignment.worker_id)
    counted = work.aggregate(
        n_studies=Count("hit__item__batch__study", distinct=True),
        n_handed_in=Count("pk"),
        n_failed=Count("pk", filter=Q(sanity_passed=False)),
        n_rejected=Count("pk", filter=Q(status=Assignment.Status.REJECTED)),
    )
    appealed = Appeal.objects.filter(assignment__worker=assignment.worker_id).aggregate(
        n_appeals=Count("pk"), n_upheld=Count("pk", filter=Q(decision__isnull=False))
    )
    study = assignment.hit.item.batch.study_id
    exclusion = Exclusion.objects.filter(study=study, worker=assignment.worker_id)
    return Record(**counted, **appealed, exclusion=exclusion.select_related("excluded_by").first())


def failures_of(worker_ids: set[int]) -> dict[int, tuple[int, int]]:
    """For each worker how much work failed its check, of how much handed in; one statement."""
    work = Assignment.objects.saved().filter(worker__in=worker_ids).order_by()
    counted = work.values_list("worker").annotate(
        n_failed=Count("pk", filter=Q(sanity_passed=False)), n=Count("pk")
    )
    return {worker: (n_failed, n) for worker, n_failed, n in counted}
