"""How workers are told apart at the endpoint: by qualifications of our own, silently granted.

Granting twice gives the same grant, and the name of a type is unique in the account; so these calls
may be repeated, and what an earlier attempt made is found again.
"""

from datetime import datetime

from crowd.models import Call
from crowd.mturk import Endpoint
from crowd.outcome import NotYet, Outcome
from crowd.port import Refused, WrongState

# The field of the call's item, unless the payload names one of its batch, that holds the type.
OF_ITEM = "qualification_id"


def create_type(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    name = call.payload["name"]
    try:
        made = endpoint.create_qualification(name=name, description=call.payload["description"])
    except Refused as refusal:
        if refusal.code != "QualificationTypeAlreadyExists":
            raise
        found = endpoint.find_qualification(name)
        if found is None:
            raise NotYet(f"{name} exists and is not listed yet") from refusal
        made = found.mturk_id
    field = field_of(call)
    return Outcome(item={field: made}) if field == OF_ITEM else Outcome(batch={field: made})


def grant(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    endpoint.grant(type_id(call), call.payload["worker_id"])
    return Outcome()


def revoke(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    held = (type_id(call), call.payload["worker_id"])
    try:
        endpoint.revoke(*held)
    except WrongState:
        if endpoint.is_granted(*held):
            raise
    return Outcome()


def field_of(call: Call) -> str:
    return call.payload.get("field", OF_ITEM)


def type_id(call: Call) -> str:
    item, field = call.hit.item, field_of(call)
    found = getattr(item if field == OF_ITEM else item.batch, field)
    if not found:
        raise NotYet("the qualification does not exist yet")
    return found
