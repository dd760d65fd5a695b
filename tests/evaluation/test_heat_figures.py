"""Figures 1 and 3: which articles they show, what stands out, and that nothing in them runs."""

import doctest
import json
from html.parser import HTMLParser
from io import StringIO

import pytest
from django.core.management import call_command

from corpus.models import Document, Summary
from evaluation import absent_words
from evaluation.absent_words import in_pieces
from tests.annotation.factories import make_hit
from tests.annotation.work import highlight
from tests.evaluation.factories import make_corpus, make_study

HOSTILE = "<script>alert(1)</script> & snow"


@pytest.fixture
def study(db):
    """Three articles: marked alike by both readers, by both elsewhere, and by nobody."""
    study = make_study()
    dataset = make_corpus(3)
    alike, apart, _ = dataset.documents.order_by("pk")
    for document, spans in ((alike, [(0, 3), (0, 3)]), (apart, [(0, 2), (5, 7)])):
        hit = make_hit(document, study=study)
        for number, span in enumerate(spans):
            highlight(hit.item, f"A{number}", [span])
    make_hit(dataset.documents.order_by("pk").last(), study=study)
    # "A walkout by" is marked in the first article.
    words = ["a", "walkout", "by", "guards", "."]
    Summary.objects.filter(document=alike, system__name="ptgen").update(
        words=words, text="a walkout by guards ."
    )
    Summary.objects.filter(document=alike, system__name="reference").update(
        words=["By", HOSTILE], text=f"By {HOSTILE}"
    )
    return study


@pytest.fixture
def out(study, tmp_path):
    call_command("report", "pilot", "--out", str(tmp_path), stdout=StringIO(), stderr=StringIO())
    return tmp_path


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict]] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def test_examples_run():
    assert doctest.testmod(absent_words).failed == 0


def test_figure_1_shows_the_articles_of_most_and_least_agreement(out):
    first, last = json.loads((out / "figure-1.json").read_text())["figure"]
    alike, apart, _ = Document.objects.order_by("pk")
    assert (first["document"], first["kappa"]) == (alike.external_id, 1.0)
    assert last["document"] == apart.external_id
    assert last["kappa"] < 0
    assert first["reference"] == f"By {HOSTILE}"
    marked = [text for runs in first["paragraphs"] for text, n in runs if n == 2]
    assert marked == ["A walkout by"]
    whole = "".join(text for runs in first["paragraphs"] for text, _ in runs)
    assert "".join(whole.split()) == "".join(alike.text.split())


def test_figure_3_marks_what_the_reference_lacks_and_no_punctuation(out):
    figure = json.loads((out / "figure-3.json").read_text())["figure"]
    assert figure["shown"] == "article-0000"
    told = {s["system"]: s for s in figure["documents"][0]["summaries"]}
    absent = [text for text, is_absent in told["ptgen"]["pieces"] if is_absent]
    assert absent == ["a", "walkout"]
    assert "".join(text for text, _ in told["ptgen"]["pieces"]) == "a walkout by guards ."
    assert told["ptgen"]["n_absent"] == 2
    assert "reference" not in told


def test_the_pages_run_nothing_and_stand_alone(out):
    for name in ("figure-1.html", "figure-3.html"):
        text = (out / name).read_text()
        tags = Tags(text)
        assert {tag for tag, _ in tags.found}.isdisjoint({"script", "link", "img", "iframe"})
        assert "&lt;script&gt;alert(1)" in text
        assert 'data-heat="10"' in text
        assert "[data-heat=" in text


def test_a_word_that_is_not_in_the_text_leaves_the_words_with_blanks():
    assert in_pieces("(so)", ["-LRB-", "so", "-RRB-"], [False, True, False]) == [
        ("-LRB- ", False),
        ("so", True),
        (" -RRB- ", False),
    ]


def test_without_highlights_there_are_no_figures(db, tmp_path):
    make_study()
    call_command("report", "pilot", "--out", str(tmp_path), stdout=StringIO(), stderr=StringIO())
    assert not list(tmp_path.glob("figure-*"))
