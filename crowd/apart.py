"""Keeps workers from the other HITs of an item they have begun, where the study wants that.

By a qualification at the endpoint: it hides the item's HITs from
whoever has it. It comes a moment after the work was begun, so the server refuses second judgments
in any case (crowd.assignments, way C). Rows only, in the caller's transaction.
"""

from collections.abc import Sequence

from crowd import outbox
from crowd.kinds import kind_named
from crowd.models import HIT, Assignment, Batch, Call, Worker


def wants_apart(batch: Batch) -> bool:
    """An item of a kind that allocates is only a place, so it may be taken twice."""
    return batch.study.qualifies_out and not kind_named(batch.kind).allocates


def offer_apart(batch: Batch, hits: Sequence[HIT]) -> list[Call]:
    """Offer these HITs; what says that an item has several comes before its HITs."""
    several = shared_items(hits) if wants_apart(batch) else {}
    calls = [outbox.create_qualification(hit) for hit in several.values()]
    for item_id, hit in several.items():
        begun = Worker.objects.filter(assignments__hit__item=item_id).distinct()
        calls += [outbox.grant(hit, worker) for worker in begun]
    return calls + outbox.create_hits(hits, apart=several)


def shared_items(hits: Sequence[HIT]) -> dict[int, HIT]:
    """The first of these HITs for every item that has more HITs than one."""
    first: dict[int, HIT] = {}
    shared = {hit.item_id for hit in hits if hit.number > 0}
    for hit in hits:
        if hit.item_id in shared:
            first.setdefault(hit.item_id, hit)
    return first


def mark_begun(assignment: Assignment) -> list[Call]:
    """The worker has begun the item: to be called with the first row of an assignment."""
    if not assignment.hit.item.qualification_id:
        return []
    return [outbox.grant(assignment.hit, assignment.worker, assignment=assignment)]


def mark_undone(assignment: Assignment) -> list[Call]:
    """What was begun under this worker's name was done by somebody else."""
    if not assignment.hit.item.qualification_id:
        return []
    return [outbox.revoke(assignment)]
