"""Calls the endpoint did not take: a page shows the first of them and says how many there are."""

from django.db.models import Q, QuerySet

from crowd.models import Call

SHOWN = 50


def failed_calls(of: Q) -> QuerySet[Call]:
    """The oldest failed calls of what the condition names, with HIT, item and batch."""
    calls = Call.objects.filter(of, state=Call.State.FAILED)
    return calls.select_related("hit__item__batch").order_by("pk")[:SHOWN]
