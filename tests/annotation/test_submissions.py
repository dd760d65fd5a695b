"""The highlight desk: stored once, in one transaction, whatever is repeated or simultaneous."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from annotation import submissions
from annotation.drafts import Draft
from annotation.models import Highlight
from crowd.drafting import NotYet
from crowd.hand_back import hand_back_fields
from crowd.kinds import CannotIngest, kind_named
from crowd.models import Assignment
from tests.annotation import factories
from tests.annotation.factories import NOW
from tests.annotation.visitor import Visitor


@pytest.fixture
def enqueued(monkeypatch) -> list[list[int]]:
    """What would be sent to the broker."""
    sent: list[list[int]] = []
    monkeypatch.setattr(submissions.aggregate_items, "delay", sent.append)
    return sent


def marked(hit, worker_id="A1", spans=((0, 4),)):
    claims = factories.claims_for(hit, worker_id)
    submissions.begin(hit, claims, now=NOW)
    draft = Draft(spans=list(spans), events={"active_s": 40, "blur": 1})
    submissions.finish_marks(hit, claims, draft=draft, base_version=0, now=NOW)
    return claims


def submit(hit, claims, answer=True, events=None, after_s=100):
    now = NOW + timedelta(seconds=after_s)
    submissions.submit_highlight(hit, claims, answer=answer, events=events or {}, now=now)


@pytest.mark.django_db
@pytest.mark.parametrize("key", [True, False])
@pytest.mark.parametrize("answer", [True, False])
def test_the_answer_is_checked_here_and_nowhere_else(key, answer):
    hit = factories.make_hit(answer=key)
    submit(hit, marked(hit), answer)
    assert Assignment.objects.get().sanity_passed is (answer == key)
    assert Highlight.objects.get().statement_answer is answer


@pytest.mark.django_db
def test_a_highlight_keeps_the_union_the_answer_and_the_evidence(hit):
    claims = marked(hit, spans=[(0, 4), (6, 7)])
    submit(hit, claims, events={"active_s": 60})
    highlight = Highlight.objects.get()
    assert (highlight.spans, highlight.n_words) == ([[0, 4], [6, 7]], 5)
    assert highlight.events == {"active_s": 60, "blur": 1}
    assert highlight.statement == hit.item.highlight_item.statement
    assert highlight.assignment.active_duration_s == 60


@pytest.mark.django_db
def test_active_time_cannot_exceed_the_time_that_passed(hit):
    submit(hit, marked(hit), events={"active_s": 5000}, after_s=100)
    assert Assignment.objects.get().active_duration_s == 100


@pytest.mark.django_db
def test_aggregation_is_enqueued_on_commit_and_once(
    hit, enqueued, django_capture_on_commit_callbacks
):
    claims = marked(hit)
    with django_capture_on_commit_callbacks(execute=True):
        submit(hit, claims)
        assert enqueued == []
    assert enqueued == [[hit.item_id]]
    with django_capture_on_commit_callbacks(execute=True):
        submit(hit, claims)
    assert enqueued == [[hit.item_id]]


@pytest.mark.django_db
def test_a_broker_that_is_down_does_not_cost_the_work(
    hit, monkeypatch, django_capture_on_commit_callbacks
):
    def refuse(item_ids):
        raise ConnectionError("no broker")

    monkeypatch.setattr(submissions.aggregate_items, "delay", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        submit(hit, marked(hit))
    assert Highlight.objects.count() == 1


@pytest.mark.django_db
def test_a_second_submission_the_same_or_another_changes_nothing(hit):
    claims = marked(hit)
    submit(hit, claims, answer=True)
    first = Assignment.objects.get().submitted_at
    submit(hit, claims, answer=True)
    submit(hit, claims, answer=False, after_s=900)
    assert Highlight.objects.get().statement_answer is True
    assert Assignment.objects.get().submitted_at == first


@pytest.mark.django_db
def test_an_answer_without_marks_stores_nothing(hit):
    claims = factories.claims_for(hit)
    with pytest.raises(NotYet):
        submit(hit, claims)
    assert not Assignment.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("answers", [("true", "true"), ("true", "false")])
def test_two_submissions_at_the_same_moment_are_stored_once(hit, answers):
    visitor = Visitor(hit)
    visitor.agree()
    visitor.mark([[0, 4]])
    token = visitor.token()

    def send(answer):
        try:
            return Visitor(hit).post("answer", answer=answer, token=token).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(send, answers * 4))
    assert statuses == [303] * 8
    assert Highlight.objects.count() == 1
    assert Assignment.objects.get().sanity_passed is Highlight.objects.get().statement_answer
    assert "Thank you" in visitor.open().content.decode()


@pytest.mark.django_db(transaction=True)
def test_first_visits_at_the_same_moment_make_one_assignment(hit):
    token = Visitor(hit).token()

    def agree(_):
        try:
            return Visitor(hit).post("consent", token=token).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(agree, range(8))) == [303] * 8
    assert Assignment.objects.count() == 1


def handed_back(hit, claims, **changed):
    work = {"spans": [[0, 4]], "statement_answer": True, "events": {"blur": 1}, **changed}
    return hand_back_fields(hit, claims, work)


def confirmed(hit, claims) -> Assignment:
    """As crowd.confirmation finds work that never reached us."""
    assignment = submissions.assignments.make_assignment(hit, claims, NOW)
    assignment.confirmed_at = assignment.handed_in_at = NOW + timedelta(minutes=5)
    assignment.status = "Submitted"
    assignment.save()
    return assignment


@pytest.mark.django_db
def test_work_that_reached_only_the_endpoint_is_ingested_once(hit):
    claims = factories.claims_for(hit)
    assignment = confirmed(hit, claims)
    ingest = kind_named("highlights").ingest
    ingest(assignment, handed_back(hit, claims))
    ingest(assignment, handed_back(hit, claims, spans=[[5, 9]]))
    assert Highlight.objects.get().spans == [[0, 4]]
    assert Assignment.objects.usable().count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"spans": [[0, 99]]}, "not inside"),
        ({"spans": []}, "nothing is marked"),
        ({"spans": None}, "must be a list"),
        ({"statement_answer": None}, "not answered"),
        ({"statement_answer": "true"}, "not answered"),
    ],
)
def test_unlawful_work_is_not_ingested(hit, changed, words):
    claims = factories.claims_for(hit)
    with pytest.raises(CannotIngest, match=words):
        submissions.ingest(confirmed(hit, claims), handed_back(hit, claims, **changed))
    assert not Highlight.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("sha256", "0" * 64, "checksum"),
        ("answer", "{}", "checksum"),
        ("token", "nonsense", "altered"),
        ("token", None, "missing"),
    ],
)
def test_work_that_is_not_as_we_sent_it_is_not_ingested(hit, field, value, words):
    claims = factories.claims_for(hit)
    fields = {**handed_back(hit, claims), field: value}
    fields = {name: value for name, value in fields.items() if value is not None}
    with pytest.raises(CannotIngest, match=words):
        submissions.ingest(confirmed(hit, claims), fields)


@pytest.mark.django_db
def test_a_token_made_for_another_assignment_is_not_ingested(hit):
    fields = handed_back(hit, factories.claims_for(hit, "A2"))
    with pytest.raises(CannotIngest, match="made for assignment"):
        submissions.ingest(confirmed(hit, factories.claims_for(hit, "A1")), fields)
