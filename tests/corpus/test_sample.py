"""The bundled sample is good enough to show every page."""

from pathlib import Path

import pytest

from corpus.loading import load_corpus
from corpus.models import Document, SanityStatement, System
from metrics.tokenizer import words

SAMPLE = Path(__file__).resolve().parents[2] / "corpus" / "sample" / "news.jsonl"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def loaded() -> None:
    load_corpus(SAMPLE, "sample")


def test_there_are_at_least_eight_articles_of_250_to_450_words_in_paragraphs() -> None:
    documents = list(Document.objects.all())
    assert len(documents) >= 8
    for document in documents:
        assert 250 <= len(document.text.split()) <= 450
        assert len(document.paragraph_ends) >= 5
        assert document.title


def test_three_systems_and_the_reference_summarise_every_article() -> None:
    systems = {system.name: system for system in System.objects.all()}
    assert sorted(systems) == ["abstractive-a", "abstractive-b", "lead", "reference"]
    assert systems["reference"].is_reference
    assert all(document.summaries.count() == 4 for document in Document.objects.all())


def test_the_lead_system_copies_the_beginning() -> None:
    for document in Document.objects.all():
        lead = document.summaries.get(system__name="lead").text
        assert document.text.startswith(lead)


def test_every_article_has_statements_of_both_kinds_and_guessing_one_answer_fails() -> None:
    for document in Document.objects.all():
        for about in SanityStatement.About.values:
            assert document.statements.filter(about=about).exists()
    for about in SanityStatement.About.values:
        answers = list(SanityStatement.objects.filter(about=about).values_list("answer", flat=True))
        assert 0.3 <= sum(answers) / len(answers) <= 0.7
    first = [d.statements.filter(about="document").first().answer for d in Document.objects.all()]
    assert 0.2 <= sum(first) / len(first) <= 0.8


def test_one_article_has_accents_and_odd_punctuation() -> None:
    odd = "ÅŁçéñöśźØ«»“”‘’–—…¿≈½*"
    marks = [sum(mark in document.text for mark in odd) for document in Document.objects.all()]
    assert max(marks) >= 12


def test_a_summary_is_about_as_long_as_those_of_the_study() -> None:
    for document in Document.objects.all():
        assert 15 <= len(words(document.summaries.get(system__is_reference=True).text)) <= 40
