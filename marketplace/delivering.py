"""Sending notices: by the clock process, outside any transaction, at least once, in any order.

Each is claimed before it is sent: its next attempt is written down first. A process killed between
sending and noting it sends the same document again; receivers know it by its EventDocId.
"""

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F

from marketplace import callbacks, clock, faults
from marketplace.callbacks import Undelivered
from marketplace.models import Fault, Notice, Transport

FIRST_DELAY_S, LONGEST_DELAY_S = 5, 3600
# Per round: a callback that does not answer must not keep the clock from its other work.
MOST_PER_ROUND, ROUND_S = 200, 10
# What stands for the HIT of a test message.
NO_ENTITY = "3" + "0" * 29


def deliver_due() -> int:
    """Send what is due. A destination that failed is left alone for this round."""
    delivered, failed, until = 0, set(), time.monotonic() + ROUND_S
    for notice in due():
        if notice.destination in failed or not claim(notice):
            continue
        if send(notice):
            delivered += 1
        else:
            failed.add(notice.destination)
        if time.monotonic() > until:
            break
    return delivered


def due() -> list[Notice]:
    waiting = Notice.objects.filter(delivered_at=None, given_up_at=None, due_at__lte=clock.now())
    rows = waiting.select_related("event__hit__hit_type", "event__assignment")
    found = list(rows.order_by("due_at", "id")[:MOST_PER_ROUND])
    if len(found) > 1 and strikes(Fault.Kind.REORDERED_EVENTS, found[0]):
        found[0], found[1] = found[1], found[0]
    return found


def claim(notice: Notice) -> bool:
    """Write down the next attempt; False when another process was faster."""
    untouched = Notice.objects.filter(
        id=notice.id, attempts=notice.attempts, delivered_at=None, given_up_at=None
    )
    wait = min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** min(notice.attempts, 20))
    next_attempt = clock.now() + timedelta(seconds=wait)
    return bool(untouched.update(attempts=F("attempts") + 1, due_at=next_attempt))


def send(notice: Notice) -> bool:
    body = json.dumps(document(notice)).encode()
    local = settings.MARKETPLACE_ALLOW_LOCAL_NOTIFICATIONS
    try:
        callbacks.post(notice.destination, body, allow_local=local)
        if strikes(Fault.Kind.DUPLICATE_EVENT, notice):
            callbacks.post(notice.destination, body, allow_local=local)
    except Undelivered as error:
        note_failure(notice, str(error))
        return False
    Notice.objects.filter(id=notice.id).update(delivered_at=clock.now(), problem="")
    return True


def note_failure(notice: Notice, problem: str) -> None:
    changes: dict[str, Any] = {"problem": problem[:500]}
    now = clock.now()
    if now > notice.event.at + timedelta(seconds=settings.MARKETPLACE_NOTIFY_FOR_S):
        changes["given_up_at"] = now
    Notice.objects.filter(id=notice.id).update(**changes)


def strikes(kind: Fault.Kind, notice: Notice) -> bool:
    return faults.strike(kind, list(faults.armed(kind, account_id=notice.account_id))) is not None


def document(notice: Notice) -> dict[str, Any]:
    """The message: as it stands in a queue, or wrapped as a topic sends it."""
    message = {
        "EventDocId": str(notice.document_id),
        "EventDocVersion": notice.version,
        "CustomerId": f"A{notice.account_id:013d}",
        "Events": [told(notice)],
    }
    if notice.transport == Transport.SQS:
        return message
    return {
        "Type": "Notification",
        "MessageId": str(notice.document_id),
        "TopicArn": notice.destination,
        "Message": json.dumps(message),
        "Timestamp": iso(notice.event.at),
    }


def told(notice: Notice) -> dict[str, str]:
    """What happened; like Amazon's, it does not tell to whom."""
    event = notice.event
    members = {"EventType": event.kind, "EventTimestamp": iso(event.at)}
    if event.kind == event.Kind.PING:
        return members
    members["HITTypeId"] = event.hit.hit_type.public_id if event.hit else NO_ENTITY
    members["HITId"] = event.hit.public_id if event.hit else NO_ENTITY
    if event.kind.startswith("Assignment"):
        members["AssignmentId"] = event.assignment.public_id if event.assignment else NO_ENTITY
    return members


def iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
