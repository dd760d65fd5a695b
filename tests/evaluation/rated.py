"""Ratings as they stand when their work was stored, without the pages that collect them."""

from corpus.models import Summary
from crowd.models import HIT, Assignment, Batch, Worker
from evaluation.models import ControlRating, ControlText, Rating
from tests.evaluation.factories import NOW, WORKER_SITE


def rate(
    batch: Batch, summary: Summary, worker: str, values: dict[str, int], **fields
) -> Assignment:
    """A worker's usable work on a batch: a value for each criterion of one summary."""
    who, _ = Worker.objects.get_or_create(endpoint_url=WORKER_SITE, mturk_id=worker)
    usable = {"submitted_at": NOW, "sanity_passed": True, "confirmed_at": NOW}
    assignment = Assignment.objects.create(
        hit=HIT.objects.filter(item__batch=batch).first(),
        worker=who,
        mturk_id=f"3ASG{Assignment.objects.count()}",
        opened_at=NOW,
        **{**usable, **fields},
    )
    content = getattr(batch, "content_batch", None)
    Rating.objects.bulk_create(
        Rating(
            assignment=assignment,
            summary=summary,
            criterion=criterion,
            context=content.context if content else "",
            value=value,
        )
        for criterion, value in values.items()
    )
    return assignment


def rate_controls(assignment: Assignment, value: int) -> None:
    """The same value for each control of the assignment's batch."""
    for control in ControlText.objects.filter(batch=assignment.hit.item.batch):
        ControlRating.objects.create(assignment=assignment, control=control, value=value)
