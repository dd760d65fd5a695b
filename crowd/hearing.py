"""Takes in what workers say against rejections: by our own marketplace, or by whoever else asks."""

from datetime import datetime

from django.db import transaction

from crowd import mturk
from crowd.budget import OVERTURN_WINDOW
from crowd.models import Appeal, Assignment, Batch
from crowd.port import EndpointError
from crowd.remote_appeals import RemoteAppeal, open_appeals


class AppealError(ValueError):
    """It is no appeal against anything we know; the text says why."""


def take_appeal(
    assignment_id: str,
    message: str,
    made_at: datetime,
    *,
    mturk_id: str = "",
    now: datetime | None = None,
) -> Appeal:
    """Put what a worker says about an assignment, named by the endpoint's id, into the queue.

    Safe to repeat: the same assignment and time are one appeal. A longer message is cut. Raises
    AppealError.
    """
    work = Assignment.objects.confirmed().filter(mturk_id=assignment_id).first()
    if work is None:
        raise AppealError(f"no assignment {assignment_id!r} was ever handed in here")
    text = message.replace("\0", "").strip()[: Appeal.LONGEST]
    said = {"message": text, "received_at": now or made_at, "mturk_id": mturk_id}
    appeal, _ = Appeal.objects.get_or_create(assignment=work, made_at=made_at, defaults=said)
    return appeal


def hear(now: datetime) -> list[str]:
    """Ask every endpoint with rejections that can be overturned; what could not be taken in.

    Each appeal in a transaction of its own. A repeat takes in nothing again.
    """
    rejected = Assignment.objects.filter(
        status=Assignment.Status.REJECTED, handed_in_at__gte=now - OVERTURN_WINDOW
    )
    batches = Batch.objects.filter(items__hits__assignments__in=rejected).order_by()
    problems = []
    for url in batches.values_list("endpoint_url", flat=True).distinct():
        try:
            told = list(open_appeals(mturk.endpoint_at(url)))
        except EndpointError as error:
            problems.append(f"{url}: {error}")
        else:
            problems += take_all(told, now)
    return problems


def take_all(told: list[RemoteAppeal], now: datetime) -> list[str]:
    problems = []
    for one in told:
        said = {"mturk_id": one.mturk_id, "now": now}
        try:
            with transaction.atomic():
                take_appeal(one.assignment_id, one.message, one.made_at, **said)
        except AppealError as error:
            problems.append(str(error))
    return problems
