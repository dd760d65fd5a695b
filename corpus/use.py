"""Which rows of this room the rooms above rely on.

Corpus imports no room above it, so it cannot ask for HITs by name. It need not: a room that showed
a text to somebody keeps a foreign key to it with on_delete=PROTECT, Django's own word for "must
stay as it is", and the model registry knows every such key.
"""

from collections.abc import Iterable
from itertools import islice

from django.db.models import PROTECT, ForeignObjectRel, Model

CHUNK = 500
"""Ids asked for in one query: SQLite bounds the number of parameters."""


def used_ids(model: type[Model], ids: Iterable[int]) -> set[int]:
    """Those of `ids` that a row of another room protects."""
    used: set[int] = set()
    rest = iter(ids)
    while wanted := list(islice(rest, CHUNK)):
        for relation in _protecting(model):
            field = relation.field
            rows = relation.related_model._base_manager.filter(**{f"{field.name}__in": wanted})
            used |= set(rows.values_list(field.attname, flat=True))
    return used


def _protecting(model: type[Model]) -> list[ForeignObjectRel]:
    return [
        relation
        for relation in model._meta.get_fields(include_hidden=True)
        if isinstance(relation, ForeignObjectRel)
        and relation.on_delete is PROTECT
        and relation.related_model._meta.app_label != model._meta.app_label
    ]
