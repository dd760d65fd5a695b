"""How each kind of call is said to the endpoint, and how a doubtful outcome is settled.

A sender either returns what is now true at the endpoint or raises an EndpointError. When the
endpoint refuses what may have happened before, it is asked how things stand (MTURK.md sections 4
and 7): the answer decides, not the text of the refusal.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from crowd.models import Assignment, Batch, Call
from crowd.mturk import EXPIRE_NOW, Endpoint
from crowd.port import AlreadyExists, EndpointError, Refused, RemoteHIT, WrongState

Operation, Status = Call.Operation, Assignment.Status

# Endpoints remember an idempotency token for 24 hours; an hour is kept as margin.
TOKEN_LIFE = timedelta(hours=23)


class NotYet(EndpointError):
    """The endpoint does not know of it yet; it may later (MTURK.md traps 6 and 7)."""


@dataclass(frozen=True)
class Outcome:
    """What is true at the endpoint after the call: new values of the HIT, status of the work."""

    hit: dict[str, Any] = field(default_factory=dict)
    status: str = ""
    overtaken: str = ""


def create(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    made = made_before(call, endpoint, now) or make(call, endpoint)
    return Outcome(hit={"mturk_id": made.mturk_id, "expires_at": made.expires_at})


def made_before(call: Call, endpoint: Endpoint, now: datetime) -> RemoteHIT | None:
    """When the endpoint may have forgotten the token, what an earlier attempt made is sought."""
    if call.first_sent_at is None or now - call.first_sent_at < TOKEN_LIFE:
        return None
    made = endpoint.find_hit(call.key)
    if made is None:
        Call.objects.filter(pk=call.pk).update(first_sent_at=now)  # the token begins a new life
    return made


def make(call: Call, endpoint: Endpoint) -> RemoteHIT:
    hit_type_id = hit_type_of(call.hit.item.batch, endpoint)
    try:
        return endpoint.create_hit(hit_type_id=hit_type_id, token=call.key, **call.payload)
    except AlreadyExists as refusal:
        # An earlier attempt made it, and the answer was lost.
        made = endpoint.get_hit(refusal.hit_id) if refusal.hit_id else endpoint.find_hit(call.key)
        if made is None or made.annotation != call.key:
            raise
        return made


def hit_type_of(batch: Batch, endpoint: Endpoint) -> str:
    """One type for the whole batch, made at first use; asking twice gives the same."""
    if not batch.hit_type_id:
        batch.hit_type_id = endpoint.create_hit_type(
            title=batch.title,
            description=batch.description,
            keywords=batch.keywords,
            reward_usd=batch.reward_usd,
            assignment_duration_s=batch.assignment_duration_s,
            auto_approval_delay_s=batch.auto_approval_delay_s,
        )
        Batch.objects.filter(pk=batch.pk).update(hit_type_id=batch.hit_type_id)
    return batch.hit_type_id


def extend(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    hit_id, wanted = created_id(call), call.payload["to"]
    if call.first_sent_at and endpoint.get_hit(hit_id).max_assignments >= wanted:
        return Outcome()
    try:
        endpoint.extend(hit_id, by=call.payload["by"], token=call.key)
    except Refused:
        if endpoint.get_hit(hit_id).max_assignments < wanted:
            raise
    return Outcome()


def expire(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    """Or, with a lifetime, offer it again."""
    hit_id, lifetime_s = created_id(call), call.payload["lifetime_s"]
    expires_at = now + timedelta(seconds=lifetime_s)
    try:
        endpoint.move_expiration(hit_id, expires_at if lifetime_s else EXPIRE_NOW)
    except Refused:
        # The same time twice within a second is refused, although it holds.
        moved = endpoint.get_hit(hit_id).expires_at - call.hit.expires_at
        if not (moved > timedelta(0) if lifetime_s else moved < timedelta(0)):
            raise
    return Outcome(hit={"expires_at": expires_at})


def created_id(call: Call) -> str:
    if call.hit.mturk_id is None:
        raise NotYet("the HIT does not exist at the endpoint")
    return call.hit.mturk_id


def approve(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    try:
        endpoint.approve(call.payload["assignment"], overturn=call.payload["overturn"])
    except WrongState as refusal:
        status = status_now(call, endpoint)
        if status == Status.REJECTED:
            raise
        if status != Status.APPROVED:
            raise NotYet(str(refusal)) from refusal
    return Outcome(status=Status.APPROVED)


def reject(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    try:
        endpoint.reject(call.payload["assignment"], reason=call.payload["reason"])
    except WrongState as refusal:
        status = status_now(call, endpoint)
        if status == Status.APPROVED:
            text = "the endpoint had approved it before it heard of the rejection"
            return Outcome(status=Status.APPROVED, overtaken=text)
        if status != Status.REJECTED:
            raise NotYet(str(refusal)) from refusal
    return Outcome(status=Status.REJECTED)


def status_now(call: Call, endpoint: Endpoint) -> str:
    """The endpoint's word on the work. Raises NotYet while it does not show it as handed in."""
    try:
        return endpoint.get_assignment(call.payload["assignment"]).status
    except WrongState as refusal:
        raise NotYet(str(refusal)) from refusal


SENDERS: dict[str, Callable[[Call, Endpoint, datetime], Outcome]] = {
    Operation.CREATE_HIT: create,
    Operation.EXTEND: extend,
    Operation.EXPIRE: expire,
    Operation.APPROVE: approve,
    Operation.REJECT: reject,
}
