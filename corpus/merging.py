"""Compares the rows that are stored with the rows that are wished for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from django.db.models import Model


@dataclass
class Merge:
    """What must happen so that the stored rows are as wished.

    `changed` are stored rows that already hold the wished values, unsaved, each with the names of
    the fields that differ; `gone` are stored rows that nobody wished for.
    """

    new: list[Model] = field(default_factory=list)
    changed: list[tuple[Model, list[str]]] = field(default_factory=list)
    gone: list[Model] = field(default_factory=list)


def merge(
    stored: Iterable[Model], wished: Iterable[Model], *, key: Sequence[str], values: Sequence[str]
) -> Merge:
    """Match rows by the fields of `key` and compare the fields of `values`."""
    key_of = attrgetter(*key)
    unmatched = {key_of(row): row for row in stored}
    result = Merge()
    for row in wished:
        before = unmatched.pop(key_of(row), None)
        if before is None:
            result.new.append(row)
        elif different := [name for name in values if getattr(before, name) != getattr(row, name)]:
            for name in different:
                setattr(before, name, getattr(row, name))
            result.changed.append((before, different))
    result.gone = list(unmatched.values())
    return result
