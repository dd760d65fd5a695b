"""The bill, and what is asked before money is set aside or something is taken back."""

from decimal import Decimal

import pytest
from django.apps import apps
from django.urls import reverse

from crowd.models import HIT, Batch, Call, LedgerEntry

BATCH = {
    "name": "second",
    "title": "Mark the most important words",
    "description": "",
    "keywords": "news",
    "document_ids": "",
    "judges": "10",
    "assignments_per_hit": "9",
    "reward_usd": "0.50",
    "word_limit": "30",
    "expected_min": "4",
    "duration_min": "45",
    "lifetime_d": "3",
    "auto_approval_d": "2",
}


@pytest.fixture(autouse=True)
def endpoint_with_a_key(settings):
    settings.MTURK_ACCESS_KEY_ID = "AKIAEXAMPLE"
    settings.MTURK_ALLOWED_ENDPOINTS = [settings.MTURK_ENDPOINT_URL]


@pytest.fixture
def make(scene, signed_in):
    """Posts the form of a new batch over two documents, with these fields changed."""
    documents = [scene.document(), scene.document()]

    def post(**changed):
        form = BATCH | {"dataset": scene.dataset.pk} | changed
        address = reverse("console:batch-new", args=[scene.study.name])
        return signed_in("researcher").post(address, form)

    post.documents = documents
    return post


@pytest.fixture
def draft(make) -> Batch:
    make()
    return Batch.objects.get(name="second")


def page_of(action: str, batch: Batch) -> str:
    return reverse(f"console:batch-{action}", args=[batch.pk])


def agreed(settings, cost: str = "12.00") -> dict[str, str]:
    return {"cost": cost, "endpoint_url": settings.MTURK_ENDPOINT_URL, "agreed": "on"}


def test_a_new_batch_is_free_and_leads_to_its_bill(make):
    answer = make()
    batch = Batch.objects.get(name="second")
    assert answer["Location"] == page_of("publish", batch)
    assert batch.published_at is None
    assert batch.items.count() == 2
    assert (batch.assignment_duration_s, batch.expected_duration_s) == (2700, 240)
    assert (batch.lifetime_s, batch.auto_approval_delay_s) == (259200, 172800)
    assert not HIT.objects.exists()
    assert not LedgerEntry.objects.exists()


def test_a_batch_may_take_some_documents_only(make):
    make(document_ids=f"\n {make.documents[1].external_id} \r\n")
    assert Batch.objects.get(name="second").items.get().key == make.documents[1].external_id


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"name": "first"}, "has a batch named “first” already"),
        ({"name": "two words"}, "got “two words”"),
        ({"reward_usd": "0"}, "reward"),
        ({"reward_usd": "0.001"}, "2 decimal places"),
        ({"reward_usd": "NaN"}, "Enter a number, got “NaN”"),
        ({"judges": "0"}, "judge"),
        ({"judges": "x"}, "whole number, got “x”"),
        ({"word_limit": "0"}, "greater than or equal to 1, got “0”"),
        ({"dataset": "99"}, "available choices, got “99”"),
        ({"document_ids": "nowhere"}, "nowhere"),
        ({"lifetime_d": "366"}, "less than or equal to 365, got “366”"),
    ],
)
def test_a_bad_field_is_named_and_everything_typed_stays(make, changed, complaint):
    page = make(**changed)
    assert page.status_code == 200
    html = page.content.decode()
    assert complaint in html
    assert 'value="45"' in html
    assert not Batch.objects.filter(name="second").exists()


def test_who_took_part_earlier_is_left_out_by_choice(make, scene, signed_in):
    work = scene.confirmed(scene.item())
    page = make(name="", not_for=[scene.batch.pk]).content.decode()
    assert f"{scene.batch} (1 so far)" in page
    assert f'value="{scene.batch.pk}" id="id_not_for_0" checked' in page
    make(not_for=[scene.batch.pk])
    batch = Batch.objects.get(name="second")
    assert list(batch.not_for.all()) == [work.hit.item.batch]
    for address in (page_of("publish", batch), reverse("console:batch", args=[batch.pk])):
        page = signed_in("researcher").get(address).content.decode()
        assert f"Nobody who took part in {scene.batch}" in page


def test_a_test_says_how_strong_it_is_and_later_batches_ask_for_it(make, scene, signed_in):
    page = make(name="").content.decode()
    assert "1: 50.0 %, 2: 25.0 %, 3: 12.5 %, 5: 3.1 %" in page
    make(passes_wanted="3")
    test = Batch.objects.get(name="second")
    assert test.passes_wanted == 3
    page = signed_in("researcher").get(page_of("publish", test)).content.decode()
    assert "A qualification test: 3 works must pass; 12.5 % of guessers do" in page
    Batch.objects.filter(pk=test.pk).update(published_at=scene.now)
    page = make(name="").content.decode()
    assert f"{test}: 3 works must pass; 12.5 % of guessers do (0 people so far)" in page
    make(name="third", only_for=test.pk)
    batch = Batch.objects.get(name="third")
    assert (batch.only_for, batch.passes_wanted) == (test, 0)
    page = signed_in("researcher").get(reverse("console:batch", args=[batch.pk])).content.decode()
    assert f"Only who passed {test}" in page


@pytest.mark.parametrize(
    "changed", [{"only_for": "first"}, {"passes_wanted": "-1"}, {"passes_wanted": "51"}], ids=str
)
def test_a_test_that_is_none_is_told_at_its_field(make, scene, changed):
    wanted = {"only_for": scene.batch.pk} if "only_for" in changed else changed
    page = make(**wanted).content.decode()
    assert f'href="#id_{next(iter(changed))}"' in page
    assert not Batch.objects.filter(name="second").exists()


def test_only_batches_that_somebody_may_have_seen_are_left_out(make, draft):
    page = make(name="third", not_for=[draft.pk]).content.decode()
    assert f"{draft.pk} is not one of the available choices" in page
    assert 'href="#id_not_for"' in page and 'id="id_not_for"' in page
    assert not Batch.objects.filter(name="third").exists()


def test_a_pool_for_bonuses_is_on_the_bill(make, signed_in):
    make(bonus_pool_usd="5.00")
    batch = Batch.objects.get(name="second")
    page = signed_in("researcher").get(page_of("publish", batch)).content.decode()
    assert "Pool for bonuses" in page
    assert "Publish for 18.00 USD" in page  # and its fee of 1.00


def test_the_bill_names_every_number(draft, signed_in):
    page = signed_in("researcher").get(page_of("publish", draft)).content.decode()
    # 2 items x 10 judges in HITs of 5: 20 x 0.50, and 20 x 0.10 because no HIT reaches 10.
    for text in ("2 items × 10 judges, offered in 4 HITs", "10.00", "2.00", "12.00", "88.00"):
        assert text in page
    assert "Publish for 12.00 USD" in page
    assert "local marketplace" in page


def test_publishing_commits_what_was_agreed_to(draft, signed_in, settings):
    answer = signed_in("researcher").post(page_of("publish", draft), agreed(settings))
    assert answer["Location"] == reverse("console:batch", args=[draft.pk])
    draft.refresh_from_db()
    assert draft.published_at is not None
    assert sum(row.amount_usd for row in LedgerEntry.objects.all()) == Decimal("12.00")
    assert Call.objects.filter(operation=Call.Operation.CREATE_HIT).count() == 4


def test_publishing_twice_commits_once(draft, signed_in, settings):
    for _ in range(2):
        signed_in("researcher").post(page_of("publish", draft), agreed(settings))
    assert HIT.objects.count() == 4
    assert LedgerEntry.objects.count() == 4


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"agreed": ""}, "Tick the box"),
        ({"cost": "7.00"}, "The sum was 7.00 USD when you looked and is 12.00 USD now"),
        ({"cost": ""}, "required"),
        ({"endpoint_url": "https://elsewhere.example"}, "when you looked"),
    ],
)
def test_nothing_is_published_that_was_not_agreed_to(
    draft, signed_in, settings, changed, complaint
):
    page = signed_in("researcher").post(page_of("publish", draft), agreed(settings) | changed)
    assert complaint in page.content.decode()
    assert not HIT.objects.exists()


@pytest.mark.parametrize(
    ("setting", "value", "complaint"),
    [
        ("MTURK_ACCESS_KEY_ID", "", "no access key"),
        ("MTURK_ALLOWED_ENDPOINTS", ["https://other.example"], "MTURK_ALLOWED_ENDPOINTS"),
    ],
)
def test_an_endpoint_that_cannot_be_called_sets_no_money_aside(
    draft, signed_in, settings, setting, value, complaint
):
    setattr(settings, setting, value)
    browser = signed_in("researcher")
    assert complaint in browser.get(page_of("publish", draft)).content.decode()
    browser.post(page_of("publish", draft), agreed(settings))
    assert not LedgerEntry.objects.exists()


def test_another_endpoint_is_named_on_every_page_and_warned_of(draft, signed_in, settings):
    settings.MTURK_ENDPOINT_URL = "https://mturk.example.org"
    settings.MTURK_ALLOWED_ENDPOINTS = [settings.MTURK_ENDPOINT_URL]
    browser = signed_in("researcher")
    page = browser.get(page_of("publish", draft)).content.decode()
    assert "may cost real money" in page
    for name in ("studies", "review", "corpora"):
        page = browser.get(reverse(f"console:{name}")).content.decode()
        assert "Other endpoint" in page
        assert "mturk.example.org" in page


def test_a_bill_beyond_the_budget_cannot_be_published(draft, signed_in, settings):
    draft.study.budget_usd = Decimal("11.99")
    draft.study.save()
    browser = signed_in("researcher")
    page = browser.get(page_of("publish", draft)).content.decode()
    assert "The budget does not cover it." in page
    assert "Publish for" not in page
    page = browser.post(page_of("publish", draft), agreed(settings)).content.decode()
    assert "The budget does not cover it." in page
    assert not HIT.objects.exists()


def test_a_draft_can_be_deleted_and_a_published_batch_cannot(draft, scene, signed_in):
    browser = signed_in("researcher")
    browser.post(page_of("delete", draft))
    assert not Batch.objects.filter(pk=draft.pk).exists()
    page = browser.post(page_of("delete", scene.batch))
    assert "was published on 2026-01-05" in page.content.decode()
    assert Batch.objects.filter(pk=scene.batch.pk).exists()


def test_expiring_closes_a_published_batch_only(draft, scene, signed_in):
    scene.item()
    browser = signed_in("researcher")
    browser.post(page_of("expire", scene.batch))
    scene.batch.refresh_from_db()
    assert scene.batch.closed_at is not None
    assert "is not published" in browser.post(page_of("expire", draft)).content.decode()


def rows() -> dict[str, list]:
    own = [m for m in apps.get_models() if m._meta.app_label in ("corpus", "crowd", "annotation")]
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in own}


def test_no_get_writes_anything(draft, scene, signed_in):
    item = scene.item()
    assignment, call = scene.failed(item), scene.call(item)
    document = item.highlight_item.document
    addresses = [
        reverse("console:studies"),
        reverse("console:study-new"),
        *(
            reverse(f"console:{name}", args=[scene.study.name])
            for name in ("study", "study-edit", "batch-new", "heat-list")
        ),
        *(page_of(name, draft) for name in ("publish", "expire", "delete", "progress")),
        reverse("console:batch", args=[draft.pk]),
        reverse("console:assignments", args=[scene.batch.pk]),
        reverse("console:heat", args=[scene.study.name, document.pk]),
        reverse("console:call-retry", args=[call.pk]),
        *(reverse(f"console:{name}") for name in ("review", "decided", "corpora")),
        reverse("console:case", args=[assignment.pk]) + "?verdict=reject&reason=" + "x" * 40,
        reverse("console:dataset", args=[scene.dataset.name]),
        reverse("console:document", args=[scene.dataset.name, document.pk]),
    ]
    before, browser = rows(), signed_in("admin")
    for address in addresses:
        browser.get(address + ("&" if "?" in address else "?") + "agreed=on&cost=12.00")
    assert rows() == before
