"""Gives a worker who begins something to judge; the rules are in evaluation.allocation.

In the caller's transaction. The worker's row is locked, so that they cannot be given one article
in two batches at once, then the batch's, so that no place is given twice.
"""

from datetime import datetime
from random import Random
from typing import Any

from crowd.models import Assignment, Batch, Worker
from evaluation.allocation import Choice, choose, draw_seed, pack
from evaluation.history import layout_of, past_of, wanted
from evaluation.models import CONTENT, Allocation, QualityControl, QualitySummary
from evaluation.presenting import in_order


def allocate(assignment: Assignment, now: datetime) -> Allocation:
    """What this assignment judges; the second time the same. Ten statements at most.

    Raises NoWork (evaluation.allocation); the caller's transaction then stores nothing.
    """
    worker = Worker.objects.select_for_update(no_key=True).get(pk=assignment.worker_id)
    begun = Allocation.objects.filter(assignment=assignment).first()
    if begun is not None:
        return begun
    hit, batch = assignment.hit, assignment.hit.item.batch
    past = past_of(worker, hit)
    layout = layout_of(batch)
    Batch.objects.select_for_update(no_key=True).only("pk").get(pk=batch.pk)
    candidates = wanted(batch, layout, hit=hit, worker=worker, now=now)
    seed = draw_seed(seed_of(batch), assignment.mturk_id, worker.mturk_id)
    if any(candidate.item_id == past.again for candidate in candidates):
        choice = Choice(past.again, [past.again])
    else:
        choice = choose(candidates, past.history, layout.all_systems, Random(seed))
    return give(
        assignment,
        choice.item_id,
        seed=seed,
        now=now,
        candidates=pack(choice.drawn_from),
        given_before=past.history.given,
    )


def give(
    assignment: Assignment, item_id: int, *, seed: int, now: datetime, **draw: Any
) -> Allocation:
    """Write down that this assignment judges this item, in an order by the seed."""
    return Allocation.objects.create(
        assignment=assignment,
        item_id=item_id,
        seed=seed,
        shown=shown_of(assignment.hit.item.batch, item_id, seed),
        allocated_at=now,
        **draw,
    )


def seed_of(batch: Batch) -> int:
    settings = batch.content_batch if batch.kind == CONTENT else batch.quality_batch
    return settings.seed


def shown_of(batch: Batch, item_id: int, seed: int) -> list[list]:
    """The texts of a sheet in the order drawn; two statements, none for content."""
    if batch.kind == CONTENT:
        return []
    summaries = QualitySummary.objects.filter(quality_item=item_id)
    controls = QualityControl.objects.filter(quality_item=item_id)
    return in_order(
        summaries.values_list("summary", flat=True),
        controls.values_list("control__role", "control"),
        seed,
    )
