"""Which item an assignment judges: what its worker was given, not the HIT that was the place.

In kinds that allocate the two differ (evaluation.models.Allocation); elsewhere there is no
allocation, and the HIT's item it is.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.db.models.functions import Coalesce

from crowd.models import Item

JUDGED_ITEM = Coalesce("allocation__item_id", "hit__item_id")


def judging(items: Iterable[Item]) -> Q:
    """The assignments in which one of these items is judged."""
    chosen = [item.pk for item in items]
    return Q(allocation__item__in=chosen) | Q(allocation=None, hit__item__in=chosen)


def judging_key(key: str) -> Q:
    """The assignments in which an item of this key is judged."""
    return Q(allocation__item__key=key) | Q(allocation=None, hit__item__key=key)
