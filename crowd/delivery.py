"""Takes from the outbox what is due, has it said, and writes down what became of it.

Any number of processes may deliver, and any may be killed: a claim is a short lease, and every
call is safe to repeat (crowd.sending). No transaction is open while the endpoint is asked.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from crowd import mturk, payments
from crowd.finishing import finish_unmade
from crowd.models import HIT, Assignment, Batch, Call, Item
from crowd.outcome import Doubtful, NotYet, Outcome
from crowd.port import Busy, NotConfigured, Refused, Unavailable
from crowd.sending import SENDERS

logger = logging.getLogger(__name__)

State = Call.State

LEASE = timedelta(seconds=30)
FIRST_DELAY, LONGEST_DELAY = timedelta(seconds=5), timedelta(hours=1)
# Five seconds doubling to an hour: the last attempt comes after about twelve hours.
ATTEMPTS = 20
# Errors that say: nothing happened.
UNDONE = (Busy, NotConfigured)


def deliver_due(now: datetime, *, batch: Batch | None = None, limit: int = 100) -> int:
    """Send what is due, oldest first, until the endpoint cannot be reached; how many were tried."""
    due = Call.objects.due(now).in_turn()
    if batch is not None:
        due = due.filter(hit__item__batch=batch)
    ids = list(due.values_list("pk", flat=True)[:limit])
    for n_tried, call_id in enumerate(ids, start=1):
        if not deliver(call_id, now):
            return n_tried
    return len(ids)


def deliver(call_id: int, now: datetime) -> bool:
    """Send one call if it is due and nobody else is at it; safe to run twice and at once.

    False if the endpoint cannot be reached: another call would not fare better.
    """
    call = claim(call_id, now)
    if call is None:
        return True
    try:
        endpoint = mturk.endpoint_at(call.hit.item.batch.endpoint_url)
        outcome = SENDERS[call.operation](call, endpoint, now)
    except (Unavailable, NotConfigured) as error:
        postpone(call, error, now)
        return False
    except NotYet as error:
        postpone(call, error, now)
    except (Refused, Doubtful) as error:
        give_up(call, error)
    except Exception as error:
        postpone(call, error, now)
        raise
    else:
        record(call, outcome, now)
    return True


def claim(call_id: int, now: datetime) -> Call | None:
    """Lease the call: of two processes one gets it, and a killed one loses it in time."""
    related = ("hit__item__batch", "bonus__assignment__hit__item__batch__study")
    due = Call.objects.due(now).in_turn().select_related(*related)
    call = due.filter(pk=call_id).first()
    if call is None:
        return None
    unclaimed = Call.objects.open().filter(pk=call.pk, attempts=call.attempts)
    taken = unclaimed.update(
        attempts=F("attempts") + 1,
        first_sent_at=Coalesce("first_sent_at", now),
        not_before=now + LEASE,
    )
    if not taken:
        return None
    call.attempts += 1
    return call  # with the first_sent_at of an earlier attempt: None if this is the first


def record(call: Call, outcome: Outcome, now: datetime) -> None:
    state = State.OVERTAKEN if outcome.overtaken else State.DONE
    with transaction.atomic():
        if outcome.hit:
            HIT.objects.filter(pk=call.hit_id).update(**outcome.hit)
        if outcome.item:
            Item.objects.filter(pk=call.hit.item_id).update(**outcome.item)
        if outcome.batch:
            Batch.objects.filter(pk=call.hit.item.batch_id).update(**outcome.batch)
        if outcome.status:
            work = Assignment.objects.filter(pk=call.assignment_id)
            work.update(status=outcome.status)
            payments.pay_approved(work.select_related("hit__item__batch__study"))
        if outcome.is_unmade:
            finish_unmade(call.hit, now)
        if outcome.bonus_is_paid:
            payments.pay_bonus(call.bonus, now)
        settle(call, state=state, last_error=outcome.overtaken, done_at=now)


def postpone(call: Call, error: Exception, now: datetime) -> None:
    """Try again later, ever more seldom; after half a day a person has to look."""
    if call.attempts >= ATTEMPTS:
        give_up(call, error)
        return
    delay = min(FIRST_DELAY * 2 ** (call.attempts - 1), LONGEST_DELAY)
    logger.warning("%s was not done, again in %s: %s", call.key, delay, error)
    # What certainly did not happen leaves no doubt behind.
    known = {"first_sent_at": call.first_sent_at} if isinstance(error, UNDONE) else {}
    settle(call, last_error=described(error), not_before=now + delay, **known)


def give_up(call: Call, error: Exception) -> None:
    logger.error("%s needs a person: %s", call.key, error)
    settle(call, state=State.FAILED, last_error=described(error))


def settle(call: Call, **outcome: object) -> None:
    """A process whose lease ran out changes nothing that another has settled meanwhile."""
    Call.objects.open().filter(pk=call.pk).update(**outcome)


def described(error: Exception) -> str:
    return str(error) or type(error).__name__
