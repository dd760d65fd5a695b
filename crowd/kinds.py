"""The kinds of HIT this installation knows; each room above registers its own when it starts.

The crowd room publishes, confirms and pays without knowing what is judged. What differs between
kinds - the worker's page, and what to do with work that arrived - is handed to it here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from crowd.models import HIT, Assignment


class CannotIngest(ValueError):
    """The answers found at the endpoint are not work of this kind."""


class NotAdmitted(Exception):
    """By its kind's law this worker may not begin this HIT; nothing is stored."""


def shown_by_none(article: int) -> QuerySet[Assignment]:
    """No article is shown."""
    return Assignment.objects.none()


def nobody_barred(hit: HIT) -> dict[type[NotAdmitted], Q]:
    """Everybody may begin."""
    return {}


@dataclass(frozen=True)
class Kind:
    """A kind of HIT.

    url_name: the worker page's URL name; takes one argument, `HIT.public_id`.
    ingest: stores the answers found at the endpoint for an assignment we never received, through
        crowd.assignments.take_in; raises CannotIngest, and then a person looks at it.
    refresh: enqueues what must be recomputed after the usable work of these items changed.
    allocates: a HIT's item is only a place: what is judged is chosen when a worker begins, by the
        kind's own law of who may judge what. Otherwise nobody judges a HIT's item twice.
    showing: the assignments in which a worker was shown an article, whatever became of them; by
        the article's key. So that a kind can ask what others showed.
    bars: which rows of Worker may not begin a HIT, as conditions, by what is then raised. They are
        looked at behind the worker's lock, before the assignment is written.
    """

    name: str
    label: str
    url_name: str
    ingest: Callable[[Assignment, dict[str, Any]], None]
    refresh: Callable[[Iterable[int]], None]
    showing: Callable[[int], QuerySet[Assignment]] = shown_by_none
    bars: Callable[[HIT], dict[type[NotAdmitted], Q]] = nobody_barred
    allocates: bool = False


_kinds: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    _kinds[kind.name] = kind


def other_kinds(name: str) -> list[Kind]:
    """All but the one of this name."""
    return [kind for kind in _kinds.values() if kind.name != name]


def kind_named(name: str) -> Kind:
    """Raises LookupError naming the kinds there are."""
    if name not in _kinds:
        raise LookupError(f"no kind of HIT is named {name!r}; known: {', '.join(sorted(_kinds))}")
    return _kinds[name]
