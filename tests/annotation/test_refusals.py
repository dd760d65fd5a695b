"""What the worker page refuses: on a page that says so, with nothing stored."""

import uuid

import pytest
from django.core import signing

from crowd import tokens
from crowd.models import Assignment, Batch, Study, Worker
from tests.annotation import factories
from tests.annotation.visitor import Visitor

pytestmark = pytest.mark.django_db


def assert_refused(response, status: int, words: str) -> None:
    assert response.status_code == status
    page = response.content.decode()
    assert words in page
    assert "<form" not in page
    assert not Worker.objects.exists()
    assert not Assignment.objects.exists()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"assignmentId": "A1,A1"}, "assignmentId must be capital letters and digits"),
        ({"assignmentId": ""}, "assignmentId is missing"),
        ({"assignmentId": "3<script>"}, "3&lt;script&gt;"),
        ({"workerId": "A1,A1"}, "workerId must be an A"),
        ({"workerId": "B1"}, "workerId must be an A"),
        ({"workerId": ""}, "workerId is missing"),
        ({"hitId": "3OTHER"}, "belongs to another HIT than 3OTHER"),
        ({"hitId": ""}, "hitId is missing"),
        ({"turkSubmitTo": "https://evil.example"}, "names a site we do not know"),
        ({"turkSubmitTo": ""}, "turkSubmitTo is missing"),
    ],
)
def test_parameters_that_the_endpoint_does_not_make(hit, changed, words):
    """Behaviour 66: an error page, nothing stored, no form that points outside."""
    assert_refused(Visitor(hit, **changed).open(), 400, words)


def test_a_parameter_given_twice(hit, client):
    response = client.get(factories.address(hit) + "&workerId=A2")
    assert_refused(response, 400, "workerId is given 2 times")


def test_an_unknown_hit(client, db):
    response = client.get(f"/judge/highlights/{uuid.uuid4()}/?assignmentId=3A&hitId=3H")
    assert_refused(response, 404, "There is no such task")


def test_a_hit_of_another_kind(hit, client):
    hit.item.highlight_item.delete()
    assert_refused(client.get(factories.address(hit)), 404, "There is no such task")


def test_a_batch_that_is_not_published(hit, client):
    batch = hit.item.batch
    batch.published_at = None
    batch.save()
    assert_refused(client.get(factories.address(hit)), 400, "not published")


@pytest.mark.parametrize("step", ["consent", "marks", "answer"])
@pytest.mark.parametrize("token", ["", "nonsense", "a:b:c"])
def test_a_post_without_a_valid_token(hit, step, token):
    response = Visitor(hit).post(step, token=token, spans="[[0,1]]", answer="true")
    assert_refused(response, 403, "no longer valid")


def test_a_token_of_another_hit(hit):
    other = factories.make_hit()
    token = tokens.sign(factories.claims_for(other), other.public_id)
    assert_refused(Visitor(hit).post("consent", token=token), 403, "no longer valid")


def test_a_token_signed_for_another_purpose(hit):
    token = signing.dumps([str(hit.public_id), "3A", "3H", "A1", factories.WORKER_SITE])
    assert_refused(Visitor(hit).post("consent", token=token), 403, "no longer valid")


def test_a_token_older_than_it_may_be_but_not_one_that_outlives_the_hit(hit, monkeypatch):
    visitor = Visitor(hit)
    token = visitor.token()
    now = signing.time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + 31 * 86400)
    assert_refused(visitor.post("consent", token=token), 403, "no longer valid")
    monkeypatch.setattr(signing.time, "time", lambda: now + 29 * 86400)
    assert visitor.post("consent", token=token).status_code == 303


@pytest.mark.parametrize("origin", ["https://evil.example", "null", factories.WORKER_SITE])
def test_a_post_from_another_site(hit, origin):
    assert_refused(Visitor(hit).post("consent", origin=origin), 403, "sent from another site")


@pytest.mark.parametrize("origin", ["http://testserver", "http://localhost:8000", None])
def test_a_post_from_our_own_page(hit, origin, settings):
    settings.HIGHRES_ORIGIN = "http://localhost:8000"
    assert Visitor(hit).post("consent", origin=origin).status_code == 303


def test_a_draft_is_refused_in_json(hit):
    response = Visitor(hit).post("draft", token="nonsense")
    assert response.status_code == 403
    assert "altered" in response.json()["problem"]


def test_a_draft_beyond_the_limit_says_by_how_much(hit):
    visitor = Visitor(hit)
    visitor.agree()
    response = visitor.save([[0, 33]])
    assert response.status_code == 422
    assert response.json()["problem"] == "33 words are marked, the limit is 30: remove 3."
    assert visitor.assignment.draft_version == 0


def test_a_step_cannot_be_taken_by_get(hit, client):
    for step in ["consent", "draft", "marks", "answer"]:
        response = client.get(f"/judge/highlights/{hit.public_id}/{step}/")
        assert response.status_code == 400


def test_a_body_that_is_too_large_is_refused_on_our_own_page(hit, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    response = Visitor(hit).post("marks", token="x", spans="9" * 2000)
    assert_refused(response, 400, "cannot be read")


def test_who_judged_the_article_before_is_told_to_return_the_hit(hit):
    Visitor(hit).finish()
    again = factories.make_hit(hit.item.highlight_item.document, word_limit=30)
    again.item.delete()
    second = type(hit).objects.create(
        item=hit.item, number=1, max_assignments=1, mturk_id="3SECOND"
    )
    response = Visitor(second).open()
    assert response.status_code == 409
    assert "You have already worked on this article" in response.content.decode()
    assert Visitor(second, "A2").open().status_code == 200


class TestWhoTookPartEarlier:
    """The batch wants others than those of an earlier one, which was about another article."""

    @pytest.fixture
    def later(self, hit):
        Visitor(hit).finish()
        later = factories.make_hit(name="later")
        later.item.batch.not_for.add(hit.item.batch)
        return later

    @pytest.mark.parametrize("study", ["the same", "another"])
    def test_is_told_so_at_the_first_step_and_nothing_is_stored(self, later, study):
        if study == "another":
            Study.objects.filter(pk=later.item.batch.study_id).update(name="x")
            other = factories.make_study(name="other")
            Batch.objects.filter(pk=later.item.batch_id).update(study=other)
        visitor = Visitor(later)
        page = visitor.open() if study == "the same" else visitor.agree()
        assert page.status_code == 403
        assert "for people who have not taken part before" in page.content.decode()
        assert not Assignment.objects.filter(hit=later).exists()

    def test_others_are_let_in(self, later):
        assert Visitor(later, "A2").finish().status_code == 200
        assert Assignment.objects.filter(hit=later).count() == 1

    def test_who_has_begun_may_finish(self, hit):
        later = factories.make_hit(name="later")
        Visitor(later).agree()
        Visitor(hit).finish()
        later.item.batch.not_for.add(hit.item.batch)
        assert Visitor(later).finish().status_code == 200
