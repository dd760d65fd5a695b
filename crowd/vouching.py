"""The desk by which a person qualifies a worker, or takes a qualification back."""

from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd import budget
from crowd.due_process import DecisionError, refuse_own_account
from crowd.frame import WORKER_ID
from crowd.models import Batch, Qualification, ReviewEvent, Worker
from crowd.passing import tell
from crowd.review import enqueue

SHORTEST_REASON = 10


def qualify(
    batch_id: int, worker_id: str, *, reason: str, by: AbstractBaseUser, now: datetime
) -> Qualification:
    """The worker may take what is only for who passed this test, whatever they did in it.

    Enqueues the grant. A repeat changes nothing. Raises DecisionError.
    """
    with transaction.atomic():
        batch, worker = looked_up(batch_id, worker_id, by)
        held, is_new = Qualification.objects.get_or_create(
            batch=batch, worker=worker, defaults={"granted_at": now}
        )
        if is_new or held.revoked_at:
            held.granted_at, held.revoked_at = now, None
            change(held, ReviewEvent.Kind.QUALIFIED, reason, by, now)
    return held


def disqualify(
    batch_id: int, worker_id: str, *, reason: str, by: AbstractBaseUser, now: datetime
) -> Qualification:
    """The worker is offered no more of it; what they have begun they may finish, and pay is as it
    was. They do not earn it again by the test.

    Enqueues the revocation. A repeat changes nothing. Raises DecisionError.
    """
    with transaction.atomic():
        batch, worker = looked_up(batch_id, worker_id, by)
        held = Qualification.objects.filter(batch=batch, worker=worker).first()
        if held is None:
            raise DecisionError(f"{worker} is not qualified by {batch}: there is nothing to take")
        if held.revoked_at is None:
            held.revoked_at = now
            change(held, ReviewEvent.Kind.REVOKED, reason, by, now)
    return held


def looked_up(batch_id: int, worker_id: str, by: AbstractBaseUser) -> tuple[Batch, Worker]:
    """Behind the study's lock. A worker may come whom we have not seen yet."""
    if not WORKER_ID.fullmatch(worker_id):
        raise DecisionError(
            f"a worker id is an A with capital letters and digits, got {worker_id!r}"
        )
    budget.lock_study(Batch.objects.values_list("study", flat=True).get(pk=batch_id))
    batch = Batch.objects.select_related("study").get(pk=batch_id)
    if not batch.passes_wanted or batch.published_at is None:
        raise DecisionError(f"{batch} is no published qualification test")
    worker, _ = Worker.objects.get_or_create(endpoint_url=batch.endpoint_url, mturk_id=worker_id)
    refuse_own_account(worker, by)
    return batch, worker


def change(
    held: Qualification, kind: str, reason: str, by: AbstractBaseUser, now: datetime
) -> None:
    reason = reason.strip()
    longest = Qualification._meta.get_field("reason").max_length
    if not SHORTEST_REASON <= len(reason) <= longest:
        raise DecisionError(
            f"say why, in {SHORTEST_REASON} to {longest} characters, got {len(reason)}"
        )
    held.changed_by, held.reason = by, reason
    held.n_changes += 1
    held.save()
    enqueue([tell(held)])
    ReviewEvent.objects.create(
        kind=kind, study=held.batch.study, worker=held.worker, by=by, at=now, text=reason
    )
