"""The event log: what happened, written in the transaction in which it happened, together with
the notices to those who asked to be told."""

from datetime import datetime

from django.conf import settings

from marketplace.models import HIT, Assignment, Event, Notice, Subscription
from marketplace.prepared import insert


def record_hit(kind: Event.Kind, hit: HIT, *, at: datetime, detail: str = "") -> None:
    event = Event(account_id=hit.account_id, kind=kind, hit=hit, at=at, detail=detail)
    insert(event)
    tell(event)


def record_assignment(
    kind: Event.Kind, hit: HIT, assignment: Assignment, *, at: datetime, detail: str = ""
) -> None:
    event = Event(
        account_id=hit.account_id, kind=kind, hit=hit, assignment=assignment, at=at, detail=detail
    )
    insert(event)
    tell(event)


def tell(event: Event) -> None:
    """Queue a notice when the HIT's type is subscribed to events of this kind."""
    if event.kind == Event.Kind.WARNING or is_hushed(event):
        return
    if event.hit.hit_type.watched:
        wanted = Subscription.objects.get(hit_type=event.hit.hit_type_id)
        if event.kind in wanted.event_types:
            queue(event, wanted)


def is_hushed(event: Event) -> bool:
    """Amazon's service was seen to tell nothing of work handed in after the HIT expired."""
    late = event.kind == Event.Kind.ASSIGNMENT_SUBMITTED and event.hit.expired_at
    return bool(late and not settings.MARKETPLACE_NOTIFY_AFTER_EXPIRY)


def queue(event: Event, wanted: Subscription) -> Notice:
    return Notice.objects.create(
        account_id=event.account_id,
        event=event,
        destination=wanted.destination,
        transport=wanted.transport,
        version=wanted.version,
        due_at=event.at,
    )
