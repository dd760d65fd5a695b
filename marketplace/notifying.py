"""Messages from a requester to workers it knows."""

from django.db import transaction

from marketplace import clock
from marketplace.models import Account, Assignment, Message, Worker
from marketplace.tally import State


def notify(account: Account, worker_ids: list[str], *, subject: str, text: str) -> list[str]:
    """Write to each worker whose work the requester reviewed before; the ids of the others.

    A worker named twice gets one message.
    """
    asked = list(dict.fromkeys(worker_ids))
    reviewed = Assignment.objects.filter(
        hit__account=account, state__in=[State.APPROVED, State.REJECTED]
    )
    known = Worker.objects.filter(public_id__in=asked, id__in=reviewed.values("worker"))
    with transaction.atomic():
        now = clock.now()
        letter = {"account": account, "subject": subject, "text": text, "sent_at": now}
        sent = [Message(worker=worker, **letter) for worker in known]
        Message.objects.bulk_create(sent)
    reached = {message.worker.public_id for message in sent}
    return [worker_id for worker_id in asked if worker_id not in reached]
