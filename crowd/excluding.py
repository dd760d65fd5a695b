"""The desk that leaves a worker out of a study: everywhere at once, past and future.

Only what counts is touched. Pay is not: work that passed is approved, what failed waits for a
person like anybody's. Work that arrives later is voided when it is confirmed (crowd.judgments).
"""

from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd import budget
from crowd.due_process import DecisionError, refuse_own_account
from crowd.judgments import void_excluded
from crowd.models import Assignment, Exclusion, Item, ReviewEvent, Study, Worker
from crowd.review import changed, enqueue, replace


def exclude_worker(
    study_id: int, worker_id: int, *, reason: str, by: AbstractBaseUser, now: datetime
) -> Exclusion:
    """No work of this worker counts in the study any more, and their pages offer no new one.

    Voids, opens replacements, enqueues their delivery and the recomputation. A repeat changes
    nothing. Raises DecisionError without a reason.
    """
    reason = reason.strip()
    longest = Exclusion._meta.get_field("reason").max_length
    if not 10 <= len(reason) <= longest:
        raise DecisionError(f"say why, in 10 to {longest} characters, got {len(reason)}")
    with transaction.atomic():
        study = budget.lock_study(study_id)
        worker = Worker.objects.get(pk=worker_id)
        refuse_own_account(worker, by)
        exclusion, is_new = Exclusion.objects.get_or_create(
            study=study,
            worker=worker,
            defaults={"reason": reason, "excluded_by": by, "excluded_at": now},
        )
        if not is_new:
            return exclusion
        items = touched(study, worker)
        for item in items:
            void_excluded(item, now)
        changed(items)
        for item in items:
            enqueue(replace(item, study, now))
        log(exclusion, ReviewEvent.Kind.EXCLUDED, by, now)
    return exclusion


def admit_worker(study_id: int, worker_id: int, *, by: AbstractBaseUser, now: datetime) -> None:
    """Lift an exclusion: what it left out counts again. A repeat changes nothing. Raises
    DecisionError for one's own."""
    with transaction.atomic():
        study = budget.lock_study(study_id)
        exclusion = Exclusion.objects.filter(study=study, worker=worker_id).first()
        if exclusion is None:
            return
        refuse_own_account(exclusion.worker, by)
        work = Assignment.objects.filter(hit__item__batch__study=study, worker=worker_id)
        work = work.filter(void_reason=exclusion.void_reason)
        work.update(voided_at=None, void_reason="")
        changed(touched(study, exclusion.worker))
        log(exclusion, ReviewEvent.Kind.ADMITTED, by, now)
        exclusion.delete()


def touched(study: Study, worker: Worker) -> list[Item]:
    """The items this worker has judged in the study."""
    items = Item.objects.filter(batch__study=study, hits__assignments__worker=worker)
    return list(items.select_related("batch").distinct())


def log(exclusion: Exclusion, kind: str, by: AbstractBaseUser, now: datetime) -> None:
    ReviewEvent.objects.create(
        kind=kind,
        study=exclusion.study,
        worker=exclusion.worker,
        by=by,
        at=now,
        text=exclusion.reason,
    )
