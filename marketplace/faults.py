"""Faults that tests arm: what goes wrong, for which call, how often."""

from datetime import timedelta

from django.conf import settings
from django.db.models import F, Q, QuerySet

from marketplace.models import Fault

Kind = Fault.Kind


def armed(kind: Kind, *, account_id: int, operation: str = "") -> QuerySet[Fault]:
    """The faults of this kind that fit the call; none unless the control interface is enabled."""
    if not settings.MARKETPLACE_CONTROL_SECRET:
        return Fault.objects.none()
    fits = Q(account=None) | Q(account=account_id)
    if operation:
        fits &= Q(operation="") | Q(operation=operation)
    return Fault.objects.filter(fits, kind=kind, remaining__gt=0).order_by("id")


def strike(kind: Kind, *, account_id: int, operation: str) -> Fault | None:
    """Use up one armed fault, or None. Two calls at once never use the same one."""
    for fault in armed(kind, account_id=account_id, operation=operation):
        left = Fault.objects.filter(id=fault.id, remaining__gt=0)
        if left.update(remaining=F("remaining") - 1):
            return fault
    return None


def visibility_delay(account_id: int) -> timedelta:
    """How long new submissions stay hidden from the requester API."""
    fault = armed(Kind.VISIBILITY_DELAY, account_id=account_id).first()
    return timedelta(seconds=fault.options["seconds"]) if fault else timedelta()
