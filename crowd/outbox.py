"""Writes down what must be said to the endpoint; crowd.delivery says it after the commit.

Every function adds rows in the caller's transaction and is safe to repeat: a key names what is
wanted, and the same key is never added twice.
"""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.urls import reverse

from crowd.external_question import question_xml
from crowd.kinds import kind_named
from crowd.models import (
    HIT,
    Appeal,
    Assignment,
    Batch,
    Bonus,
    Call,
    Decision,
    Qualification,
    Worker,
)
from crowd.models.outbox import CallQuerySet

Operation = Call.Operation


def create_hits(hits: Iterable[HIT], *, apart: Iterable[int] = ()) -> list[Call]:
    """One call a HIT, with the whole payload, so that a repeat says the same.

    `apart`: the items whose workers are kept from their other HITs by a qualification.
    """
    kept = set(apart)
    return Call.objects.bulk_create(creation_of(hit, is_apart=hit.item_id in kept) for hit in hits)


def creation_of(hit: HIT, *, is_apart: bool = False) -> Call:
    batch = hit.item.batch
    path = reverse(kind_named(batch.kind).url_name, args=[hit.public_id])
    key = f"hit:{hit.public_id}"
    payload = {
        "question": question_xml(settings.HIGHRES_ORIGIN + path),
        "max_assignments": hit.max_assignments,
        "lifetime_s": batch.lifetime_s,
        "annotation": key,
    }
    if is_apart:
        payload["is_apart"] = True
    return Call(key=key, operation=Operation.CREATE_HIT, hit=hit, payload=payload)


def extend_hit(hit: HIT, by: int) -> Call:
    """`hit.max_assignments` already counts the new ones."""
    payload = {"by": by, "to": hit.max_assignments}
    return add(f"extend:{hit.public_id}:{hit.max_assignments}", Operation.EXTEND, hit, payload)


def expire_hit(hit: HIT) -> Call:
    return move_expiration(hit, lifetime_s=0)


def prolong_hit(hit: HIT) -> Call:
    """Offer an expired HIT once more for the batch's lifetime."""
    return move_expiration(hit, lifetime_s=hit.item.batch.lifetime_s)


def move_expiration(hit: HIT, *, lifetime_s: int) -> Call:
    moves = hit.calls.filter(operation=Operation.EXPIRE).order_by("-id")
    last = moves.open().first()
    if last is not None and last.payload["lifetime_s"] == lifetime_s:
        return last
    key = f"expire:{hit.public_id}:{moves.count()}"
    return add(key, Operation.EXPIRE, hit, {"lifetime_s": lifetime_s})


def expire_stray(hit: HIT, mturk_id: str) -> Call:
    """Take a second HIT of ours off the market, of which we know only by the endpoint's list."""
    payload = {"lifetime_s": 0, "mturk_id": mturk_id}
    return add(f"expire-stray:{mturk_id}"[:64], Operation.EXPIRE, hit, payload)


def delete_hit(hit: HIT) -> Call:
    return add(f"delete:{hit.public_id}", Operation.DELETE, hit, {})


def tell_decision(decision: Decision, *, overturns: bool = False) -> Call:
    assignment = decision.assignment
    payload: dict[str, Any] = {"assignment": assignment.mturk_id}
    if decision.pays:
        operation = Operation.APPROVE
        payload["overturn"] = overturns
    else:
        operation = Operation.REJECT
        payload["reason"] = decision.reason
    about = {"assignment": assignment, "decision": decision}
    return add(f"decision:{decision.pk}", operation, assignment.hit, payload, **about)


def pay_bonus(bonus: Bonus) -> Call:
    work = bonus.assignment
    payload = {
        "assignment": work.mturk_id,
        "worker_id": work.worker.mturk_id,
        "amount_usd": f"{bonus.amount_usd:.2f}",
        "reason": bonus.reason,
    }
    about = {"assignment": work, "bonus": bonus}
    return add(f"bonus:{bonus.pk}", Operation.BONUS, work.hit, payload, **about)


def notify(assignment: Assignment, *, key: str, subject: str, text: str) -> Call:
    """Write to whoever did this work; `key` says what about, and each is said once."""
    worker_id = assignment.worker.mturk_id
    payload = {"worker_id": worker_id, "subject": subject, "text": text}
    key = f"notify:{assignment.pk}:{key}"
    return add(key, Operation.NOTIFY, assignment.hit, payload, assignment=assignment)


def create_qualification(hit: HIT) -> Call:
    """The qualification "has begun this item"; the item's `hit` stands in its name."""
    payload = {
        "name": f"HighRES item {hit.public_id}",
        "description": "You have worked on this item, which is judged once by everybody.",
    }
    return add(f"qualify:{hit.item_id}", Operation.CREATE_QUALIFICATION, hit, payload)


def grant(hit: HIT, worker: Worker, *, assignment: Assignment | None = None) -> Call:
    """Keep a worker from the HITs of this HIT's item."""
    payload = {"worker_id": worker.mturk_id}
    key = f"grant:{hit.item_id}:{worker.pk}"
    return add(key, Operation.GRANT, hit, payload, assignment=assignment)


def revoke(assignment: Assignment) -> Call:
    """Let the worker see the item's HITs again: what was begun was not done."""
    key, payload = f"revoke:{assignment.pk}", {"worker_id": assignment.worker.mturk_id}
    return add(key, Operation.REVOKE, assignment.hit, payload, assignment=assignment)


def create_kept_out(hit: HIT) -> Call:
    """The qualification "is kept out of this batch"; the batch's `hit` stands in its name."""
    payload = {
        "field": "kept_out_id",
        "name": f"HighRES not for {hit.public_id}",
        "description": "You took part in earlier work of ours; this work is for others.",
    }
    key = f"keep-out:{hit.item.batch_id}"
    return add(key, Operation.CREATE_QUALIFICATION, hit, payload)


def keep_out(hit: HIT, worker: Worker) -> Call:
    """Keep a worker from all HITs of this HIT's batch."""
    payload = {"field": "kept_out_id", "worker_id": worker.mturk_id}
    return add(kept_out_key(hit.item.batch_id, worker.pk), Operation.GRANT, hit, payload)


def keeping_out(batch: Batch) -> CallQuerySet:
    """The grants that keep somebody out of the batch."""
    return Call.objects.filter(key__startswith=kept_out_key(batch.pk, ""))


def kept_out_key(batch_id: int, worker_id: int | str) -> str:
    return f"keep-out:{batch_id}:{worker_id}"


def create_passed(hit: HIT) -> Call:
    """The qualification "has passed this batch"; the batch's `hit` stands in its name."""
    payload = {
        "field": "passed_id",
        "name": f"HighRES passed {hit.public_id}",
        "description": "You passed a test of ours; some later work is only for who did.",
    }
    return add(f"test:{hit.item.batch_id}", Operation.CREATE_QUALIFICATION, hit, payload)


def tell_passed(qualification: Qualification, hit: HIT) -> Call:
    """Grant or revoke it, as the row says; `hit` is one of the test's."""
    operation = Operation.REVOKE if qualification.revoked_at else Operation.GRANT
    payload = {"field": "passed_id", "worker_id": qualification.worker.mturk_id}
    return add(f"passed:{qualification.pk}:{qualification.n_changes}", operation, hit, payload)


def add(key: str, operation: Operation, hit: HIT, payload: dict[str, Any], **about: object) -> Call:
    wanted = {"operation": operation, "hit": hit, "payload": payload, **about}
    call, _ = Call.objects.get_or_create(key=key, defaults=wanted)
    return call


def deny_appeal(appeal: Appeal) -> Call:
    """The worker reads the answer at the endpoint where they appealed."""
    work = appeal.assignment
    payload = {"appeal": appeal.mturk_id, "answer": appeal.answer}
    return add(f"appeal:{appeal.pk}", Operation.DENY_APPEAL, work.hit, payload, assignment=work)
