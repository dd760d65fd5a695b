"""Making batches of summaries to be rated: forms, the bill before anything is kept, and errors."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from annotation.models import Release, ReleasedDocument
from crowd.models import HIT, Batch, Item, LedgerEntry, Study
from evaluation.models import ControlText
from tests.evaluation.factories import COUNTS, make_corpus

USUAL = {
    "name": "second",
    "title": "",
    "description": "",
    "keywords": "news",
    "document_ids": "",
    "systems": "",
    "seed": "",
    "judges": "3",
    "assignments_per_hit": "9",
    "reward_usd": "0.60",
    "expected_min": "4",
    "duration_min": "45",
    "lifetime_d": "3",
    "auto_approval_d": "2",
}
CONTENT = USUAL | {"title": "Judge a summary", "context": "document", "release": ""}
QUALITY = USUAL | {"criterion": "fluency", "n_summaries": "5", "n_edits": "3"}


@pytest.fixture
def dataset(scene):
    """Twelve articles with three systems' summaries; articles have sentences for controls."""
    made = make_corpus(12)
    made.release = Release.objects.create(study=scene.study, name="heat", created_at=scene.now)
    for document in made.documents.all()[:5]:
        ReleasedDocument.objects.create(
            release=made.release,
            document=document,
            counts=list(COUNTS),
            num_h=list(COUNTS),
            n_annotators=7,
            word_limit=30,
            assignment_ids=[],
            signature="test",
        )
    return made


@pytest.fixture
def post(scene, dataset, signed_in):
    def post(kind: str, **changed):
        form = {"content": CONTENT, "quality": QUALITY}[kind] | {"dataset": dataset.pk} | changed
        address = reverse(f"console:{kind}-batch-new", args=[scene.study.name])
        return signed_in("researcher").post(address, form)

    return post


def made() -> Batch:
    return Batch.objects.get(name="second")


def test_a_fluency_triple_makes_a_test_and_says_how_strong_it_is(post, signed_in):
    assert "1: 16.2 %, 2: 2.6 %, 3: 0.4 %" in post("quality", name="").content.decode()
    post("quality", n_summaries="1", passes_wanted="2")
    batch = made()
    assert (batch.passes_wanted, batch.quality_batch.n_summaries) == (2, 1)
    page = signed_in("researcher").get(reverse("console:batch", args=[batch.pk]))
    assert "2 works must pass; 2.6 % of random raters do" in page.content.decode()


@pytest.mark.parametrize(
    ("context", "n_items", "told"),
    [("document", 36, "Read one news article, say"), ("reference", 24, "Read one sentence, say")],
)
def test_every_summary_of_the_dataset_is_rated_in_its_context(post, context, n_items, told):
    answer = post("content", context=context)
    batch = made()
    assert answer["Location"] == reverse("console:batch-publish", args=[batch.pk])
    assert batch.content_batch.context == context
    assert batch.items.count() == n_items
    assert batch.description.startswith(told)


def test_without_a_title_workers_read_what_is_beside_the_summary(post, dataset):
    told = {}
    for context in ("highlights", "document", "reference"):
        release = dataset.release.pk if context == "highlights" else ""
        post("content", context=context, release=release, name=context, title="")
        told[context] = Batch.objects.get(name=context).title
    assert "important words marked" in told["highlights"]
    assert told["document"] == "Read a news article and judge a summary of it"
    assert told["reference"] == "Compare a summary with a reference sentence"


def test_an_item_is_named_by_its_article_and_system_without_asking_for_each(
    post, signed_in, django_assert_max_num_queries
):
    post("content", context="document")
    batch, client = made(), signed_in("researcher")
    with django_assert_max_num_queries(60):  # none for each of the 36 items
        page = client.get(reverse("console:batch", args=[batch.pk])).content.decode()
    for summary in (item.content_item.summary for item in batch.items.all()):
        assert escape(f"{summary.document.title}: {summary.system.name}") in page
    assert (batch.judges, batch.assignment_duration_s) == (3, 2700)
    assert batch.published_at is None
    assert not HIT.objects.exists()
    assert not LedgerEntry.objects.exists()


def test_the_pages_of_a_batch_say_what_is_judged(post, dataset, signed_in):
    post("content", context="highlights", release=dataset.release.pk, name="with-heat")
    post("quality", criterion="clarity", n_summaries="4", name="clear")
    for name, said in (
        ("with-heat", "Content, beside the article with its heat map, release heat"),
        ("clear", "Clarity, at most 4 summaries and three controls a sheet"),
    ):
        batch = Batch.objects.get(name=name)
        for page in ("batch", "batch-publish"):
            html = signed_in("researcher").get(reverse(f"console:{page}", args=[batch.pk])).content
            assert said in html.decode()


def test_a_release_decides_which_articles_are_rated(post, dataset):
    post("content", context="highlights", release=dataset.release.pk, systems="ptgen\ntconvs2s")
    batch = made()
    assert batch.content_batch.release == dataset.release
    assert batch.items.count() == 5 * 2


def test_a_quality_batch_leads_to_its_controls_and_can_be_thrown_away(
    post, dataset, signed_in, scene
):
    answer = post("quality", criterion="clarity", n_summaries="4", n_edits="2", seed="7")
    batch = made()
    assert answer["Location"] == reverse("console:controls", args=[batch.pk])
    rules = batch.quality_batch
    assert (rules.criterion, rules.n_summaries, rules.n_edits, rules.seed) == ("clarity", 4, 2, 7)
    assert batch.items.count() == 9
    assert "clear" in batch.title
    assert signed_in("researcher").get(answer["Location"]).content.count(b">Replace</a>") == 27
    signed_in("researcher").post(reverse("console:batch-delete", args=[batch.pk]))
    assert not Batch.objects.filter(name="second").exists()
    assert not ControlText.objects.exists()


@pytest.mark.parametrize(
    ("kind", "rewards", "n_hits", "cost"),
    [("content", "64.80", "36", "77.76"), ("quality", "", "9", "19.44")],
)
def test_the_bill_is_shown_before_anything_is_kept(post, kind, rewards, n_hits, cost):
    page = post(kind, preview="yes", name="kept-name")
    html = page.content.decode()
    assert page.status_code == 200
    assert f"offered in {n_hits} HITs" in html
    assert rewards in html
    assert cost in html
    assert 'value="kept-name"' in html
    assert not Batch.objects.filter(name="kept-name").exists()
    assert not Item.objects.exists()
    assert not ControlText.objects.exists()


def test_a_bill_beyond_the_budget_says_so_and_the_batch_can_still_be_made(post):
    html = post("content", preview="yes", judges="9").content.decode()
    assert "The budget does not cover it." in html
    post("content", judges="9")
    assert made().judges == 9


def test_the_strength_of_each_check_stands_where_it_is_chosen(scene, signed_in):
    for name, strength in (
        ("batch-new", ("50 %", "12.5 %")),
        ("content-batch-new", ("50 %", "12.5 %")),
        ("quality-batch-new", ("16.17 %", "2.6 %")),
    ):
        page = signed_in("researcher").get(reverse(f"console:{name}", args=[scene.study.name]))
        for share in strength:
            assert share in page.content.decode()


@pytest.mark.parametrize(
    ("kind", "changed", "field", "complaint"),
    [
        ("content", {"name": "first"}, "name", "has a batch named “first” already"),
        ("content", {"context": ""}, "context", "required"),
        ("content", {"context": "picture"}, "context", "not one of the available choices"),
        ("content", {"context": "highlights"}, "release", "Choose the release"),
        ("content", {"release": "RELEASE"}, "release", "Nothing of a release is shown"),
        ("content", {"context": "highlights", "release": "99"}, "release", "valid choice"),
        (
            "content",
            {"context": "highlights", "release": "RELEASE", "document_ids": "article-0011"},
            "release",
            "does not cover 'article-0011'",
        ),
        ("content", {"document_ids": "nowhere"}, "document_ids", "has no document 'nowhere'"),
        ("content", {"systems": "lead"}, "systems", "has no system 'lead'"),
        (
            "content",
            {"context": "reference", "systems": "reference"},
            "systems",
            "is the reference",
        ),
        ("content", {"seed": str(2**63)}, "seed", "less than or equal to"),
        ("content", {"judges": "0"}, "judges", "greater than or equal to 1"),
        ("content", {"reward_usd": "1e3000"}, "reward_usd", "no more than"),
        ("content", {"title": "x" * 129}, "title", "128 characters"),
        ("quality", {"criterion": "recall"}, "criterion", "not one of the available choices"),
        ("quality", {"n_summaries": "0"}, "n_summaries", "greater than or equal to 1"),
        ("quality", {"n_summaries": "12"}, "n_summaries", "fewer summaries a sheet"),
        ("quality", {"n_edits": "51"}, "n_edits", "less than or equal to 50"),
        ("quality", {"seed": "-1"}, "seed", "greater than or equal to 0"),
        ("quality", {"systems": "ptgen\nptgen2"}, "systems", "has no system 'ptgen2'"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_everything_typed_stays(
    post, dataset, kind, changed, field, complaint
):
    changed = {
        key: dataset.release.pk if value == "RELEASE" else value for key, value in changed.items()
    }
    page = post(kind, **changed)
    assert page.status_code == 200
    errors = page.context["form"].errors
    assert list(errors) == [field]
    html = page.content.decode()
    assert escape(errors[field][0]) in html
    assert complaint in str(errors[field][0])
    assert 'value="45"' in html
    assert not Batch.objects.filter(name="second").exists()


def test_several_mistakes_are_said_together(post):
    page = post("quality", name="", systems="x", document_ids="y", n_edits="z")
    assert set(page.context["form"].errors) == {"name", "systems", "document_ids", "n_edits"}


def test_a_release_of_another_study_is_no_choice(post, scene):
    other = Study.objects.create(
        name="other", title="Other", contact_email="lab@example.org", budget_usd=1
    )
    foreign = Release.objects.create(study=other, name="foreign", created_at=scene.now)
    page = post("content", context="highlights", release=foreign.pk)
    assert list(page.context["form"].errors) == ["release"]
    assert b"foreign" not in page.content


def test_before_publishing_the_page_leads_to_the_controls(post, signed_in):
    post("quality")
    page = signed_in("researcher").get(reverse("console:batch-publish", args=[made().pk]))
    assert reverse("console:controls", args=[made().pk]) in page.content.decode()
