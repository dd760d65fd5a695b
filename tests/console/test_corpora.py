"""Corpora: what was loaded, found again by title or id, and each document as it was split."""

import pytest
from django.urls import reverse

from corpus.models import Dataset


def test_a_dataset_counts_its_documents_and_systems(scene, signed_in):
    scene.document(), scene.document()
    listed = signed_in("reviewer").get(reverse("console:corpora")).context["object_list"]
    assert [(each.n_documents, each.n_systems) for each in listed] == [(2, 1)]


def test_no_corpus_yet_names_the_command(signed_in):
    page = signed_in("reviewer").get(reverse("console:corpora")).content.decode()
    assert "manage.py load_corpus PATH --name NAME" in page


@pytest.mark.parametrize(("query", "found"), [("night", 1), ("ARTICLE-2", 1), ("art", 2), ("x", 0)])
def test_documents_are_found_by_title_or_id(scene, signed_in, query, found):
    scene.document(title="Night trains"), scene.document(title="Ferries")
    address = reverse("console:dataset", args=["trains"])
    page = signed_in("reviewer").get(address, {"q": query})
    assert len(page.context["object_list"]) == found


@pytest.mark.parametrize("query", ["\0", "%", "' OR 1=1 --", "é" * 3000])
def test_no_search_breaks_the_page(scene, signed_in, query):
    scene.document()
    address = reverse("console:dataset", args=["trains"])
    assert signed_in("reviewer").get(address, {"q": query}).status_code == 200


def test_a_long_list_has_pages_and_keeps_the_search(scene, signed_in):
    for _ in range(51):
        scene.document()
    address = reverse("console:dataset", args=["trains"])
    first = signed_in("reviewer").get(address, {"q": "art"}).content.decode()
    assert "1 to 50 of 51" in first
    assert "?q=art&amp;page=2" in first
    assert "51 to 51 of 51" in signed_in("reviewer").get(address + "?page=2").content.decode()


def test_a_document_shows_how_it_was_split_and_what_is_asked(scene, signed_in):
    document = scene.document()
    page = signed_in("reviewer").get(reverse("console:document", args=["trains", document.pk]))
    html = page.content.decode()
    assert f"{document.n_tokens} tokens, 3 sentences, 3 paragraphs · test" in html
    assert html.count('<p dir="auto">') == 3
    assert "A bed costs 49 euros." in html
    assert "about the reference · <strong>True</strong>" in html


def test_a_document_stands_in_its_own_dataset_only(scene, signed_in):
    Dataset.objects.create(name="other")
    address = reverse("console:document", args=["other", scene.document().pk])
    assert signed_in("reviewer").get(address).status_code == 404
