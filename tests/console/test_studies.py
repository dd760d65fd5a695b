"""Studies: what the list says, and the form that makes and changes them."""

from decimal import Decimal

import pytest
from django.urls import reverse

from crowd.models import Assignment, Study

FORM = {
    "title": "Pilot with the lab’s own people",
    "name": "pilot",
    "contact_email": "lab@example.org",
    "budget_usd": "20.00",
    "rejection_reason_min_length": "40",
    "rejection_cap_percent": "10",
    "hourly_floor_usd": "8.00",
    "consent_text": "",
}


def test_the_list_says_what_runs_what_it_cost_and_what_needs_a_decision(scene, signed_in):
    item = scene.item()
    scene.confirmed(item, status=Assignment.Status.APPROVED)
    scene.failed(item)
    scene.call(item)
    row = signed_in("reviewer").get(reverse("console:studies")).context["rows"][0]
    assert (row.n_running, row.n_batches) == (1, 1)
    assert (row.tally["usable"], row.n_wanted, row.tally["awaiting"]) == (1, 3, 1)
    assert (row.reserved_usd, row.paid_usd) == (Decimal("1.80"), Decimal("0.60"))
    assert row.left_usd == Decimal("98.20")
    assert row.n_failed_calls == 1


def test_the_numbers_of_one_study_are_not_those_of_another(scene, signed_in):
    scene.failed(scene.item())
    Study.objects.create(name="other", title="Other", contact_email="a@b.org", budget_usd=5)
    rows = signed_in("reviewer").get(reverse("console:studies")).context["rows"]
    assert {row.study.name: row.tally["awaiting"] for row in rows} == {"bbc": 1, "other": 0}


def test_an_empty_list_says_what_to_do(signed_in):
    page = signed_in("researcher").get(reverse("console:studies")).content.decode()
    assert "No study yet" in page
    assert reverse("console:study-new") in page


def test_a_study_is_created_and_opened(signed_in):
    answer = signed_in("researcher").post(reverse("console:study-new"), FORM)
    assert answer["Location"] == reverse("console:study", args=["pilot"])
    study = Study.objects.get(name="pilot")
    assert (study.budget_usd, study.rejection_reason_min_length) == (Decimal("20.00"), 40)
    assert (study.is_literal, study.may_rate_highlighted) == (False, False)


def test_a_study_may_be_literal_and_let_highlighters_rate(signed_in):
    options = {"is_literal": "on", "may_rate_highlighted": "on"}
    signed_in("researcher").post(reverse("console:study-new"), {**FORM, **options})
    study = Study.objects.get(name="pilot")
    assert (study.is_literal, study.may_rate_highlighted) == (True, True)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"name": "bbc"}, "already exists"),
        ({"name": "two words"}, "got “two words”"),
        ({"title": ""}, "required"),
        ({"contact_email": "nobody"}, "valid email address, got “nobody”"),
        ({"budget_usd": "-1"}, "greater than or equal to 0, got “-1”"),
        ({"budget_usd": "1e99"}, "got “1e99”"),
        ({"budget_usd": "Infinity"}, "Enter a number, got “Infinity”"),
        ({"rejection_reason_min_length": "-1"}, "greater than or equal to 0"),
        ({"title": "x\0y"}, "Null characters"),
    ],
)
def test_a_bad_field_is_named_and_what_was_typed_stays(scene, signed_in, changed, complaint):
    page = signed_in("researcher").post(reverse("console:study-new"), FORM | changed)
    html = page.content.decode()
    assert complaint in html
    assert "Nothing was saved yet." in html
    assert 'value="40"' in html or "rejection_reason_min_length" in changed
    assert Study.objects.count() == 1


def test_an_empty_cap_is_the_usual_one_and_then_stays(signed_in):
    browser = signed_in("researcher")
    browser.post(reverse("console:study-new"), {**FORM, "rejection_cap_percent": ""})
    usual = Study._meta.get_field("rejection_cap_percent").default
    assert Study.objects.get(name="pilot").rejection_cap_percent == usual
    address = reverse("console:study-edit", args=["pilot"])
    browser.post(address, {**FORM, "rejection_cap_percent": "7"})
    browser.post(address, {**FORM, "rejection_cap_percent": ""})
    assert Study.objects.get(name="pilot").rejection_cap_percent == 7


def test_changing_a_study_keeps_its_name(scene, signed_in):
    address = reverse("console:study-edit", args=["bbc"])
    signed_in("researcher").post(address, FORM | {"title": "Renamed"})
    study = Study.objects.get()
    assert (study.name, study.title) == ("bbc", "Renamed")


def test_a_budget_cannot_be_taken_from_under_what_is_set_aside(scene, signed_in):
    scene.item()  # sets 1.80 aside
    address = reverse("console:study-edit", args=["bbc"])
    page = signed_in("researcher").post(address, FORM | {"budget_usd": "1.79"})
    assert "1.80 USD of it are set aside already." in page.content.decode()
    assert signed_in("researcher").post(address, FORM | {"budget_usd": "1.80"}).status_code == 302


def test_titles_are_text_wherever_they_stand(scene, signed_in):
    scene.study.title = "<script>alert(1)</script>"
    scene.study.save()
    scene.failed(scene.item(scene.document(title="<img src=x onerror=alert(2)>")))
    browser = signed_in("admin")
    for address in (
        reverse("console:studies"),
        reverse("console:study", args=["bbc"]),
        reverse("console:batch", args=[scene.batch.pk]),
        reverse("console:review"),
        reverse("console:heat-list", args=["bbc"]),
        reverse("console:scores", args=["bbc"]),
    ):
        page = browser.get(address).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
