"""Who took part in an earlier batch neither sees nor begins a later one, where it wants it so."""

from datetime import timedelta

import pytest

from crowd.admitting import TookPart
from crowd.assignments import open_assignment
from crowd.batches import publish_batch
from crowd.confirmation import News
from crowd.delivery import deliver
from crowd.models import Assignment, Batch, Call
from tests.marketplace.harness import RefusedByTheSite


@pytest.fixture
def earlier(lab, make_batch) -> Batch:
    batch = make_batch("a", judges=5, name="earlier")
    lab.publish(batch)
    return Batch.objects.get(pk=batch.pk)


@pytest.fixture
def make_later(make_batch, earlier):
    def make(*keys: str, **fields) -> Batch:
        return make_batch(*(keys or "bc"), **{"name": "later", "not_for": [earlier], **fields})

    return make


def take_part(lab, batch, word: str = "right"):
    """Somebody does work in the batch and the endpoint tells us."""
    worker = lab.worker()
    lab.do(lab.hits(batch)[0], worker, word)
    lab.sync(batch)
    return worker


def names_of_types(lab) -> list[str]:
    listed = lab.remote.list_qualification_types(MustBeRequestable=False, MustBeOwnedByCaller=True)
    return [row["Name"] for row in listed["QualificationTypes"]]


@pytest.mark.parametrize("word", ["right", "wrong"])
def test_the_later_batch_is_hidden_from_who_took_part_before_it(lab, earlier, make_later, word):
    worker = take_part(lab, earlier, word)
    hits = lab.publish(make_later())
    for hit in hits:
        with pytest.raises(RefusedByTheSite):
            worker.accept(hit.mturk_id)
    assert lab.do(hits[0]).pk


def test_the_hits_require_that_one_did_not_take_part_before_they_are_discovered(
    lab, earlier, make_later
):
    lab.publish(make_later())
    required = [hit["QualificationRequirements"] for hit in lab.remote_hits()]
    later = [rows[0] for rows in required if rows]
    assert len(later) == 2
    assert {row["Comparator"] for row in later} == {"DoesNotExist"}
    assert {row["ActionsGuarded"] for row in later} == {"DiscoverPreviewAndAccept"}
    assert len({row["QualificationTypeId"] for row in later}) == 1
    assert len(names_of_types(lab)) == 1


def test_who_takes_part_while_both_run_is_kept_out_from_then_on(lab, earlier, make_later):
    hits = lab.publish(make_later())
    worker = take_part(lab, earlier)
    with pytest.raises(RefusedByTheSite):
        worker.accept(hits[0].mturk_id)
    again = lab.sync(earlier)
    assert again.calls == []
    assert Call.objects.filter(operation=Call.Operation.GRANT).count() == 1


def test_the_server_refuses_whom_the_qualification_has_not_reached(lab, earlier, make_later):
    hits, worker = lab.publish(make_later()), lab.worker()
    lab.do(lab.hits(earlier)[0], worker)
    claims = lab.claims(worker, worker.accept(hits[0].mturk_id))
    with pytest.raises(TookPart):
        open_assignment(hits[0], claims, lab.now())
    assert not Assignment.objects.filter(hit=hits[0]).exists()


def test_a_batch_that_does_not_mind_takes_everybody(lab, earlier, make_batch):
    worker = take_part(lab, earlier)
    hits = lab.publish(make_batch("b", name="other"))
    assert lab.do(hits[0], worker).pk
    assert names_of_types(lab) == []


def test_what_was_claimed_in_anothers_name_keeps_nobody_out(lab, earlier, make_later):
    hits, victim = lab.publish(make_later()), lab.worker()
    thief, hit = lab.worker(), lab.hits(earlier)[0]
    assignment_id = thief.accept(hit.mturk_id)
    claims = lab.claims(thief, assignment_id)
    forged = type(claims)(claims.assignment_id, claims.hit_id, victim.worker_id, claims.submit_to)
    lab.save(hit, forged)
    thief.submit(assignment_id, word="right")
    lab.sync(earlier)
    assert lab.do(hits[0], victim).pk
    with pytest.raises(RefusedByTheSite):
        thief.accept(hits[0].mturk_id)


def test_no_hit_is_offered_before_everybody_is_kept_out(lab, earlier, make_later):
    for _ in range(2):
        take_part(lab, earlier)
    later = make_later("b", "c", "d")
    publish_batch(later.pk, now=lab.now())
    for call in Call.objects.filter(operation=Call.Operation.CREATE_HIT, state="pending"):
        deliver(call.pk, lab.now())
    made, granted = Call.objects.filter(key__startswith="keep-out").open().order_by("pk")[:2]
    deliver(made.pk, lab.now())
    deliver(granted.pk, lab.now())
    for call in Call.objects.filter(operation=Call.Operation.CREATE_HIT, state="pending"):
        deliver(call.pk, lab.now() + timedelta(minutes=1))
    assert not any(hit.mturk_id for hit in lab.hits(later))
    lab.deliver(later=timedelta(minutes=2))
    assert all(hit.mturk_id for hit in lab.hits(later))


@pytest.mark.parametrize(
    "operation", ["CreateQualificationType", "AssociateQualificationWithWorker", "CreateHITType"]
)
def test_a_lost_answer_makes_nothing_twice(lab, earlier, make_later, operation):
    worker = take_part(lab, earlier)
    lab.arm("drop_after_commit", operation=operation)
    hits = lab.publish(make_later())
    lab.deliver(later=timedelta(minutes=1))
    assert set(Call.objects.values_list("state", flat=True)) == {"done"}
    assert len(names_of_types(lab)) == 1
    with pytest.raises(RefusedByTheSite):
        worker.accept(lab.hits(hits[0].item.batch)[0].mturk_id)


def test_a_closed_batch_asks_for_nothing_more(lab, earlier, make_later):
    later = make_later()
    lab.publish(later)
    Batch.objects.filter(pk=later.pk).update(closed_at=lab.now())
    take_part(lab, earlier)
    assert not Call.objects.filter(operation=Call.Operation.GRANT).exists()


def test_replacements_are_hidden_too(lab, earlier, make_later):
    worker = take_part(lab, earlier)
    later = make_later("b", judges=9)
    hit = lab.publish(later)[0]
    lab.do(hit, word="wrong")
    lab.sync(later)
    lab.market.advance(later.auto_approval_delay_s)
    news: News = lab.sync(later)
    assert news.problems == []
    lab.deliver()
    _, new = lab.hits(later)
    with pytest.raises(RefusedByTheSite):
        worker.accept(new.mturk_id)
    assert len(names_of_types(lab)) == 1
