"""What the pages of both rating HITs share: beginning, drafts, and honest refusals."""

import pytest
from django.urls import reverse

from crowd.models import HIT, Assignment, Batch, Worker
from crowd.tokens import sign
from evaluation.models import Allocation
from tests.evaluation import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["content", "quality"])
def hit(request) -> HIT:
    dataset = factories.make_corpus(3)
    if request.param == "content":
        batch = factories.make_content_batch(dataset, judges=1)
    else:
        batch = factories.make_quality_batch(
            dataset, [[dataset.documents.first().summaries.first()]], judges=1
        )
    return HIT.objects.filter(item__batch=batch).first()


@pytest.fixture
def post(client, hit):
    def send(step: str, worker_id: str = "A1", at: HIT = hit, **fields):
        claims = factories.claims_for(at, worker_id)
        address = reverse(f"evaluation:{at.item.batch.kind}{step}", args=[at.public_id])
        return client.post(address, {"token": sign(claims, at.public_id), **fields})

    return send


def test_beginning_gives_something_to_judge_and_shows_the_page(post, hit):
    answer = post("-begin")
    assert answer.status_code == 303
    assert answer.url.startswith(reverse(f"evaluation:{hit.item.batch.kind}", args=[hit.public_id]))
    assert Allocation.objects.count() == 1


@pytest.fixture
def earlier(hit) -> Batch:
    """Another batch, in which A1 did work."""
    batch = factories.make_batch(hit.item.batch.study, "content", 1)
    worker = Worker.objects.create(endpoint_url=batch.endpoint_url, mturk_id="A1")
    Assignment.objects.create(
        hit=HIT.objects.get(item__batch=batch),
        worker=worker,
        mturk_id="3EARLIER",
        opened_at=factories.NOW,
        submitted_at=factories.NOW,
        sanity_passed=True,
    )
    return batch


def test_who_took_part_in_an_earlier_batch_is_told_so_and_others_begin(post, hit, earlier):
    hit.item.batch.not_for.add(earlier)
    answer = post("-begin")
    assert answer.status_code == 403
    assert "for people who have not taken part before" in answer.content.decode()
    assert not Assignment.objects.filter(hit=hit).exists()
    assert post("-begin", "A2").status_code == 303


def test_only_who_passed_the_test_begins(post, hit, earlier):
    Batch.objects.filter(pk=hit.item.batch_id).update(only_for=earlier)
    answer = post("-begin")
    assert answer.status_code == 403
    assert "for people who have passed a test of ours" in answer.content.decode()
    assert not Assignment.objects.filter(hit=hit).exists()
    worker = Worker.objects.get(mturk_id="A1")
    earlier.qualifications.create(worker=worker, granted_at=factories.NOW)
    assert post("-begin").status_code == 303


def test_a_draft_before_the_beginning_leads_to_the_page(post):
    assert post("-draft", values="{}", version=0).status_code == 303
    assert not Assignment.objects.exists()


@pytest.mark.parametrize("values", ["", "[]", "{", '{"recall": 101}', '{"other": 5}', "[" * 2000])
def test_a_draft_that_is_no_rating_is_refused(post, values):
    post("-begin")
    answer = post("-draft", values=values, version=0)
    assert answer.status_code == 422
    assert answer.json()["problem"]


def test_a_draft_is_kept_whatever_its_evidence(post):
    post("-begin")
    answer = post("-draft", values="{}", version=0, trails='[["x"', events="no")
    assert answer.json() == {"version": 1}
    assert Assignment.objects.get().draft["trails"] == {}


def test_another_tab_is_told_what_is_kept(post):
    post("-begin")
    post("-draft", values="{}", version=0, place=2)
    answer = post("-draft", values="{}", version=0, place=3)
    assert answer.status_code == 409
    assert answer.json() == {"version": 1, "work": "{}", "closed": False}


def test_who_can_be_given_nothing_reads_why_and_nothing_is_stored(post, hit):
    for number, place in enumerate(HIT.objects.filter(item__batch=hit.item.batch)):
        post("-begin", f"A9{number}", at=place)
    answer = post("-begin", "A5")
    assert answer.status_code == 409
    assert "nothing left to judge" in answer.content.decode()
    assert not Worker.objects.filter(mturk_id="A5").exists()


def test_an_address_of_another_kind_of_hit_is_unknown(client, hit):
    other = {"content": "quality", "quality": "content"}[hit.item.batch.kind]
    address = reverse(f"evaluation:{other}", args=[hit.public_id])
    answer = client.get(address, factories.claims_for(hit).as_query())
    assert answer.status_code == 404


def test_a_token_of_another_hit_is_refused(client, hit):
    token = sign(factories.claims_for(hit), HIT(item=hit.item).public_id)
    address = reverse(f"evaluation:{hit.item.batch.kind}-begin", args=[hit.public_id])
    answer = client.post(address, {"token": token})
    assert answer.status_code == 403
    assert hit.item.batch.study.contact_email in answer.content.decode()
