"""A release is made of current weights only, names what is wrong, and never changes."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.aggregation import aggregate_document
from annotation.models import Release, ReleasedDocument
from annotation.quality import highlight_quality
from annotation.releases import ReleaseError, make_release
from crowd.models import Study
from tests.annotation import work
from tests.annotation.work import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    """Document a is marked by three, b by one; c by nobody yet."""
    study = work.make_study()
    for name, marks in {
        "a": {"A1": [(0, 4)], "A2": [(0, 4)], "A3": [(4, 9)]},
        "b": {"A1": [(1, 3)]},
        "c": {},
    }.items():
        item = work.make_item(study, work.make_document(name))
        for worker, spans in marks.items():
            work.highlight(item, worker, spans)
        if marks:
            aggregate_document(study.pk, item.highlight_item.document_id)
    study.batches.update(published_at=NOW, judges=3)
    return study


def release(study: Study, *documents: str, name: str = "one", **options) -> Release:
    return make_release(study, name=name, documents=documents, by=None, now=NOW, **options)


def test_the_weights_are_copied_with_whose_they_are(study):
    frozen = {row.document.external_id: row for row in release(study, "a", "b").documents.all()}
    assert frozen["a"].counts == [2, 2, 2, 2, 1, 1, 1, 1, 1]
    assert (frozen["a"].n_annotators, frozen["a"].word_limit) == (3, 5)
    weights = study.token_weights.get(document=frozen["a"].document)
    assert (frozen["a"].num_h, frozen["a"].signature) == (weights.num_h, weights.signature)
    marked = frozen["b"].assignment_ids
    assert [work.Assignment.objects.get(pk=pk).worker.mturk_id for pk in marked] == ["A1"]


def test_later_highlights_never_change_a_release(study):
    release(study, "b")
    before = ReleasedDocument.objects.values().get()
    item = study.batches.get().items.get(key="b")
    work.highlight(item, "A7", [(0, 5)])
    aggregate_document(study.pk, item.highlight_item.document_id)
    assert study.token_weights.get(document=item.highlight_item.document).n_annotators == 2
    assert ReleasedDocument.objects.values().get() == before


def test_stale_weights_are_refused_until_computed_again(study):
    item = study.batches.get().items.get(key="b")
    work.highlight(item, "A7", [(0, 5)])
    with pytest.raises(ReleaseError, match="'b' are out of date"):
        release(study, "a", "b")
    assert not Release.objects.exists()
    aggregate_document(study.pk, item.highlight_item.document_id)
    assert release(study, "b").documents.get().n_annotators == 2


def test_every_bad_document_is_named_and_nothing_is_written(study):
    with pytest.raises(ReleaseError) as refused:
        release(study, "b", "b", "c", "zz", min_annotators=2)
    problems = str(refused.value).split("; ")
    assert problems == [
        "document 'b' is named 2 times",
        "document 'zz' is not highlighted in this study",
        "document 'b' has 1 usable annotators, fewer than 2",
        "document 'c' has no weights",
    ]
    assert not Release.objects.exists()


@pytest.mark.parametrize("name", ["", "two words", "x" * 81])
def test_a_bad_name_is_named(study, name):
    with pytest.raises(ReleaseError, match="name: "):
        release(study, "a", name=name)


def test_a_name_is_used_once_in_a_study(study):
    release(study, "a")
    with pytest.raises(ReleaseError, match="already exists"):
        release(study, "b")


def test_a_release_of_nothing_is_refused(study):
    with pytest.raises(ReleaseError, match="at least one document"):
        release(study)


class TestQuality:
    def test_each_document_tells_what_it_has(self, study, django_assert_num_queries):
        with django_assert_num_queries(4):
            a, b, c = highlight_quality(study)
        assert [(each.n_annotators, each.n_wanted) for each in (a, b, c)] == [
            (3, 3),
            (1, 3),
            (0, 3),
        ]
        assert (a.coverage, b.coverage, c.coverage) == (1.0, 2 / 9, None)
        assert [each.has_weights for each in (a, b, c)] == [True, True, False]
        assert (b.kappa, c.kappa) == (None, None)

    def test_who_stands_apart_is_found(self, study):
        quality = highlight_quality(study)[0]
        stray = work.Assignment.objects.get(pk=quality.lowest_peer.assignment_id)
        assert stray.worker.mturk_id == "A3"
        # 9 tokens: A1 = A2 mark four, A3 the other five: P_o = 0, P_e = 40/81, kappa = -40/41.
        assert quality.lowest_peer.kappa == pytest.approx(-40 / 41)

    def test_weights_that_are_out_of_date_are_told(self, study):
        work.bump(study.batches.get().items.get(key="a"))
        assert highlight_quality(study)[0].has_weights is False


class TestCommand:
    def run(self, *arguments: str) -> str:
        out = StringIO()
        call_command("make_release", "pilot", *arguments, stdout=out)
        return out.getvalue()

    def test_releases_what_has_enough_annotators_and_says_what_not(self, study):
        told = self.run("all", "--min-annotators", "2")
        assert "a: 3 of 3 annotators, kappa" in told
        assert "b: 1 of 3 annotators, kappa undefined, coverage 0.22" in told
        assert "pilot/all: 1 documents frozen, 2 left out" in told
        assert [row.document.external_id for row in ReleasedDocument.objects.all()] == ["a"]

    def test_documents_that_are_named_must_do(self, study):
        with pytest.raises(CommandError, match="'c' has no weights"):
            self.run("all", "--documents", "a", "c")

    def test_an_unknown_study_is_named(self, db):
        with pytest.raises(CommandError, match="no study 'pilot'"):
            self.run("all")
