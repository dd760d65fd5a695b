"""The kinds of HIT this installation knows; each room above registers its own when it starts.

The crowd room publishes, confirms and pays without knowing what is judged. What differs between
kinds - the worker's page, and what to do with work that arrived - is handed to it here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from crowd.models import Assignment


class CannotIngest(ValueError):
    """The answers found at the endpoint are not work of this kind."""


@dataclass(frozen=True)
class Kind:
    """A kind of HIT.

    url_name: the worker page's URL name; takes one argument, `HIT.public_id`.
    ingest: stores the answers found at the endpoint for an assignment we never received, through
        crowd.assignments.take_in; raises CannotIngest, and then a person looks at it.
    refresh: enqueues what must be recomputed after the usable work of these items changed.
    allocates: a HIT's item is only a place: what is judged is chosen when a worker begins, by the
        kind's own law of who may judge what. Otherwise nobody judges a HIT's item twice.
    """

    name: str
    label: str
    url_name: str
    ingest: Callable[[Assignment, dict[str, Any]], None]
    refresh: Callable[[Iterable[int]], None]
    allocates: bool = False


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    _kinds[kind.name] = kind


def kind_named(name: str) -> Kind:
    """Raises LookupError naming the kinds there are."""
    if name not in _kinds:
        raise LookupError(f"no kind of HIT is named {name!r}; known: {', '.join(sorted(_kinds))}")
    return _kinds[name]
