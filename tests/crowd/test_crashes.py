"""Whenever a delivery is killed, the next one ends with every HIT created exactly once."""

import os
import signal
import sys
from datetime import datetime
from functools import partial
from types import FrameType

import pytest

from crowd import delivery, mturk, offering
from crowd.batches import publish_batch
from crowd.delivery import LEASE, deliver, deliver_due
from crowd.models import HIT, Batch, Call
from tests.crowd.factories import at_once
from tests.crowd.killing import was_killed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

# The lines between which a delivery is killed: all of these modules.
WATCHED = {delivery.__file__, offering.__file__, mturk.__file__}


def kill_before_line(n: int, now: datetime) -> bool:
    """Deliver in a process that SIGKILLs itself before its nth line; False if it ended before."""
    lines = 0

    def trace(frame: FrameType, event: str, _: object):
        nonlocal lines
        if frame.f_code.co_filename not in WATCHED:
            return None
        lines += event == "line"
        if lines == n:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace

    def traced() -> None:
        mturk.connect.cache_clear()  # the sockets of the client belong to the parent
        sys.settrace(trace)
        deliver_due(now)

    return was_killed(traced)


def test_a_delivery_may_be_killed_before_any_line(lab, make_batch):
    killed, unknown = 0, 0
    for n in range(1, 1000, 8):
        batch = publish_batch(make_batch("a", name=f"killed-{n}").pk, now=lab.now())
        if not kill_before_line(n, lab.now()):
            break
        killed += 1
        hit = HIT.objects.get(item__batch=batch)
        unknown += hit.mturk_id is None and bool(annotations_of(lab, batch))
        deliver_due(lab.now() + LEASE)
        assert annotations_of(lab, batch) == {f"hit:{hit.public_id}": 1}
        hit.refresh_from_db()
        assert hit.mturk_id
        assert hit.calls.get().state == "done"
    assert killed > 8
    assert unknown > 0, "no moment was met in which the HIT existed without our knowing"


def annotations_of(lab, batch: Batch) -> dict[str, int]:
    """How many HITs the endpoint has for each of the batch's keys."""
    keys = set(Call.objects.filter(hit__item__batch=batch).values_list("key", flat=True))
    found: dict[str, int] = {}
    for page in lab.remote.get_paginator("list_hits").paginate(MaxResults=100):
        for hit in page["HITs"]:
            if hit["RequesterAnnotation"] in keys:
                found[hit["RequesterAnnotation"]] = found.get(hit["RequesterAnnotation"], 0) + 1
    return found


def test_a_killed_deliverys_claim_expires(lab, make_batch):
    publish_batch(make_batch("a").pk, now=lab.now())
    now = lab.now()
    assert kill_before_line(60, now)
    call = Call.objects.get()
    assert (call.state, call.attempts) == ("pending", 1)
    assert deliver_due(now) == 0
    assert deliver_due(now + LEASE) == 1
    assert Call.objects.get().state == "done"


def test_many_deliveries_at_once_say_everything_once(lab, make_batch):
    batch = publish_batch(make_batch(*"abcdef").pk, now=lab.now())
    at_once(*[partial(deliver_due, lab.now())] * 4)
    assert set(annotations_of(lab, batch).values()) == {1}
    assert set(Call.objects.values_list("state", "attempts")) == {("done", 1)}


def test_one_call_is_claimed_by_one(lab, make_batch):
    publish_batch(make_batch("a").pk, now=lab.now())
    call, now = Call.objects.get(), lab.now()
    at_once(*[partial(deliver, call.pk, now)] * 6)
    assert Call.objects.get().attempts == 1
