"""How workers are kept from an item they have begun: a qualification that says they have.

Granting twice gives the same grant, and the name of a type is unique in the account; so these calls
may be repeated, and what an earlier attempt made is found again.
"""

from datetime import datetime

from crowd.models import Call
from crowd.mturk import Endpoint
from crowd.outcome import NotYet, Outcome
from crowd.port import Refused, WrongState


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
    return Outcome(item={"qualification_id": made})


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


def type_id(call: Call) -> str:
    if not call.hit.item.qualification_id:
        raise NotYet("the qualification does not exist yet")
    return call.hit.item.qualification_id
