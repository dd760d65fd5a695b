"""Weights are recomputed from usable rows, to the same row however they are asked for."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction

from annotation import tasks
from annotation.aggregation import AggregationError, aggregate_document, stale_documents
from annotation.models import TokenWeights
from crowd.models import HIT
from tests.annotation.work import NOW, bump, highlight, make_document, make_item, make_study


def computed() -> list[tuple]:
    return list(TokenWeights.objects.order_by("pk").values_list())


@pytest.mark.django_db
class TestOneDocument:
    @pytest.fixture(autouse=True)
    def offered(self) -> None:
        self.study, self.document = make_study(), make_document(n_tokens=9)
        self.item = make_item(self.study, self.document, word_limit=5)

    def aggregate(self) -> TokenWeights:
        aggregate_document(self.study.pk, self.document.pk)
        return TokenWeights.objects.get()

    def test_the_hand_worked_case_of_the_draft(self) -> None:
        """By hand: h1 = {2,3,4,7,8}, h2 = {2,3,4,5,8}, K = 5: both weigh one."""
        highlight(self.item, "w1", [(2, 5), (7, 9)])
        highlight(self.item, "w2", [(2, 6), (8, 9)])
        weights = self.aggregate()
        assert weights.counts == [0, 0, 2, 2, 2, 1, 0, 1, 2]
        assert weights.num_h == [0.0, 0.0, 2.0, 2.0, 2.0, 1.0, 0.0, 1.0, 2.0]
        assert (weights.n_annotators, weights.word_limit, weights.revision) == (2, 5, 2)
        assert weights.signature == "weights|K:5|N:2|tok:letters|v:1.0"

    def test_num_h_counts_an_annotator_by_the_length_of_the_union(self) -> None:
        highlight(self.item, "w1", [(0, 2), (1, 3)])
        assert self.aggregate().num_h[:4] == [3 / 5, 3 / 5, 3 / 5, 0.0]

    def test_running_it_twice_changes_nothing(self) -> None:
        highlight(self.item, "w1", [(0, 2)])
        self.aggregate()
        before = computed()
        self.aggregate()
        assert computed() == before

    def test_work_that_is_no_longer_usable_no_longer_counts(self) -> None:
        assignment = highlight(self.item, "w1", [(0, 2)])
        self.aggregate()
        type(assignment).objects.update(voided_at=NOW)
        bump(self.item)
        weights = self.aggregate()
        assert (weights.n_annotators, weights.revision, sum(weights.counts)) == (0, 2, 0)

    def test_the_order_of_the_work_does_not_matter(self) -> None:
        spans = [[(0, 2)], [(1, 4)], [], [(8, 9), (0, 1)]]
        other = make_document("b")
        item = make_item(self.study, other)
        for number, marked in enumerate(spans):
            highlight(self.item, f"w{number}", marked)
        for number, marked in reversed(list(enumerate(spans))):
            highlight(item, f"w{number}", marked)
        for document in (self.document, other):
            aggregate_document(self.study.pk, document.pk)
        one, two = TokenWeights.objects.values("counts", "num_h", "n_annotators", "revision")
        assert one == two

    def test_work_in_two_batches_is_aggregated_together(self) -> None:
        highlight(self.item, "w1", [(0, 2)])
        highlight(make_item(self.study, self.document, batch="second"), "w2", [(0, 1)])
        weights = self.aggregate()
        assert (weights.counts[:2], weights.revision) == ([2, 1], 2)

    def test_two_word_limits_for_one_document_are_an_error(self) -> None:
        highlight(make_item(self.study, self.document, batch="b", word_limit=9), "w1")
        with pytest.raises(AggregationError, match=r"with the word limits \[5, 9\]"):
            self.aggregate()

    def test_a_document_nobody_offers_gets_no_weights(self) -> None:
        aggregate_document(self.study.pk, make_document("b").pk)
        assert not TokenWeights.objects.exists()


@pytest.mark.django_db
class TestSweep:
    def test_missing_and_outdated_weights_are_found_and_computed(self) -> None:
        study = make_study()
        items = [make_item(study, make_document(name)) for name in "abcd"]
        never, outdated, fresh, untouched = items
        for item in (never, outdated, fresh):
            highlight(item, "w1", [(0, 1)])
        for item in (outdated, fresh):
            tasks.aggregate_items([item.pk])
        highlight(outdated, "w2", [(0, 1)])
        wanted = [(study.pk, item.highlight_item.document_id) for item in (never, outdated)]
        assert sorted(stale_documents()) == sorted(wanted)
        tasks.aggregate_stale()
        assert stale_documents() == []
        assert [weights.n_annotators for weights in TokenWeights.objects.order_by("document")] == [
            1,
            2,
            1,
        ]
        assert not untouched.highlight_item.document.token_weights.exists()

    def test_what_cannot_be_aggregated_does_not_stop_the_rest(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        study = make_study()
        broken, good = make_document("a"), make_document("b")
        highlight(make_item(study, broken, word_limit=5), "w1")
        highlight(make_item(study, broken, batch="second", word_limit=6), "w2")
        highlight(make_item(study, good), "w1", [(0, 1)])
        tasks.aggregate_stale()
        assert TokenWeights.objects.get().document == good
        assert "with the word limits [5, 6]" in caplog.text

    def test_items_of_several_studies_are_told_apart(self) -> None:
        document = make_document()
        items = [make_item(make_study(name), document) for name in ("one", "two")]
        for item in items:
            highlight(item, "w1", [(0, 1)])
        tasks.aggregate_items([item.pk for item in items])
        assert TokenWeights.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(5))
def test_the_last_of_many_at_once_leaves_the_whole_truth(round_: int) -> None:
    """Ten threads hand in work and aggregate after their commit, as the tasks do; no sweep."""
    study, document = make_study(), make_document(n_tokens=50)
    item = make_item(study, document)
    HIT.objects.create(item=item, number=0, max_assignments=10)
    start = Barrier(10)

    def hand_in(number: int) -> None:
        start.wait()
        with transaction.atomic():
            highlight(item, f"w{number}", [(number, number + 3)])
        aggregate_document(study.pk, document.pk)
        connection.close()

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(hand_in, range(10)))
    weights = TokenWeights.objects.get()
    assert (weights.n_annotators, weights.revision) == (10, 10)
    marked = Counter(token for number in range(10) for token in range(number, number + 3))
    assert weights.counts == [marked[token] for token in range(50)]
    assert stale_documents() == []
