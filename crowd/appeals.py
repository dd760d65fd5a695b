"""The appeals desk: what workers say against rejections, and what a person answers.

They come in by crowd.hearing. An appeal is upheld by overturning the rejection
(crowd.review.decide), which closes it.
"""

from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from crowd import outbox
from crowd.due_process import LONGEST_REASON, DecisionError, refuse_own_work
from crowd.models import Appeal, ReviewEvent
from crowd.review import enqueue, locked


def let_stand(appeal_id: int, *, answer: str, by: AbstractBaseUser, now: datetime) -> Appeal:
    """Close an appeal without overturning; whoever rejected the work cannot.

    Writes the answer and the log; where the appeal came from the endpoint, enqueues the answer.
    Raises DecisionError.
    """
    answer = answer.strip()
    with transaction.atomic():
        study, assignment = locked(Appeal.objects.get(pk=appeal_id).assignment_id)
        appeal = Appeal.objects.get(pk=appeal_id)
        if appeal.closed_at is not None:
            raise DecisionError(f"the appeal about {assignment} was answered already")
        refuse_own_work(assignment, by)
        standing = assignment.decisions.order_by("pk").last()
        if standing is not None and standing.decided_by == by:
            raise DecisionError(f"{by} rejected {assignment}: somebody else answers the appeal")
        if not 1 <= len(answer) <= LONGEST_REASON:
            raise DecisionError(f"an answer has 1 to {LONGEST_REASON} characters")
        appeal.answer, appeal.closed_at, appeal.closed_by = answer, now, by
        appeal.save(update_fields=["answer", "closed_at", "closed_by"])
        ReviewEvent.objects.create(
            kind=ReviewEvent.Kind.STOOD,
            study=study,
            assignment=assignment,
            by=by,
            at=now,
            text=answer,
            seen={"appeal": appeal.message},
        )
        if appeal.mturk_id:
            enqueue([outbox.deny_appeal(appeal)])
    return appeal
