"""Killed at any step of any operation, and once more while it recovers, and still exactly once.

Publish, extend, approve, reject, bonus, expire, qualify: each is begun over and over, killed one
step later every time, until it comes to its end. The seed draws when, and where, the process that
takes over is killed too.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest
from django.db.models import Sum
from django.utils import timezone

from crowd.batches import expire_batch, publish_batch
from crowd.bonuses import give_bonus
from crowd.delivery import LEASE, deliver_due
from crowd.models import Assignment, Batch, Call, LedgerEntry, Study
from crowd.review import decide
from tests.crowd.killing import killed_at
from tests.crowd.lab import Lab

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

REASON = "Your answer to the question contradicts the article."


@dataclass(frozen=True)
class Trial:
    """One thing to be done, which may be begun again, and how often what has been done there."""

    begin: Callable[[], object]
    done: Callable[[], dict[str, int]]
    once: dict[str, int]


@pytest.fixture
def rich(lab: Lab, study: Study) -> Lab:
    lab.requester.set_total("100000.00")
    Study.objects.update(budget_usd=Decimal("100000.00"), rejection_cap_percent=100)
    ahead = lab.now() - timezone.now()  # asked once: nobody moves the market's clock here
    lab.now = lambda: timezone.now() + ahead
    return lab


def run(lab: Lab, trial: Trial, *, turn: int) -> None:
    """Begin it and deliver what is due; each turn after the lease of the one before has run out."""
    trial.begin()
    while deliver_due(lab.now() + turn * LEASE):
        pass


def events_of(lab: Lab, batch: Batch) -> dict[str, int]:
    return Counter(
        kind
        for hit in lab.hits(batch)
        if hit.mturk_id
        for kind in lab.requester.events(hit.mturk_id)
    )


def annotated(lab: Lab, batch: Batch) -> dict[str, int]:
    """HITs at the endpoint that carry a key of this batch."""
    keys = {f"hit:{hit.public_id}" for hit in lab.hits(batch)}
    pages = lab.remote.get_paginator("list_hits").paginate(MaxResults=100)
    there = [hit["RequesterAnnotation"] for page in pages for hit in page["HITs"]]
    return {"HITs": sum(note in keys for note in there)}


def publishing(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    def begin() -> None:
        publish_batch(batch.pk, now=lab.now())

    return Trial(begin, partial(annotated, lab, batch), {"HITs": 1})


def expiring(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    lab.publish(batch)

    def begin() -> None:
        expire_batch(batch.pk, now=lab.now())

    return Trial(begin, partial(events_of, lab, batch), {"HITExpired": 1})


def approving(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    lab.everybody.do(lab.publish(batch)[0].mturk_id, word="right")

    def begin() -> None:
        lab.sync(batch)

    return Trial(begin, partial(events_of, lab, batch), {"AssignmentApproved": 1})


def failed_work(lab: Lab, batch: Batch) -> Assignment:
    """Handed in at the endpoint alone: the sync takes it from there."""
    lab.everybody.do(lab.publish(batch)[0].mturk_id, word="wrong")
    lab.sync(batch)
    return Assignment.objects.get(hit__item__batch=batch)


def rejecting(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    work, reviewer = failed_work(lab, batch), lab.reviewer

    def begin() -> None:
        decide(work.pk, verdict="reject", reason=REASON, by=reviewer, now=lab.now())

    once = {"AssignmentRejected": 1, "HITExtended": 1}
    return Trial(begin, partial(events_of, lab, batch), once)


def extending(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    """What was lost while the budget was spent is replaced by the sync after it was raised."""
    work = failed_work(lab, batch)
    Study.objects.update(budget_usd=Decimal("0.00"))
    decide(work.pk, verdict="reject", reason=REASON, by=lab.reviewer, now=lab.now())
    lab.deliver()
    Study.objects.update(budget_usd=Decimal("100000.00"))

    def begin() -> None:
        lab.sync(batch)

    return Trial(begin, partial(events_of, lab, batch), {"HITExtended": 1})


def rewarding(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    work = failed_work(lab, batch)
    amount = Decimal(random_.randrange(1, 300)) / 100

    def begin() -> None:
        give_bonus(work.pk, amount_usd=amount, reason="thank you", by=lab.reviewer, now=lab.now())

    def done() -> dict[str, int]:
        listed = lab.remote.list_bonus_payments(AssignmentId=work.mturk_id)["BonusPayments"]
        return {"bonuses": sum(Decimal(paid["BonusAmount"]) == amount for paid in listed)}

    return Trial(begin, done, {"bonuses": 1})


def holders(lab: Lab, qualification_id: str) -> int:
    """Workers who have it at the endpoint; -1 if there is no such thing."""
    if not qualification_id:
        return -1
    listed = lab.remote.list_workers_with_qualification_type(QualificationTypeId=qualification_id)
    return len(listed["Qualifications"])


def qualifying(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    """Somebody has passed the test, and the sync finds out."""
    Batch.objects.filter(pk=batch.pk).update(passes_wanted=1)
    lab.everybody.do(lab.publish(batch)[0].mturk_id, word="right")

    def begin() -> None:
        lab.sync(batch)

    def done() -> dict[str, int]:
        batch.refresh_from_db()
        granted = Call.objects.filter(key__startswith="passed:", hit__item__batch=batch)
        return {"holders": holders(lab, batch.passed_id), "grants": granted.count()}

    return Trial(begin, done, {"holders": 1, "grants": 1})


def keeping_out(lab: Lab, batch: Batch, random_: random.Random) -> Trial:
    """Publish what is not for the one who took part before."""
    if not hasattr(lab, "earlier"):
        lab.earlier = lab.make_batch("z", name="earlier")
        lab.everybody.do(lab.publish(lab.earlier)[0].mturk_id, word="right")
        lab.sync(lab.earlier)
        lab.deliver()
    batch.not_for.add(lab.earlier)

    def begin() -> None:
        publish_batch(batch.pk, now=lab.now())

    def done() -> dict[str, int]:
        batch.refresh_from_db()
        return {"holders": holders(lab, batch.kept_out_id), **annotated(lab, batch)}

    return Trial(begin, done, {"holders": 1, "HITs": 1})


OPERATIONS = [publishing, extending, approving, rejecting, rewarding, expiring]
OPERATIONS += [qualifying, keeping_out]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("prepare", OPERATIONS)
def test_exactly_once_wherever_it_is_killed(rich, make_batch, reviewer, prepare, seed):
    rich.reviewer, rich.everybody, rich.make_batch = reviewer, rich.worker(), make_batch
    random_ = random.Random(f"{prepare.__name__}/{seed}")
    before = rich.requester.total()
    for step in range(1, 1000):
        batch = make_batch("a", name=f"step-{step}", judges=1)
        trial = prepare(rich, batch, random_)
        was_killed = killed_at(step, partial(run, rich, trial, turn=0))
        if random_.random() < 1 / 3:
            killed_at(random_.randrange(1, 20), partial(run, rich, trial, turn=1))
        run(rich, trial, turn=2)
        done = trial.done()
        assert {name: done.get(name, 0) for name in trial.once} == trial.once, f"step {step}"
        assert not Call.objects.exclude(state="done").exists()
        if not was_killed:
            break
    assert step > 8, "there are more steps than that"
    assert before - rich.requester.total() == paid_by_our_books()


def paid_by_our_books() -> Decimal:
    sums = LedgerEntry.objects.aggregate(paid=Sum("paid_usd", default=Decimal(0)))
    return sums["paid"].quantize(Decimal("0.01"))


def test_a_killed_process_leaves_its_lease(rich, make_batch):
    """Nobody else repeats the call while it may still be under way."""
    batch = publish_batch(make_batch("a").pk, now=rich.now())
    now = rich.now()
    assert killed_at(3, partial(deliver_due, now))
    assert deliver_due(now + LEASE - timedelta(seconds=1)) == 0
    assert deliver_due(now + LEASE) == 1
    assert annotated(rich, batch) == {"HITs": 1}
