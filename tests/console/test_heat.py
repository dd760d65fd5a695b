"""The heat map of a document: legend in words, agreement, phrases, honesty about staleness."""

from django.urls import reverse

from annotation.models import TokenWeights
from crowd.models import Item


def heat(scene, item) -> str:
    return reverse("console:heat", args=[scene.study.name, item.highlight_item.document_id])


def three_readers(scene):
    item = scene.item()
    for spans in (((0, 4),), ((0, 4),), ((0, 2), (10, 12))):
        scene.confirmed(item, spans=spans)
    scene.weigh(item)
    return item


def test_levels_are_the_counts_there_are_and_the_legend_says_them(scene, signed_in):
    item = three_readers(scene)
    page = signed_in("reviewer").get(heat(scene, item)).content.decode()
    for words in ("marked by 3 readers", "marked by 2 readers", "marked by 1 reader"):
        assert words in page
    # counts 3, 3, 2, 2 and later 1, 1: "The night" is darkest, "train to" in between
    assert '<mark data-heat="10" data-level="3" title="3 readers">The night</mark>' in page
    assert '<mark data-heat="7" data-level="2" title="2 readers">train to</mark>' in page


def test_the_page_gives_readers_limit_and_agreement(scene, signed_in):
    context = signed_in("reviewer").get(heat(scene, three_readers(scene))).context["heat"]
    assert context.weights.n_annotators == 3
    assert context.agreement.coverage == 6 / context.document.n_tokens
    assert context.agreement.second_half == 0


def test_work_that_failed_or_waits_is_not_in_the_heat(scene, signed_in):
    item = three_readers(scene)
    scene.failed(item)
    scene.saved(item)
    context = signed_in("reviewer").get(heat(scene, item)).context["heat"]
    assert [phrase.start for phrase in context.phrases] == [0, 0, 10]


def test_a_single_reader_has_no_kappa_and_the_page_says_so(scene, signed_in):
    item = scene.item()
    scene.confirmed(item)
    scene.weigh(item)
    page = signed_in("reviewer").get(heat(scene, item)).content.decode()
    assert "<dt>Fleiss’ kappa</dt><dd><small>undefined</small>" in page


def test_stale_weights_say_that_they_are_stale(scene, signed_in):
    item, browser = three_readers(scene), signed_in("reviewer")
    stale = "Work has changed since these weights were computed"
    assert stale not in browser.get(heat(scene, item)).content.decode()
    Item.objects.filter(pk=item.pk).mark_changed()
    assert stale in browser.get(heat(scene, item)).content.decode()


def test_a_document_nobody_marked_says_what_will_stand_there(scene, signed_in):
    item = scene.item()
    assert "No weights yet" in signed_in("reviewer").get(heat(scene, item)).content.decode()
    assert not TokenWeights.objects.exists()


def test_a_document_of_another_study_is_not_found(scene, signed_in):
    document = scene.document()
    address = reverse("console:heat", args=[scene.study.name, document.pk])
    assert signed_in("reviewer").get(address).status_code == 404
