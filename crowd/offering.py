"""How HITs are created, extended, expired and deleted, and how a doubtful outcome is settled.

When the endpoint refuses what may have happened before, it is asked how things stand: the answer
decides, not the text of the refusal.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from crowd import outbox
from crowd.models import Batch, Call
from crowd.mturk import Endpoint
from crowd.outcome import TOKEN_LIFE, NotYet, Outcome
from crowd.port import AlreadyExists, Refused, RemoteHIT, WrongState
from crowd.requester import EXPIRE_NOW


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
    wanted = {name: value for name, value in call.payload.items() if name != "is_apart"}
    hit_type_id = hit_type_of(call, endpoint)
    try:
        return endpoint.create_hit(hit_type_id=hit_type_id, token=call.key, **wanted)
    except AlreadyExists as refusal:
        # An earlier attempt made it, and the answer was lost.
        made = endpoint.get_hit(refusal.hit_id) if refusal.hit_id else endpoint.find_hit(call.key)
        if made is None or made.annotation != call.key:
            raise
        return made


def hit_type_of(call: Call, endpoint: Endpoint) -> str:
    """One type for the whole batch, or for an item whose HITs are kept apart.

    Made at first use; asking twice gives the same, so no outcome is ever in doubt.
    """
    item = call.hit.item
    if call.payload.get("is_apart"):
        if not item.qualification_id:
            raise NotYet("the qualification that keeps workers apart does not exist yet")
        return make_type(item.batch, endpoint, not_for=[item.qualification_id])
    if not item.batch.hit_type_id:
        item.batch.hit_type_id = make_type(item.batch, endpoint)
        Batch.objects.filter(pk=item.batch.pk).update(hit_type_id=item.batch.hit_type_id)
    return item.batch.hit_type_id


def make_type(batch: Batch, endpoint: Endpoint, *, not_for: Sequence[str] = ()) -> str:
    return endpoint.create_hit_type(
        title=batch.title,
        description=batch.description,
        keywords=batch.keywords,
        reward_usd=batch.reward_usd,
        assignment_duration_s=batch.assignment_duration_s,
        auto_approval_delay_s=batch.auto_approval_delay_s,
        not_for=[*not_for, *kept_out(batch)],
        only_for=passed(batch),
    )


def kept_out(batch: Batch) -> list[str]:
    """What whoever took part earlier has. Raises NotYet until all of them have it."""
    if not batch.not_for.exists():
        return []
    if not batch.kept_out_id or outbox.keeping_out(batch).open().exists():
        raise NotYet("not everybody who took part earlier is kept out yet")
    return [batch.kept_out_id]


def passed(batch: Batch) -> list[str]:
    """What whoever passed the test of this batch has. Raises NotYet before there is one."""
    if batch.only_for is None:
        return []
    if not batch.only_for.passed_id:
        raise NotYet(f"the qualification of {batch.only_for} does not exist yet")
    return [batch.only_for.passed_id]


def extend(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    """Up to what is wanted: with it comes what there was no money for when it was to be said."""
    hit_id, wanted = created_id(call), call.payload["to"]
    missing = wanted - endpoint.get_hit(hit_id).max_assignments
    if missing <= 0:
        return Outcome()
    try:
        endpoint.extend(hit_id, by=missing, token=call.key)
    except Refused:
        if endpoint.get_hit(hit_id).max_assignments < wanted:
            raise
    return Outcome()


def expire(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    """Or, with a lifetime, offer it again."""
    if "mturk_id" in call.payload:
        endpoint.move_expiration(call.payload["mturk_id"], EXPIRE_NOW)
        return Outcome()
    if call.hit.mturk_id is None:
        return expire_unknown(call, endpoint, now)
    hit_id, lifetime_s = created_id(call), call.payload["lifetime_s"]
    expires_at = now + timedelta(seconds=lifetime_s)
    if call.first_sent_at and is_moved(call, endpoint):
        return Outcome(hit={"expires_at": expires_at})
    try:
        endpoint.move_expiration(hit_id, expires_at if lifetime_s else EXPIRE_NOW)
    except Refused:
        # The same time twice within a second is refused, although it holds.
        if not is_moved(call, endpoint):
            raise
    return Outcome(hit={"expires_at": expires_at})


def expire_unknown(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    """What could not be created is not there, unless an attempt made it and its answer was lost."""
    made = endpoint.find_hit(f"hit:{call.hit.public_id}")
    if made is None:
        return Outcome(is_unmade=True)
    endpoint.move_expiration(made.mturk_id, EXPIRE_NOW)
    return Outcome(hit={"mturk_id": made.mturk_id, "expires_at": now})


def is_moved(call: Call, endpoint: Endpoint) -> bool:
    moved = endpoint.get_hit(created_id(call)).expires_at - call.hit.expires_at
    return moved > timedelta(0) if call.payload["lifetime_s"] else moved < timedelta(0)


def delete(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    hit_id = created_id(call)
    if call.first_sent_at and not endpoint.has_hit(hit_id):
        return Outcome()
    try:
        endpoint.delete_hit(hit_id)
    except WrongState:
        if endpoint.has_hit(hit_id):
            raise
    return Outcome()


def created_id(call: Call) -> str:
    if call.hit.mturk_id is None:
        raise NotYet("the HIT does not exist at the endpoint")
    return call.hit.mturk_id
