"""The content page step by step, by plain HTTP, in all three contexts."""

import json
import re
from datetime import timedelta
from html import unescape

import pytest

from annotation.models import TokenWeights
from corpus.models import Document, Summary
from crowd.models import HIT, Assignment, Worker
from evaluation.models import Allocation, Context, Rating
from tests.evaluation import factories
from tests.evaluation.visitor import Visitor

pytestmark = pytest.mark.django_db
PREVIEW = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "workerId": "", "turkSubmitTo": ""}
STATEMENTS = [
    "All important information is present in the summary.",
    "Only important information is in the summary.",
]


@pytest.fixture(params=Context.values)
def context(request) -> str:
    return request.param


@pytest.fixture
def hit(context) -> HIT:
    return factories.make_content_hit(context)


@pytest.fixture
def worker(hit) -> Visitor:
    return Visitor(hit)


def judged(worker: Visitor) -> Summary:
    return Allocation.objects.get(assignment=worker.assignment).item.content_item.summary


def test_the_steps_follow_each_other(worker):
    assert "I agree, begin" in worker.text()
    assert worker.begin().status_code == 303
    assert judged(worker).text in worker.text()
    assert worker.rate(recall=70, precision=30).status_code == 303
    assert "True or False" in worker.text()
    assert worker.answer().status_code == 303
    assert f'action="{factories.WORKER_SITE}/mturk/externalSubmit"' in worker.text()
    assert dict(Rating.objects.values_list("criterion", "value")) == {"recall": 70, "precision": 30}


def test_the_statements_are_the_papers_recall_first(worker):
    worker.begin()
    page = worker.text()
    claims = re.findall(r'<p class="claim"[^>]*>([^<]+)</p>', page)
    assert claims == STATEMENTS
    assert "How strongly do you agree with the following statements?" in page
    assert page.count("Strongly disagree") == page.count("Strongly agree") == 2


def test_no_value_is_preset(worker):
    worker.begin()
    page = worker.text()
    assert page.count('data-value=""') == 2
    assert 'name="values" value="{}"' in page


def test_a_literal_study_presets_50_in_the_papers_words(hit, worker):
    study = hit.item.batch.study
    study.is_literal = True
    study.save()
    worker.begin()
    page = worker.text()
    assert page.count('data-value="50"') == 2
    assert "How strongly agree are you on the following statements?" in page
    worker.rate(recall=50, precision=50)
    worker.answer()
    assert set(Rating.objects.values_list("value", "was_touched")) == {(50, False)}


def test_each_context_shows_what_it_judges_by_and_nothing_else(context, worker):
    worker.begin()
    page, document = worker.text(), judged(worker).document
    reference = document.summaries.get(system__is_reference=True).text
    shows_article, shows_heat = "Southern" in page, "data-heat" in page
    assert shows_article is (context != "reference")
    assert shows_heat is (context == "highlights")
    assert (reference in page) is (context == "reference" or judged(worker).text == reference)


def test_the_legend_says_the_levels_in_words_and_the_slider_goes_to_all_but_one():
    worker = Visitor(factories.make_content_hit("highlights"))
    worker.begin()
    page = worker.text()
    legend = re.findall(r"</mark> (marked by [^<]+)</li>", page)
    assert legend == [f"marked by {n}" for n in ("7 readers", "4 readers", "3 readers", "1 reader")]
    assert re.search(r'id="threshold" min="0" max="3" step="1" value="0"', page)


@pytest.mark.parametrize(
    ("count", "said"), [(2, "marked by 2 readers"), (0, "Nobody marked anything.")]
)
def test_with_one_level_or_none_there_is_nothing_to_hide(count, said):
    hit = factories.make_content_hit("highlights")
    for row in hit.item.batch.content_batch.release.documents.all():
        row.counts = [count] * len(row.counts)
        row.save()
    worker = Visitor(hit)
    worker.begin()
    assert said in worker.text()
    assert 'id="threshold"' not in worker.text()


def test_later_highlights_do_not_change_what_a_release_shows():
    hit = factories.make_content_hit("highlights")
    worker = Visitor(hit)
    worker.begin()
    before = worker.text()
    document = judged(worker).document
    TokenWeights.objects.create(
        study=hit.item.batch.study,
        document=document,
        counts=[9] * document.n_tokens,
        num_h=[9.0] * document.n_tokens,
        n_annotators=9,
        word_limit=30,
        revision=1,
        signature="later",
        computed_at=factories.NOW,
    )
    without_token = r'name="token" value="[^"]+"'
    assert re.sub(without_token, "", worker.text()) == re.sub(without_token, "", before)


def test_late_work_is_kept_and_marked(worker):
    worker.begin()
    Assignment.objects.update(opened_at=factories.NOW - timedelta(days=9000))
    worker.rate(recall=70, precision=30)
    worker.answer()
    assert worker.assignment.is_late
    assert "Your work is kept all the same" in worker.text()


def test_a_preview_shows_an_example_and_no_real_item(hit):
    page = Visitor(hit, **PREVIEW).text()
    assert "Accept the task to begin" in page
    assert "bakery" in page
    assert "<script" not in page
    for summary in Summary.objects.all():
        assert summary.text not in page
    for document in Document.objects.all():
        assert document.title not in page
    assert not Worker.objects.exists()


def test_the_statement_is_not_shown_before_the_ratings(context, worker):
    about = "reference" if context == "reference" else "document"
    worker.begin()
    assert f"The {about} is read." not in worker.text()
    worker.rate(recall=70, precision=30)
    page = worker.text()
    assert f"The {about} is read." in page
    assert page.count('type="radio"') == 2
    assert "checked" not in page


def test_what_is_missing_is_said_and_what_was_given_is_kept(worker):
    worker.begin()
    response = worker.rate(recall=70)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Please choose a value for both statements." in page
    assert 'data-value="70"' in page
    assert not worker.assignment.draft


@pytest.mark.parametrize("values", ["", "{", "[]", '{"recall": 0}', '{"fluency": 3}', "[" * 99_999])
def test_ratings_that_break_the_law_are_refused_and_nothing_moves_on(worker, values):
    worker.begin()
    response = worker.post("ratings", values=values, version=0)
    assert response.status_code == 422
    assert re.search(r'class="problem" role="alert"[^>]*>[^<]+', response.content.decode())
    assert judged(worker).text in worker.text()


def test_a_blank_answer_is_asked_for(worker):
    worker.begin()
    worker.rate(recall=70, precision=30)
    assert worker.answer("").status_code == 422
    assert worker.assignment.submitted_at is None


def test_a_draft_comes_back_with_its_colours_and_its_trail():
    worker = Visitor(factories.make_content_hit("highlights"))
    worker.begin()
    trails = {"recall": [[900, 12]], "threshold": [[400, 1], [800, 2]]}
    worker.save({"recall": 12}, threshold=2, trails=json.dumps(trails))
    page = worker.text()
    assert 'name="values" value="{&quot;recall&quot;:12}"' in page
    assert 'name="threshold" value="2"' in page
    assert worker.assignment.draft["trails"] == trails
    told = worker.save({"recall": 15}, page="p2").json()
    assert told == {"version": 1, "work": '{"recall":12,"threshold":2}', "closed": False}


def test_a_threshold_beyond_the_levels_shows_the_darkest():
    worker = Visitor(factories.make_content_hit("highlights"))
    worker.begin()
    worker.save({}, threshold=2_000_000_000)
    assert 'name="threshold" value="3"' in worker.text()


def test_who_agreed_before_is_not_asked_again(hit, worker):
    worker.begin()
    other = HIT.objects.filter(item__batch=hit.item.batch).exclude(pk=hit.pk).first()
    page = Visitor(other).text()
    assert "Taking part" not in page
    assert ">Begin</button>" in page


def test_nothing_but_its_text_tells_one_summary_from_another(context):
    """Pages of three systems' summaries of one article are the same, their names apart."""
    batch = factories.make_content_batch(factories.make_corpus(1), context=context)
    hits = HIT.objects.filter(item__batch=batch)
    workers = [Visitor(hit, f"A{number}") for number, hit in enumerate(hits)]
    pages = [[anonymous(page, worker) for page in whole_task(worker)] for worker in workers]
    assert len({judged(worker).system.name for worker in workers}) == 3
    assert pages[0] == pages[1] == pages[2]
    told = "".join(pages[0])
    for sealed in (*factories.SYSTEMS[1:], "sanity", "passed"):
        assert sealed not in told


def whole_task(worker: Visitor) -> list[str]:
    """Every page and every answer on the way."""
    worker.open()
    worker.begin()
    worker.rate(recall=70)
    worker.save({"recall": 4})
    worker.save({"recall": 5}, page="p2")
    worker.rate(recall=70, precision=30, version=1)
    worker.answer("")
    worker.answer()
    worker.open()
    return [response.content.decode() for response in worker.responses]


def anonymous(page: str, worker: Visitor) -> str:
    """Without what differs between workers and HITs, and without the summary."""
    page = re.sub(r'(<blockquote class="summary"[^>]*>)[^<]*', r"\1", page)
    page = re.sub(r'name="(token|sha256)" value="[^"]+"', "", page)
    page = re.sub(r"&quot;item&quot;:&quot;[0-9a-f]{16}&quot;", "", page)
    page = re.sub(r"Reference: <code>[0-9A-F]{8}</code>", "", page)
    for name in (str(worker.hit.public_id), *worker.claims.as_query().values()):
        page = page.replace(name, "")
    return page


@pytest.mark.parametrize("answer", ["true", "false"])
def test_a_worker_is_not_told_whether_the_answer_was_right(answer):
    worker = Visitor(factories.make_content_hit())
    worker.begin()
    worker.rate(recall=70, precision=30)
    worker.answer(answer)
    fields = json.loads(unescape(re.search(r'name="answer" value="([^"]+)"', worker.text())[1]))
    assert fields.keys() == {"item", "values", "trails", "events", "statement_answer"}
    assert worker.assignment.sanity_passed is (answer == "true")


def test_a_page_takes_three_statements_and_a_submission_four(worker, at_most):
    def opens():
        worker.client.get(worker.page)

    token = worker.token()
    with at_most(3):
        opens()
    worker.begin()
    with at_most(3):
        opens()
    with at_most(4):
        fields = {"values": '{"recall": 1, "precision": 100}', "version": 0, "token": token}
        worker.client.post(f"{worker.address}ratings/", fields)
    with at_most(3):
        opens()
    with at_most(4):
        worker.client.post(f"{worker.address}answer/", {"answer": "true", "token": token})
    with at_most(3):
        opens()
    assert Assignment.objects.get().submitted_at


@pytest.mark.parametrize("n_documents", [5, 500])
def test_statements_do_not_grow_with_the_corpus(n_documents, at_most):
    dataset = factories.make_corpus(n_documents)
    for context in Context.values:
        batch = factories.make_content_batch(dataset, context=context)
        hit = HIT.objects.with_batch().filter(item__batch=batch).last()
        worker = Visitor(hit, f"A{context.upper()}")
        with at_most(3):
            token = worker.token()
        with at_most(16):  # to begin: the allocation looks at the whole batch, in a fixed number
            worker.post("begin", token=token)
        ratings = {"values": '{"recall": 1, "precision": 100}', "version": 0, "token": token}
        for step, fields in (("ratings", ratings), ("answer", {"answer": "true", "token": token})):
            with at_most(3):
                assert worker.open().status_code == 200
            with at_most(4):
                worker.post(step, **fields)
        with at_most(3):
            assert b"mturk/externalSubmit" in worker.open().content
