"""Faults that tests arm: what goes wrong, for which call, how often."""

from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet

from marketplace.models import Fault

Kind = Fault.Kind


# These strike a number of calls; the other kinds hold until they are disarmed.
COUNTED = (Kind.THROTTLE, Kind.SERVICE_FAULT, Kind.REQUEST_ERROR, Kind.DROP_AFTER_COMMIT)


def all_armed(*, account_id: int, operation: str = "") -> QuerySet[Fault]:
    """The faults that fit the call; none unless the control interface is enabled."""
    if not settings.MARKETPLACE_CONTROL_SECRET:
        return Fault.objects.none()
    fits = Q(account=None) | Q(account=account_id)
    if operation:
        fits &= Q(operation="") | Q(operation=operation)
    return Fault.objects.filter(fits, remaining__gt=0).order_by("id")


def armed(kind: Kind, *, account_id: int, operation: str = "") -> QuerySet[Fault]:
    return all_armed(account_id=account_id, operation=operation).filter(kind=kind)


def awaiting(*, account_id: int, operation: str) -> list[Fault]:
    """The faults that the coming call may strike, in one look."""
    if not settings.MARKETPLACE_CONTROL_SECRET:
        return []
    fits = all_armed(account_id=account_id, operation=operation)
    return list(fits.filter(kind__in=COUNTED))


def strike(kind: Kind, awaiting: list[Fault]) -> Fault | None:
    """Use up one of these faults, or None. Two calls at once never use the same one."""
    for fault in awaiting:
        left = Fault.objects.filter(id=fault.id, remaining__gt=0)
        if fault.kind == kind and left.update(remaining=F("remaining") - 1):
            return fault
    return None


def visibility_delay(account_id: int) -> timedelta:
    """How long new submissions stay hidden from the requester API."""
    fault = armed(Kind.VISIBILITY_DELAY, account_id=account_id).first()
    return timedelta(seconds=fault.options["seconds"]) if fault else timedelta()
