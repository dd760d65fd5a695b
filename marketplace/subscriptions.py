"""What a requester wants to be told, and where: notification settings and test messages."""

from typing import Any

from django.conf import settings
from django.db import transaction

from marketplace import callbacks, clock, events, hit_types, ledger
from marketplace.models import Account, Event, Notice, Subscription
from marketplace.refusals import RequestError, invalid_parameter


def check(specification: dict[str, Any]) -> None:
    """Raises RequestError for a transport or an address that this marketplace cannot serve."""
    if specification["transport"] == "Email":
        raise RequestError(
            "NotSupported",
            "Transport Email is not supported by this marketplace; use SQS or SNS with a callback.",
        )
    callbacks.check(
        specification["destination"],
        allow_local=settings.MARKETPLACE_ALLOW_LOCAL_NOTIFICATIONS,
        own_origin=settings.MARKETPLACE_ORIGIN,
    )


def update(
    account: Account, hit_type_id: str, specification: dict[str, Any] | None, active: bool | None
) -> None:
    """Replace the specification of a HIT type, or only switch the one it has."""
    kind = hit_types.find(account, hit_type_id)
    changes = dict(specification or {})
    if specification:
        check(specification)
        if Event.Kind.PING in specification["event_types"]:
            raise invalid_parameter("Ping is for SendTestEventNotification alone.")
    if active is not None:
        changes["active"] = active
    if not changes:
        raise invalid_parameter("Either Notification or Active must be given.")
    with transaction.atomic():
        ledger.lock(account.id)
        if specification:
            Subscription.objects.update_or_create(hit_type=kind, defaults=changes)
        elif not Subscription.objects.filter(hit_type=kind).update(**changes):
            raise invalid_parameter("This HIT type has no notification specification yet.")
        kind.watched = Subscription.objects.filter(hit_type=kind, active=True).exists()
        kind.save(update_fields=["watched"])


def send_test(account: Account, specification: dict[str, Any], kind: str) -> Notice:
    """Queue a message about an event that did not happen; the clock process sends it."""
    check(specification)
    with transaction.atomic():
        event = Event.objects.create(account=account, kind=kind, at=clock.now(), detail="test")
        return events.queue(event, Subscription(**specification))
