"""Takes in the endpoint's word on one HIT: who handed in what, and so what may count.

In the caller's transaction, with the batch locked. Taking in the same word twice changes nothing.
"""

import logging
from dataclasses import dataclass, field
from datetime import datetime

from django.db import OperationalError, transaction
from django.db.models import Q

from crowd import outbox, payments
from crowd.apart import mark_begun, mark_undone
from crowd.external_question import AnswerError, answers_in
from crowd.judgments import void_excluded, void_second_judgments
from crowd.kinds import CannotIngest, kind_named
from crowd.models import HIT, Assignment, Decision, Item, Worker
from crowd.port import RemoteAssignment

logger = logging.getLogger(__name__)

Status = Assignment.Status


@dataclass
class News:
    """What the endpoint's word brought; `problems` are sentences for a person."""

    n_confirmed: int = 0
    n_ingested: int = 0
    n_voided: int = 0
    changed_items: set[int] = field(default_factory=set)
    calls: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def take_word(hit: HIT, handed_in: list[RemoteAssignment], now: datetime, news: News) -> None:
    """Confirm, ingest, void and approve what was handed in for this HIT."""
    rows = {
        (row.mturk_id, row.worker.mturk_id): row
        for row in hit.assignments.select_for_update(of=("self",)).select_related("worker")
    }
    before = usable_of(hit.item)
    for told in handed_in:
        row = rows.get((told.mturk_id, told.worker_id))
        if told.hit_id == hit.mturk_id and is_news(row, told):
            confirm(row or unseen(hit, told), hit, told, now, news)
    news.n_voided += void_second_judgments(hit.item, now) + void_excluded(hit.item, now)
    if usable_of(hit.item) != before:
        Item.objects.filter(pk=hit.item_id).mark_changed()
        news.changed_items.add(hit.item_id)
    payments.pay_approved(hit.assignments.confirmed().select_related("hit__item__batch__study"))
    approve_passed(hit, now, news)


def usable_of(item: Item) -> set[int]:
    return set(Assignment.objects.usable().filter(hit__item=item).values_list("pk", flat=True))


def is_news(row: Assignment | None, told: RemoteAssignment) -> bool:
    """Approved is final; what we know to be rejected is not undone by an old page of a list."""
    if row is None or row.confirmed_at is None:
        return True
    return row.status != Status.APPROVED and told.status not in (Status.SUBMITTED, row.status)


def unseen(hit: HIT, told: RemoteAssignment) -> Assignment:
    """Work of somebody who never reached our page, or reached it under another name."""
    worker, _ = Worker.objects.get_or_create(
        endpoint_url=hit.item.batch.endpoint_url, mturk_id=told.worker_id
    )
    row, _ = Assignment.objects.get_or_create(
        hit=hit,
        worker=worker,
        mturk_id=told.mturk_id,
        defaults={"opened_at": told.accepted_at},
    )
    return row


def confirm(row: Assignment, hit: HIT, told: RemoteAssignment, now: datetime, news: News) -> None:
    is_first_word = row.confirmed_at is None
    row.hit = hit
    word = {
        "confirmed_at": row.confirmed_at or now,
        "status": told.status,
        "accepted_at": told.accepted_at,
        "handed_in_at": told.handed_in_at,
        "auto_approval_at": told.auto_approval_at,
    }
    for name, value in word.items():
        setattr(row, name, value)
    row.save(update_fields=word)
    if is_first_word:
        news.n_confirmed += 1
        news.calls += [call.pk for call in mark_begun(row)]
        disown_claims(row, now, news)
        if row.submitted_at is None:
            ingest(row, told.answer, news)


def disown_claims(row: Assignment, now: datetime, news: News) -> None:
    """Whoever else claimed this assignment did not do it; what they saved stays unconfirmed."""
    claims = Assignment.objects.filter(mturk_id=row.mturk_id, confirmed_at=None, voided_at=None)
    for claim in claims.select_related("worker", "hit__item"):
        news.calls += [call.pk for call in mark_undone(claim)]
    reason = f"the endpoint says that {row.worker.mturk_id} did this assignment"
    news.n_voided += claims.update(voided_at=now, void_reason=reason)


def ingest(row: Assignment, answer: str, news: News) -> None:
    """Work that was handed in there and never saved here is taken from what was handed in.

    Anybody may hand in anything: no answer may keep the work of others from being taken in.
    """
    try:
        with transaction.atomic():
            kind_named(row.hit.item.batch.kind).ingest(row, answers_in(answer))
    except OperationalError:
        raise  # the database's fault, not the answer's: the next sync asks again
    except (AnswerError, CannotIngest) as error:
        news.problems.append(f"{row} was handed in without work that can be read: {error}")
    except Exception as error:
        logger.exception("the answer of %s broke its kind: %r", row, answer[:200])
        news.problems.append(f"{row} was handed in with an answer that broke us: {error!r}")
    else:
        news.n_ingested += 1


def approve_passed(hit: HIT, now: datetime, news: News) -> None:
    """A machine may pay: for work that passed its check, and for a second judgment."""
    waiting = hit.assignments.confirmed().filter(status=Status.SUBMITTED, decisions=None)
    for row in waiting.filter(Q(sanity_passed=True) | Q(voided_at__isnull=False)):
        row.hit = hit
        decision = Decision.objects.create(
            assignment=row, verdict=Decision.Verdict.APPROVE, decided_at=now
        )
        news.calls.append(outbox.tell_decision(decision).pk)
