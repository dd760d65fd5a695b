"""How work is approved, rejected and rewarded further, and how workers are told something.

The endpoint's own word decides what happened to money (crowd.offering says how).
"""

from datetime import datetime
from decimal import Decimal

from crowd.models import Assignment, Call
from crowd.mturk import Endpoint
from crowd.outcome import Doubtful, NotYet, Outcome
from crowd.port import InsufficientFunds, Refused, WrongState

Status = Assignment.Status


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


def bonus(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    """A token lives for a day only; what was paid is listed for ever, so that is asked first."""
    if call.first_sent_at and is_paid(call, endpoint):
        return Outcome(bonus_is_paid=True)
    paid = {name: call.payload[name] for name in ("worker_id", "amount_usd", "reason")}
    try:
        endpoint.send_bonus(call.payload["assignment"], token=call.key, **paid)
    except InsufficientFunds:
        raise
    except WrongState as refusal:
        raise NotYet(str(refusal)) from refusal
    except Refused:
        if not is_paid(call, endpoint):
            raise
    return Outcome(bonus_is_paid=True)


def is_paid(call: Call, endpoint: Endpoint) -> bool:
    """Amount and reason tell one bonus of an assignment from another (Bonus is unique in them)."""
    wanted = (Decimal(call.payload["amount_usd"]), call.payload["reason"])
    listed = endpoint.bonuses(AssignmentId=call.payload["assignment"])
    return any((paid.amount_usd, paid.reason) == wanted for paid in listed)


def notify(call: Call, endpoint: Endpoint, now: datetime) -> Outcome:
    """No list at the endpoint tells which messages were sent: a second one needs a person."""
    if call.first_sent_at:
        raise Doubtful("the message may have been sent, and nothing at the endpoint can tell")
    told = {name: call.payload[name] for name in ("subject", "text")}
    if failure := endpoint.notify(call.payload["worker_id"], **told):
        raise Refused("NotifyWorkersFailure", failure)
    return Outcome()
