"""Operations on notifications."""

from typing import Any

from marketplace import subscriptions
from marketplace.api.caller import Caller

Members = dict[str, Any]


def update_notification_settings(caller: Caller, request: Members) -> Members:
    given = request.get("Notification")
    specification = read(given) if given else None
    subscriptions.update(caller.account, request["HITTypeId"], specification, request.get("Active"))
    return {}


def send_test_event_notification(caller: Caller, request: Members) -> Members:
    specification = read(request["Notification"])
    subscriptions.send_test(caller.account, specification, request["TestEventType"])
    return {}


def read(given: Members) -> dict[str, Any]:
    return {
        "destination": given["Destination"],
        "transport": given["Transport"],
        "version": given["Version"],
        "event_types": sorted(set(given["EventTypes"])),
    }
