"""Why there is no task for somebody right now, and when to look again. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, QuerySet

from marketplace import participating, qualifying, requirements
from marketplace.accepting import may_discover
from marketplace.models import HIT, Assignment, HITType, Worker


@dataclass(frozen=True)
class Reason:
    """One reason; `kind` is `done`, `seen`, `taken`, `blocked` or `none`, which stands alone.

    `free_at` is when a place comes back at the latest, if one is lost.
    """

    kind: str
    n: int = 0
    free_at: datetime | None = None


def why_nothing(worker: Worker) -> list[Reason]:
    """What keeps this worker from the tasks there are.

    Of tasks that the worker may not discover nothing is told, but to who did work of the same
    requester and is kept out for it: that there are some.
    """
    known = discoverable(worker)
    mine = worker.assignments.taking_a_slot().values("hit")
    blocked = worker.blocks.filter(lifted_at=None).values("account")
    others = known.exclude(id__in=mine)
    taken = others.filter(status=HIT.Status.UNASSIGNABLE).exclude(account__in=blocked)
    reasons = [
        Reason("done", handed_in(worker, known.filter(status=HIT.Status.ASSIGNABLE))),
        Reason("seen", kept_out(worker).exclude(id__in=mine).count()),
        Reason("taken", taken.count(), first_free(taken)),
        Reason("blocked", others.assignable().filter(account__in=blocked).count()),
    ]
    return [reason for reason in reasons if reason.n] or [Reason("none")]


def handed_in(worker: Worker, hits: QuerySet[HIT]) -> int:
    """How many of these HITs, which others may still do, the worker has done."""
    return worker.assignments.handed_in().filter(hit__in=hits.values("id")).count()


def kept_out(worker: Worker) -> QuerySet[HIT]:
    """Open HITs that the worker may not discover for nothing but holding what excludes from them,
    of requesters whose work the worker did."""
    known = worker.assignments.handed_in().values("hit__account")
    free = HIT.objects.assignable().filter(account__in=known)
    offered = participating.offered_types(worker).filter(id__in=free.values("hit_type"))
    values = qualifying.values_of(worker)
    return free.filter(hit_type__in=[kind for kind in offered if only_excluded(kind, values)])


def only_excluded(kind: HITType, values: dict[str, requirements.Value]) -> bool:
    """Whether what hides the type from who holds these values is a DoesNotExist, and only that."""
    hiding = [
        row["Comparator"]
        for row in kind.requirements
        if requirements.guards(row, requirements.DISCOVER) and not qualifying.meets(row, values)
    ]
    return bool(hiding) and set(hiding) == {"DoesNotExist"}


def discoverable(worker: Worker) -> QuerySet[HIT]:
    """Living, unexpired HITs of the types that the worker may know of."""
    living = HIT.objects.filter(
        status__in=[HIT.Status.ASSIGNABLE, HIT.Status.UNASSIGNABLE], expired_at=None
    )
    offered = participating.offered_types(worker).filter(id__in=living.values("hit_type"))
    types: list[HITType] = [kind for kind in offered if may_discover(worker, kind)]
    return living.filter(hit_type__in=types)


def first_free(hits: QuerySet[HIT]) -> datetime | None:
    """When the first lease of these HITs runs out."""
    leases = Assignment.objects.accepted().filter(hit__in=hits.values("id"))
    return leases.aggregate(first=Min("deadline"))["first"]
