"""Control summaries on the staff pages: named with their edits, replaced until they are offered."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from crowd.models import Batch, Item
from evaluation.models import ControlText, QualityControl, QualityItem


def listing(sheet) -> str:
    return reverse("console:controls", args=[sheet.item.batch_id])


def control(role: str) -> ControlText:
    return ControlText.objects.get(role=role)


def publish(sheet) -> None:
    Batch.objects.filter(pk=sheet.item.batch_id).update(published_at=timezone.now())


@pytest.fixture
def page(sheet, signed_in):
    def read(role: str = "researcher") -> str:
        return signed_in(role).get(listing(sheet)).content.decode()

    return read


@pytest.fixture
def replace(sheet, signed_in):
    def send(role: str, text: str, *, by: str = "researcher"):
        address = reverse("console:control", args=[control(role).pk])
        return signed_in(by).post(address, {"text": text})

    return send


def test_a_sheets_three_controls_stand_from_good_to_bad_with_their_texts(page):
    roles = re.findall(r"<td><b>(\w+)</b></td>", page())
    assert roles == ["Good", "Mediocre", "Bad"]
    for text in ControlText.objects.values_list("text", flat=True):
        assert text in page()
    assert 'Sheet 1 <small class="quiet">with 1 summary</small>' in page()


def test_each_edit_is_named(page):
    assert "drop article: <del>the</del>" in page()
    assert "shuffle all words" in page()
    assert "A sentence as it stands in the article" in page()


def test_the_strength_of_the_check_is_said(page, scene, signed_in):
    said = "bad &lt; mediocre &lt; good. Of random raters 16.17 % pass, and 2.6 % twice in a row."
    assert said in page()
    batch = signed_in("reviewer").get(reverse("console:batch", args=[scene.batch.pk]))
    guessers = "Of guessers 50 % pass; with three statements it would be 12.5 %."
    assert guessers in batch.content.decode()


def test_the_page_of_a_batch_leads_to_its_controls(sheet, scene, signed_in):
    def batch_page(batch: int) -> str:
        return signed_in("reviewer").get(reverse("console:batch", args=[batch])).content.decode()

    assert listing(sheet) in batch_page(sheet.item.batch_id)
    assert "/controls/" not in batch_page(scene.batch.pk)


def test_a_batch_without_controls_has_no_such_page(scene, sheet, signed_in):
    address = reverse("console:controls", args=[scene.batch.pk])
    assert signed_in("researcher").get(address).status_code == 404


def test_a_replacement_takes_the_form_of_the_summaries_and_says_who_made_it(page, sheet, replace):
    answer = replace("good", "  the beds are\nsold out by noon.  ")
    assert answer.status_code == 302
    assert answer.url == listing(sheet)
    replaced = control("good")
    assert " ".join(replaced.text.lower().split()).startswith("the beds are sold out by noon")
    assert replaced.replaced_by.username == "researcher"
    assert "Replaced by researcher on " in page()


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1001])
def test_an_unusable_text_is_refused_with_what_was_typed_kept(replace, text):
    before = control("bad").text
    answer = replace("bad", text)
    assert answer.status_code == 200
    assert 'id="id_text_error"' in answer.content.decode()
    assert text in answer.content.decode()
    assert control("bad").text == before


def test_the_text_of_another_control_is_refused(replace):
    replace("bad", "Nothing here at all.")
    answer = replace("good", "Nothing here at all.")
    assert "is another control of this batch" in answer.content.decode()


def test_after_publishing_nothing_is_replaced_and_nothing_offers_it(page, sheet, replace):
    publish(sheet)
    before = control("good").text
    assert "so it stays as it is" in replace("good", "Too late.").content.decode()
    assert control("good").text == before
    assert "so they stay as they are" in page()
    assert "Replace the" not in page()


def test_a_reviewer_reads_controls_and_replaces_none(page, replace):
    assert "Replace the" in page("researcher")
    assert "Replace the" not in page("reviewer")
    assert replace("good", "Not mine.", by="reviewer").status_code == 403


def test_markup_in_a_control_is_text(page, replace):
    replace("good", "<script>alert(1)</script> & more .")
    assert "<script>alert" not in page()
    assert "&lt;" in page()


def test_a_longer_list_takes_no_more_statements(sheet, signed_in, django_assert_max_num_queries):
    browser = signed_in("researcher")
    browser.get(listing(sheet))
    shared = list(sheet.controls.values_list("control", flat=True))
    for number in range(2, 22):
        item = Item.objects.create(batch=sheet.item.batch, key=f"sheet {number}")
        made = QualityItem.objects.create(item=item)
        QualityControl.objects.bulk_create(
            QualityControl(quality_item=made, control_id=key) for key in shared
        )
    with django_assert_max_num_queries(12):
        page = browser.get(listing(sheet)).content.decode()
    assert page.count("on 21 sheets") == 63
