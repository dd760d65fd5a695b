"""What workers are given: leases, returns, quotas, and one article once in a study."""

from datetime import datetime, timedelta
from random import Random

import pytest

from corpus.models import Dataset, Summary
from crowd.models import HIT, Assignment, Batch, Consent, Worker
from evaluation import submissions
from evaluation.allocation import (
    AllMet,
    NothingLeft,
    NoWork,
    draw_seed,
    unpack,
)
from evaluation.drafts import Draft
from evaluation.models import Allocation
from evaluation.models.allocation import SETTLING
from evaluation.visits import find_visit
from tests.annotation.factories import make_hit as make_highlight_hit
from tests.evaluation import factories
from tests.evaluation.factories import NOW

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def begin(hit: HIT, worker: str = "A1", *, assignment: str = "", now: datetime = NOW) -> Allocation:
    claims = factories.claims_for(hit, worker, assignment)
    return submissions.begin(find_visit(hit.item.batch.kind, hit.public_id, claims), now=now)


def submit(hit: HIT, worker: str = "A1", *, passed: bool = True, now: datetime = NOW) -> Assignment:
    """Content, rated 50 and answered."""
    claims = factories.claims_for(hit, worker)
    draft = Draft(values={"recall": 50, "precision": 50})
    at = find_visit("content", hit.public_id, claims)
    submissions.finish_ratings(at, draft=draft, base_version=0, now=now)
    at = find_visit("content", hit.public_id, claims)
    submissions.submit_content(at, answer=passed, events={}, now=now)
    return at.assignment


def confirm(assignment: Assignment) -> None:
    Assignment.objects.filter(pk=assignment.pk).update(confirmed_at=NOW, status="Submitted")


def hits(batch: Batch) -> list[HIT]:
    return list(HIT.objects.filter(item__batch=batch).with_batch().order_by("pk"))


def summary(allocation: Allocation) -> Summary:
    return allocation.item.content_item.summary


@pytest.fixture
def dataset(db) -> Dataset:
    return factories.make_corpus(4)


@pytest.fixture
def one(db) -> list[HIT]:
    """Two places for the same summary: the only item, one judge wanted."""
    dataset = factories.make_corpus(1, ["ptgen"])
    batch = factories.make_content_batch(dataset, judges=1)
    item = batch.items.get()
    HIT.objects.create(item=item, number=1, max_assignments=1, mturk_id="3SECOND")
    return hits(batch)


class TestOneArticleOnce:
    def test_in_a_batch(self, dataset):
        batch = factories.make_content_batch(dataset)
        given = [begin(hit) for hit in hits(batch)[:4]]
        assert len({summary(each).document_id for each in given}) == 4
        with pytest.raises(AllMet):
            begin(hits(batch)[4])

    def test_in_all_contexts_of_a_study(self, dataset):
        article, reference = (
            factories.make_content_batch(dataset, context=context)
            for context in ("document", "reference")
        )
        given = [begin(hit) for hit in (*hits(article)[:2], *hits(reference)[:2])]
        assert len({summary(each).document_id for each in given}) == 4

    def test_also_on_sheets(self, dataset):
        content = factories.make_content_batch(dataset)
        met = summary(begin(hits(content)[0])).document
        others = [document for document in dataset.documents.all() if document != met]
        sheets = [
            [document.summaries.first() for document in (met, others[0])],
            [document.summaries.first() for document in others[1:]],
        ]
        for criterion in ("fluency", "clarity"):
            batch = factories.make_quality_batch(dataset, sheets, criterion=criterion)
            if criterion == "fluency":
                on_sheet = begin(hits(batch)[0]).item.quality_item.summaries
                assert not on_sheet.filter(summary__document=met).exists()
        with pytest.raises(AllMet):
            begin(hits(batch)[0])

    def test_but_not_across_studies(self, dataset):
        for name in ("first", "second"):
            study = factories.make_study(name=name)
            batch = factories.make_content_batch(dataset, study=study)
            assert len({summary(begin(hit)).document_id for hit in hits(batch)[:4]}) == 4

    @pytest.mark.parametrize("may_rate_highlighted", [False, True])
    def test_after_highlighting_only_if_the_study_allows_it(self, may_rate_highlighted):
        dataset = factories.make_corpus(1)
        study = factories.make_study(may_rate_highlighted=may_rate_highlighted)
        highlighted = make_highlight_hit(dataset.documents.get(), study=study)
        worker = Worker.objects.create(endpoint_url=factories.WORKER_SITE, mturk_id="A1")
        Assignment.objects.create(hit=highlighted, worker=worker, mturk_id="3HIGH", opened_at=NOW)
        batch = factories.make_content_batch(dataset, study=study)
        if may_rate_highlighted:
            assert begin(hits(batch)[0])
        else:
            with pytest.raises(AllMet):
                begin(hits(batch)[0])

    def test_even_if_the_first_time_was_given_up(self, dataset):
        batch = factories.make_content_batch(dataset)
        first = summary(begin(hits(batch)[0]))
        later = [begin(hit, now=NOW + 2 * HOUR) for hit in hits(batch)[1:4]]
        assert first.document_id not in {summary(each).document_id for each in later}


class TestBalance:
    def test_a_workers_systems_take_turns(self):
        batch = factories.make_content_batch(factories.make_corpus(9))
        counts = {}
        for hit in hits(batch)[:9]:
            system = summary(begin(hit)).system_id
            counts[system] = counts.get(system, 0) + 1
            assert max(counts.values()) <= 1 + (min(counts.values()) if len(counts) == 3 else 0)
        assert set(counts.values()) == {3}

    def test_is_counted_by_context(self):
        dataset = factories.make_corpus(6)
        article = factories.make_content_batch(dataset)
        reference = factories.make_content_batch(dataset, context="reference")
        for batch in (article, reference):
            systems = [summary(begin(hit)).system_id for hit in hits(batch)[:3]]
            assert len(set(systems)) == 3

    def test_what_was_given_up_still_counts(self):
        dataset = factories.make_corpus(3, ["ptgen", "tconvs2s"])
        first, second = hits(factories.make_content_batch(dataset))[:2]
        given_up = summary(begin(first))
        assert summary(begin(second, now=NOW + 2 * HOUR)).system_id != given_up.system_id

    def test_what_is_given_again_counts_once(self):
        dataset = factories.make_corpus(3, ["ptgen", "tconvs2s"])
        first, second = hits(factories.make_content_batch(dataset))[:2]
        system = summary(begin(first, assignment="3ONE")).system_id
        begin(first, assignment="3TWO")
        assert begin(second).given_before == {system: 1}


class TestQuota:
    def test_so_many_judges_as_wanted_and_no_more(self, one):
        begin(one[0], "A1")
        with pytest.raises(NothingLeft):
            begin(one[1], "A2")

    def test_nothing_is_stored_of_who_is_given_nothing(self, one):
        begin(one[0], "A1")
        with pytest.raises(NoWork):
            begin(one[1], "A2")
        assert Worker.objects.count() == Assignment.objects.count() == Consent.objects.count() == 1

    def test_a_lease_ends_with_the_time_for_the_work(self, one):
        begin(one[0], "A1")
        with pytest.raises(NothingLeft):
            begin(one[1], "A2", now=NOW + HOUR - timedelta(seconds=1))
        assert begin(one[1], "A2", now=NOW + HOUR)

    def test_usable_work_is_counted_for_ever(self, one):
        begin(one[0], "A1")
        confirm(submit(one[0], "A1"))
        with pytest.raises(NothingLeft):
            begin(one[1], "A2", now=NOW + 1000 * HOUR)

    def test_failed_work_makes_room(self, one):
        begin(one[0], "A1")
        confirm(submit(one[0], "A1", passed=False))
        assert begin(one[1], "A2")

    def test_voided_work_makes_room(self, one):
        begin(one[0], "A1")
        confirm(submit(one[0], "A1"))
        Assignment.objects.update(voided_at=NOW)
        assert begin(one[1], "A2")

    def test_saved_work_is_waited_for_until_the_endpoint_must_have_told(self, one):
        begin(one[0], "A1")
        submit(one[0], "A1")
        with pytest.raises(NothingLeft):
            begin(one[1], "A2", now=NOW + HOUR + SETTLING - timedelta(seconds=1))
        assert begin(one[1], "A2", now=NOW + HOUR + SETTLING)


class TestReturning:
    """At the endpoint nobody holds two assignments of one HIT: a second one means a return."""

    def test_the_same_summary_is_given_again(self, one):
        first = begin(one[0], "A1", assignment="3ONE")
        again = begin(one[0], "A1", assignment="3TWO")
        assert again.item == first.item

    def test_unless_somebody_else_has_it_by_now(self, one):
        begin(one[0], "A1", assignment="3ONE")
        begin(one[1], "A2", now=NOW + HOUR)
        with pytest.raises(NothingLeft):
            begin(one[0], "A1", assignment="3TWO", now=NOW + HOUR)

    def test_finished_work_is_never_given_again(self, dataset):
        hit = hits(factories.make_content_batch(dataset))[0]
        first = begin(hit)
        submit(hit)
        again = begin(hit, assignment="3TWO")
        assert summary(again).document_id != summary(first).document_id


class TestReplay:
    def test_the_draw_can_be_made_again_from_its_row(self, dataset):
        batch = factories.make_content_batch(dataset, seed=77)
        for hit in hits(batch)[:4]:
            given = begin(hit)
            drawn_from = unpack(given.candidates)
            worker, assignment = given.assignment.worker.mturk_id, given.assignment.mturk_id
            assert given.seed == draw_seed(77, assignment, worker)
            assert Random(given.seed).choice(drawn_from) == given.item_id

    def test_the_candidates_are_what_the_rules_allowed(self, dataset):
        batch = factories.make_content_batch(dataset)
        first, second = (begin(hit) for hit in hits(batch)[:2])
        items = list(batch.items.values_list("pk", flat=True))
        assert unpack(first.candidates) == items
        met, given = summary(first).document_id, summary(first).system_id
        allowed = batch.items.exclude(content_item__summary__document=met)
        allowed = allowed.exclude(content_item__summary__system=given)
        assert unpack(second.candidates) == list(allowed.values_list("pk", flat=True))
        assert Allocation.objects.get(pk=second.pk).given_before == {str(given): 1}

    def test_the_order_on_a_sheet_is_that_of_the_seed(self, dataset):
        sheet = [document.summaries.first() for document in dataset.documents.all()[:3]]
        batch = factories.make_quality_batch(dataset, [sheet])
        orders = [begin(hits(batch)[0], f"A{n}").shown for n in range(3)]
        assert len({str(order) for order in orders}) == 3
        assert len({str(sorted(order)) for order in orders}) == 1


@pytest.mark.parametrize("n_documents", [4, 40])
@pytest.mark.parametrize("kind", ["content", "quality"])
def test_beginning_takes_the_same_few_statements_however_large_the_study(
    kind, n_documents, at_most
):
    dataset = factories.make_corpus(n_documents)
    if kind == "content":
        batch = factories.make_content_batch(dataset)
    else:
        sheets = [[document.summaries.first()] for document in dataset.documents.all()]
        batch = factories.make_quality_batch(dataset, sheets)
    *met, hit = hits(batch)[:4]
    for worker in ("A1", "A2"):
        for other in met:
            begin(other, worker)
    with at_most({"content": 15, "quality": 17}[kind]):
        begin(hit)
