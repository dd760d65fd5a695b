"""Making a release in the console: what the researcher is shown, and what is frozen."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotation.models import Release
from crowd.models import Study


@pytest.fixture
def items(scene):
    """Two complete articles, the second with somebody who stands apart; one with a single reader;
    one that nobody marked yet."""
    agreed, torn, thin, blank = (scene.item() for _ in range(4))
    for spans in ([(0, 5)], [(0, 5)], [(0, 5), (8, 10)]):
        scene.confirmed(agreed, spans=spans)
    for spans in ([(0, 5)], [(0, 5)], [(40, 50)]):
        scene.confirmed(torn, spans=spans)
    scene.confirmed(thin)
    for item in (agreed, torn, thin):
        scene.weigh(item)
    return [item.key for item in (agreed, torn, thin, blank)]


@pytest.fixture
def gate(scene, items, signed_in):
    def gate(**asked):
        address = reverse("console:release-new", args=[scene.study.name])
        return signed_in("researcher").get(address, asked)

    return gate


@pytest.fixture
def make(scene, items, signed_in):
    def make(*documents, name="one"):
        address = reverse("console:release-new", args=[scene.study.name])
        sent = {"name": name, "documents": documents}
        return signed_in("researcher").post(address, sent)

    return make


def test_the_gate_shows_what_each_documents_highlights_are_worth(gate, items):
    page = gate()
    rows = {row.name: row for row in page.context["rows"]}
    assert list(rows) == sorted(items)
    agreed, torn, thin, blank = (rows[name] for name in items)
    assert [row.quality.n_annotators for row in (agreed, torn, thin, blank)] == [3, 3, 1, 0]
    assert agreed.lowest > torn.lowest
    assert torn.lowest < 0
    assert thin.quality.kappa is None
    html = " ".join(page.content.decode().split())
    assert f"{agreed.quality.kappa:.2f}</td>" in html
    assert f"{torn.lowest:.2f}</td>" in html
    assert "1 / 3<span" in html
    assert "2 missing" in html
    assert "no usable work yet" in html


@pytest.mark.parametrize(
    ("asked", "proposed"),
    [
        ({}, [0, 1]),
        ({"annotators": "1"}, [0, 1, 2]),
        ({"annotators": "4"}, []),
        ({"kappa": "0.5"}, [0]),
        ({"annotators": "1", "kappa": "-1"}, [0, 1]),
        ({"annotators": "no", "kappa": "2"}, [0, 1]),
    ],
)
def test_the_bar_proposes_and_only_proposes(gate, items, asked, proposed):
    page = gate(**asked)
    assert page.context["form"].ticked == {items[place] for place in proposed}
    assert page.content.count(b" checked") == len(proposed)


def test_the_researcher_decides_and_the_release_holds_just_that(make, items, scene, accounts):
    answer = make(items[2], items[0])
    assert answer["Location"] == reverse("console:releases", args=[scene.study.name])
    release = Release.objects.get()
    assert release.created_by == accounts["researcher"]
    held = release.documents.values_list("document__external_id", "n_annotators")
    assert dict(held) == {items[0]: 3, items[2]: 1}


@pytest.mark.parametrize(
    ("documents", "name", "field", "complaint"),
    [
        ([], "one", "documents", "Tick at least one"),
        ([0], "two words", "name", "got “two words”"),
        ([0], "taken", "name", "has a release named “taken” already"),
        ([0, 3], "one", "documents", "has no weights"),
        (["nowhere"], "one", "documents", "nowhere"),
    ],
)
def test_what_is_wrong_is_said_and_the_ticks_stay(
    make, scene, items, documents, name, field, complaint
):
    Release.objects.create(study=scene.study, name="taken", created_at=scene.now)
    names = [items[each] if isinstance(each, int) else each for each in documents]
    page = make(*names, name=name)
    assert page.status_code == 200
    assert list(page.context["form"].errors) == [field]
    assert complaint in page.content.decode()
    assert page.content.count(b" checked") == sum(isinstance(each, int) for each in documents)
    assert Release.objects.count() == 1


def test_weights_of_yesterday_cannot_be_frozen(make, scene, items):
    scene.confirmed(scene.batch.items.get(key=items[0]))
    scene.batch.items.filter(key=items[0]).mark_changed()
    page = make(items[0])
    html = page.content.decode()
    assert "out of date" in html
    assert "its weights are being computed" in html
    assert not Release.objects.exists()


def test_the_list_says_what_a_release_holds(make, scene, items, signed_in):
    make(items[0], items[2], name="first-heat")
    address = reverse("console:releases", args=[scene.study.name])
    html = " ".join(signed_in("reviewer").get(address).content.decode().split())
    assert "first-heat" in html
    assert "by researcher" in html
    assert "1 to 3" in html
    assert "no batch yet" in html
    assert "New release" not in html


def test_the_gate_takes_as_many_statements_for_many_documents(gate, scene):
    with CaptureQueriesContext(connection) as few:
        gate()
    for _ in range(12):
        scene.confirmed(scene.item())
    with CaptureQueriesContext(connection) as many:
        assert len(gate().context["rows"]) == 16
    assert len(many) == len(few)


def test_another_studys_documents_are_not_at_the_gate(scene, items, signed_in):
    Study.objects.create(name="other", title="Other", contact_email="a@b.org", budget_usd=1)
    page = signed_in("researcher").get(reverse("console:release-new", args=["other"]))
    assert not page.context["rows"]
    assert "Nothing to release yet" in page.content.decode()
