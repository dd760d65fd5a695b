"""Work that reached the endpoint but not us: what a page hands back, and reading it again.

What is handed back names the item and the texts as the page does, so nobody learns more from it;
only with our key can it be told what they are.
"""

from typing import Any

from django.db import transaction

from crowd.drafts import counted
from crowd.hand_back import read_hand_back
from crowd.kinds import CannotIngest
from crowd.models import Assignment, Item
from evaluation.allocating import give, seed_of
from evaluation.allocation import draw_seed
from evaluation.drafts import CONTENT_NAMES, THRESHOLD, Draft
from evaluation.models import Allocation
from evaluation.presenting import ITEM, named, opaque_id
from evaluation.scales import ScaleError, read_trails, read_values, require_all
from evaluation.storing import store_content, store_quality
from evaluation.visits import Visit


def handed_back(visit: Visit) -> dict[str, Any]:
    """The worker's own work, for crowd.hand_back.hand_back_fields."""
    draft = visit.draft
    work = {
        "item": opaque_id(visit.assignment, ITEM, visit.allocation.item_id),
        "values": draft.values,
        "trails": draft.trails,
        "events": draft.events,
    }
    return work if draft.answer is None else {**work, "statement_answer": draft.answer}


def ingest_content(assignment: Assignment, answers: dict[str, Any]) -> None:
    """Kind.ingest; raises CannotIngest. Twice, or after a submission, it changes nothing."""
    work = read_hand_back(assignment, answers)
    answer = work.get("statement_answer")
    if not isinstance(answer, bool):
        raise CannotIngest(f"the statement is not answered: {str(answer)[:80]!r}")
    with transaction.atomic():
        restore_allocation(assignment, work)
        draft = read_draft(work, CONTENT_NAMES, answer)
        store_content(assignment, draft, assignment.handed_in_at)


def ingest_quality(assignment: Assignment, answers: dict[str, Any]) -> None:
    """Kind.ingest, as ingest_content."""
    work = read_hand_back(assignment, answers)
    with transaction.atomic():
        allocation = restore_allocation(assignment, work)
        shown = named(assignment, allocation.shown)
        draft = read_draft(work, [text.opaque_id for text in shown])
        store_quality(assignment, shown, draft, assignment.handed_in_at)


def read_draft(work: dict[str, Any], names: list[str], answer: bool | None = None) -> Draft:
    try:
        values = read_values(work.get("values"), names)
        require_all(values, names)
    except ScaleError as error:
        raise CannotIngest(str(error)) from None
    return Draft(
        values=values,
        trails=read_trails(work.get("trails"), [*names, THRESHOLD]),
        events=counted(work.get("events")),
        answer=answer,
    )


def restore_allocation(assignment: Assignment, work: dict[str, Any]) -> Allocation:
    """What we allocated, or, where our row is lost, what the work says it is about."""
    own = Allocation.objects.filter(assignment=assignment).first()
    if own is not None:
        assignment.allocation = own
        return own
    batch = assignment.hit.item.batch
    for item_id in Item.objects.filter(batch=batch).values_list("pk", flat=True):
        if opaque_id(assignment, ITEM, item_id) == work.get("item"):
            seed = draw_seed(seed_of(batch), assignment.mturk_id, assignment.worker.mturk_id)
            assignment.allocation = give(
                assignment, item_id, seed=seed, now=assignment.handed_in_at
            )
            return assignment.allocation
    raise CannotIngest(f"no item of {batch} is named {str(work.get('item'))[:80]!r}")
