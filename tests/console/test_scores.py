"""The scores page: the command's numbers, set out by system and n, with what is undefined."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from annotation.models import HighlightItem
from corpus.models import Summary


@pytest.fixture
def page(scene, signed_in):
    def page(query: str = ""):
        return signed_in("reviewer").get(reverse("console:scores", args=[scene.study.name]) + query)

    return page


def test_the_page_shows_the_means_of_the_command(scene, page):
    item = scene.item()
    scene.item()  # nobody marked this one: undefined, counted
    for start in (0, 1, 2):
        scene.confirmed(item, spans=((start, 8),))
    printed = StringIO()
    call_command("score_summaries", scene.study.name, "--json", stdout=printed)
    told = json.loads(printed.getvalue())
    shown = page().content.decode()
    assert told["signature"] in shown
    for row in told["systems"]:
        for measure in ("precision", "recall", "f1", "rouge_precision", "rouge_recall"):
            assert f">{row[measure] * 100:.2f}<" in shown
    assert "undefined in 1" in shown


def test_a_score_that_is_undefined_everywhere_is_not_zero(scene, page):
    scene.item()
    assert '<td class="number">undefined<span' in page().content.decode()


def test_a_study_with_two_word_limits_shows_one_and_offers_the_other(scene, page):
    first, second = scene.item(), scene.item()
    HighlightItem.objects.filter(item=second).update(word_limit=50)
    for item in (first, second):
        scene.confirmed(item)
    assert "|K:30|" in page().context["report"].signature
    assert "|K:50|" in page("?limit=50").context["report"].signature
    assert "|K:30|" in page("?limit=' OR 1").context["report"].signature


def test_a_study_without_documents_or_summaries_says_what_will_stand_there(scene, page):
    assert "As soon as a batch is made" in page().content.decode()
    scene.confirmed(scene.item())
    Summary.objects.all().delete()
    assert "have no summaries" in page().content.decode()
