"""The results page: what the report says, computed in the background, as often as somebody asks."""

import json
import re
from datetime import timedelta
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from corpus.models import Dataset, Document
from crowd.models import Assignment
from evaluation.computing import compute_results, waiting_results
from evaluation.models import Rating, Results
from evaluation.models.results import SILENCE
from evaluation.requesting import request_results
from tests.evaluation.whole_study import make_whole_study

N_DOCUMENTS = 6


@pytest.fixture
def study(db):
    return make_whole_study(N_DOCUMENTS)


@pytest.fixture
def computed(study) -> Results:
    request_results(study, now=timezone.now())
    compute_results(study.results.pk, timezone.now())
    return Results.objects.get(study=study)


@pytest.fixture
def get(signed_in):
    def get(study, name="results", *arguments):
        return signed_in("reviewer").get(reverse(f"console:{name}", args=[study.name, *arguments]))

    return get


def test_the_page_shows_every_cell_as_the_command_prints_it(computed, get, tmp_path):
    call_command("report", "whole", "--out", str(tmp_path), stdout=StringIO(), stderr=StringIO())
    page = get(computed.study).content.decode()
    tables = json.loads((tmp_path / "report.json").read_text())["tables"]
    assert len(tables) == 14
    for name, table in tables.items():
        assert f"{name}.csv" in page
        assert table["caption"].replace("'", "&#x27;") in page
        for row in table["rows"]:
            for cell in row["cells"]:
                value = cell["printed"].partition(" [")[0].replace("<", "&lt;")
                assert f'<td class="number">{value}<' in page or f">{value} <small>" in page
                assert cell["n"] is None or re.search(rf">(n )?{cell['n']:,}<", page)


def test_its_files_are_those_of_the_command(computed, get, tmp_path):
    call_command("report", "whole", "--out", str(tmp_path), stdout=StringIO(), stderr=StringIO())
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    archive = get(computed.study, "results-archive").content
    with ZipFile(BytesIO(archive)) as files:
        told = {name.removeprefix("whole-results/"): files.read(name) for name in files.namelist()}
    assert told == written
    assert archive == get(computed.study, "results-archive").content
    for name, content in written.items():
        answer = get(computed.study, "results-file", name)
        assert answer.content == content
        assert ("Content-Disposition" in answer) != name.endswith(".svg")


def test_before_anybody_asks_there_is_a_button_and_nothing_is_computed(study, get):
    page = get(study).content.decode()
    assert "Nothing computed yet" in page
    assert "Compute the results" in page
    assert not Results.objects.exists()


def test_asking_twice_is_asking_once(study, signed_in):
    browser = signed_in("reviewer")
    for _ in range(2):
        browser.post(reverse("console:results-compute", args=[study.name]))
    assert Results.objects.get().state == Results.State.WAITING
    assert waiting_results(timezone.now()) == [Results.objects.get().pk]


def test_new_work_makes_results_stale_and_they_stay_until_others_are_there(computed, get):
    study = computed.study
    assert "Not up to date" not in get(study).content.decode()
    before = get(study, "results-file", "cells.csv").content
    Assignment.objects.filter(ratings__isnull=False).order_by("pk").first().ratings.update(value=1)
    Assignment.objects.filter(ratings__isnull=False, sanity_passed=True).order_by("-pk").update(
        voided_at=timezone.now()
    )
    assert "Not up to date" in get(study).content.decode()
    assert get(study, "results-file", "cells.csv").content == before
    request_results(study, now=timezone.now())
    assert "the earlier ones stand here" in get(study).content.decode()
    compute_results(computed.pk, timezone.now())
    assert get(study, "results-file", "cells.csv").content != before


def test_a_killed_worker_is_noticed_and_a_living_one_left_alone(computed):
    now = timezone.now()
    Results.objects.update(state=Results.State.RUNNING, heard_at=now, doing="reading ratings")
    assert not request_results(computed.study, now=now)
    assert waiting_results(now) == []
    compute_results(computed.pk, now)
    computed.refresh_from_db()
    assert computed.state == Results.State.RUNNING
    later = now + SILENCE + timedelta(seconds=1)
    assert waiting_results(later) == [computed.pk]
    compute_results(computed.pk, later)
    computed.refresh_from_db()
    assert computed.state == Results.State.DONE


def test_what_cannot_be_computed_says_why(computed, get):
    study = computed.study
    document, *_, other = Document.objects.order_by("pk")
    twin = Dataset.objects.create(name="twin")
    Document.objects.filter(pk=other.pk).update(dataset=twin, external_id=document.external_id)
    assert Rating.objects.filter(summary__document=other).exists()
    request_results(study, now=timezone.now())
    compute_results(computed.pk, timezone.now())
    page = get(study).content.decode()
    assert "ratings of two documents named" in page
    assert "What stands here are the earlier results" in page


def test_no_file_of_another_study_and_none_that_is_not_there(computed, get, scene):
    assert get(scene.study, "results-file", "report.json").status_code == 404
    assert get(scene.study, "results-archive").status_code == 404
    assert get(computed.study, "results-file", "..%2Freport.json").status_code == 404


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_results_appear_without_a_reload(open_page, study):
    page = open_page("researcher")
    page.goto(f"/console/studies/{study.name}/")
    page.get_by_role("link", name="Tables and plots").click()
    page.get_by_role("button", name="Compute the results").click()
    expect(page.get_by_text("Waiting for a worker process")).to_be_visible()
    page.evaluate("window.isSamePage = true")
    compute_results(study.results.pk, timezone.now())
    expect(page.get_by_role("heading", name="Tables of the paper")).to_be_visible()
    expect(page.locator(".plot img")).to_have_count(7)
    assert page.evaluate("window.isSamePage")
    for image in page.locator(".plot img").all():
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("each => each.naturalWidth") == 420


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_has_no_violation_and_fits(open_page, computed, scheme, width):
    page = open_page("reviewer", color_scheme=scheme, viewport={"width": width, "height": 800})
    page.goto(f"/console/studies/{computed.study.name}/results/")
    violations = Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["target"]) for v in violations] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
