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
from crowd.models import HIT, Call, Decision

Operation = Call.Operation


def create_hits(hits: Iterable[HIT]) -> list[Call]:
    """One call a HIT, with the whole payload, so that a repeat says the same."""
    return Call.objects.bulk_create(creation_of(hit) for hit in hits)


def creation_of(hit: HIT) -> Call:
    batch = hit.item.batch
    path = reverse(kind_named(batch.kind).url_name, args=[hit.public_id])
    key = f"hit:{hit.public_id}"
    payload = {
        "question": question_xml(settings.HIGHRES_ORIGIN + path),
        "max_assignments": hit.max_assignments,
        "lifetime_s": batch.lifetime_s,
        "annotation": key,
    }
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


def tell_decision(decision: Decision, *, overturns: bool = False) -> Call:
    assignment = decision.assignment
    payload: dict[str, Any] = {"assignment": assignment.mturk_id}
    if decision.verdict == Decision.Verdict.APPROVE:
        operation = Operation.APPROVE
        payload["overturn"] = overturns
    else:
        operation = Operation.REJECT
        payload["reason"] = decision.reason
    return add(f"decision:{decision.pk}", operation, assignment.hit, payload, decision=decision)


def add(
    key: str,
    operation: Operation,
    hit: HIT,
    payload: dict[str, Any],
    *,
    decision: Decision | None = None,
) -> Call:
    wanted = {"operation": operation, "hit": hit, "payload": payload, "decision": decision}
    call, _ = Call.objects.get_or_create(key=key, defaults=wanted)
    return call
