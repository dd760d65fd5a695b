"""Content in a browser, in three contexts: in a foreign frame without cookies, desk and phone."""

import json
import re

import pytest
from playwright.sync_api import Frame, expect

from corpus.models import Summary
from crowd.models import HIT, Assignment, Study
from evaluation.models import Context, Rating
from tests.browser import DESK, PHONE
from tests.evaluation import factories
from tests.evaluation.looking import require_no_violations, weigh_loaded
from tests.evaluation.visitor import Visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
ON_PHONE = pytest.mark.parametrize("page", [("phone", PHONE)], indirect=True)
N_WORDS = 5000


@pytest.fixture
def worker(request, worker_site) -> Visitor:
    hit = factories.make_content_hit(getattr(request, "param", "highlights"))
    return Visitor(hit, turkSubmitTo=worker_site.origin)


@pytest.fixture
def begun(page, worker, in_frame) -> Frame:
    return begin(in_frame(page, worker.page))


def begin(task: Frame) -> Frame:
    task.locator("button.primary").click()
    expect(task.locator(".save-state")).to_have_text("saved")
    return task


def number(task: Frame, statement: str):
    return task.get_by_role("group", name=statement).get_by_role("textbox")


def slider(task: Frame, statement: str):
    return task.get_by_role("group", name=statement).get_by_role("slider")


def open_sheet(task: Frame) -> None:
    if task.locator(".switch").is_visible():
        task.locator(".switch").click()


def coloured(task: Frame) -> int:
    return task.locator(".article [data-heat]:not([data-hidden])").count()


def lengthen(hit: HIT) -> None:
    """Every article of the release gets 5,000 words, each of another level than the next."""
    text = " ".join(f"word{number}" for number in range(N_WORDS))
    tokens = [list(match.span()) for match in re.finditer(r"\S+", text)]
    for row in hit.item.batch.content_batch.release.documents.select_related("document"):
        row.document.text, row.document.n_tokens = text, N_WORDS
        row.document.tokens = tokens
        row.document.paragraph_ends = list(range(100, N_WORDS + 1, 100))
        row.document.save()
        row.counts = [index % 10 for index in range(N_WORDS)]
        row.save()


@pytest.mark.parametrize("worker", Context.values, indirect=True)
@pytest.mark.parametrize("page", [("desk", DESK), ("phone", PHONE)], indirect=True)
def test_a_worker_judges_a_summary_and_hands_it_back(page, worker, in_frame, worker_site):
    task = in_frame(page, worker.page)
    require_no_violations(task)
    begin(task)
    require_no_violations(task)
    open_sheet(task)
    number(task, "All important").fill("64")
    slider(task, "Only important").click()
    require_no_violations(task)
    task.get_by_role("button", name="Submit").click()
    task.get_by_label("True", exact=True).check()
    require_no_violations(task)
    task.get_by_role("button", name="Submit").click()
    page.frame_locator("iframe").get_by_role("heading", name="Handed in").wait_for()
    assert worker_site.received[0]["assignmentId"] == worker.claims.assignment_id
    values = dict(Rating.objects.values_list("criterion", "value"))
    assert values["recall"] == 64
    assert values["precision"] in (50, 51)
    assert worker.assignment.sanity_passed is True
    assert page.context.cookies() == []


def test_the_whole_task_by_keyboard_alone(page, worker, in_frame):
    in_frame(page, worker.page)
    keys = page.keyboard
    focused = "document.activeElement.id || document.activeElement.textContent.trim() || " + (
        "document.activeElement.closest('.rating')?.dataset.name || document.activeElement.value"
    )

    def tab_to(name: str) -> None:
        for _ in range(30):
            keys.press("Tab")
            if page.frames[1].evaluate(focused) == name:
                return
        raise AssertionError(f"{name} is not reached by Tab")

    def press(*names: str) -> None:
        for name in names:
            keys.press(name)

    tab_to("I agree, begin")
    press("Enter")
    page.frames[1].locator(".save-state", has_text="saved").wait_for()
    tab_to("threshold")
    press("ArrowRight", "ArrowRight", "ArrowLeft")
    tab_to("recall")
    press("PageUp", "ArrowRight")
    tab_to("precision")
    press("Home", "PageUp", "ArrowRight", "ArrowLeft")
    tab_to("Submit")
    press("Enter")
    page.frames[1].locator("form.questions").wait_for()
    tab_to("true")
    press("Space")
    tab_to("Submit")
    press("Enter")
    page.frame_locator("iframe").get_by_role("heading", name="Handed in").wait_for()
    trails = {row.criterion: [value for _, value in row.trail] for row in Rating.objects.all()}
    assert trails["recall"][-1] == 61
    assert trails["precision"][-1] == 11
    threshold = worker.assignment.draft["trails"]["threshold"]
    assert [value for _, value in threshold][-1] == worker.assignment.draft["threshold"] == 1


def test_submit_is_always_enabled_and_goes_to_what_is_missing(begun):
    begun.get_by_role("button", name="Submit").click()
    for statement in ("All important", "Only important"):
        group = begun.get_by_role("group", name=statement)
        expect(group.locator(".problem")).to_have_text("Please choose a value.")
    expect(slider(begun, "All important")).to_be_focused()
    require_no_violations(begun)
    number(begun, "All important").fill("1")
    begun.get_by_role("button", name="Submit").click()
    expect(slider(begun, "Only important")).to_be_focused()
    assert not Rating.objects.exists()


def test_a_slider_has_no_value_until_it_is_touched_and_moves_by_one_and_by_ten(page, begun):
    recall = slider(begun, "All important")
    expect(recall).to_have_attribute("aria-valuetext", "no value chosen yet")
    expect(begun.locator("[name=values]")).to_have_value("{}")
    recall.focus()
    for key, value in (("ArrowRight", 51), ("PageUp", 61), ("PageDown", 51), ("ArrowLeft", 50)):
        page.keyboard.press(key)
        expect(number(begun, "All important")).to_have_value(str(value))
    for key, value in (("End", 100), ("PageUp", 100), ("Home", 1), ("PageDown", 1)):
        page.keyboard.press(key)
        expect(number(begun, "All important")).to_have_value(str(value))


@pytest.mark.parametrize("wrong", ["0", "101", "x", "1.5"])
def test_what_is_no_value_is_said_and_the_last_one_stays(begun, wrong):
    entry = number(begun, "All important")
    entry.fill("30")
    entry.fill(wrong)
    entry.blur()
    expect(entry).to_have_value("30")
    expect(begun.locator("[name=values]")).to_have_value('{"recall":30}')
    said = begun.get_by_role("group", name="All important").locator(".problem")
    expect(said).to_have_text("A value is a whole number from 1 to 100.")


def test_a_literal_study_stands_at_50_and_knows_what_was_moved(page, worker, in_frame):
    Study.objects.update(is_literal=True)
    task = begin(in_frame(page, worker.page))
    expect(number(task, "All important")).to_have_value("50")
    expect(task.locator(".hint").first).to_be_hidden()
    expect(task.locator(".rated")).to_have_text("0 of 2 rated")
    slider(task, "Only important").press("ArrowRight")
    expect(task.locator(".rated")).to_have_text("1 of 2 rated")
    task.get_by_role("button", name="Submit").click()
    task.get_by_label("True", exact=True).check()
    task.get_by_role("button", name="Submit").click()
    page.frame_locator("iframe").get_by_role("heading", name="Handed in").wait_for()
    told = Rating.objects.values_list("criterion", "value", "was_touched")
    assert set(told) == {("recall", 50, False), ("precision", 51, True)}


def test_every_change_of_a_slider_is_kept_however_fast(begun):
    recall = slider(begun, "All important")
    recall.focus()
    for _ in range(12):
        begun.page.keyboard.press("ArrowRight")
    number(begun, "Only important").fill("77")
    for value in (1, 2):
        begun.locator("#threshold").press("ArrowRight")
        expect(begun.locator("output")).to_have_text(str(value))
    begun.get_by_role("button", name="Submit").click()
    begun.get_by_label("True", exact=True).wait_for()
    trails = Assignment.objects.get().draft["trails"]
    assert [value for _, value in trails["recall"]] == list(range(51, 63))
    assert [value for _, value in trails["precision"]][-1] == 77
    assert [value for _, value in trails["threshold"]] == [1, 2]
    for trail in trails.values():
        assert trail == sorted(trail, key=lambda change: change[0])


def test_the_threshold_hides_the_lightest_levels_and_says_which(begun):
    levels = begun.locator("#threshold")
    expect(begun.locator(".hides")).to_have_text("Every colour is shown.")
    before = coloured(begun)
    for hidden, words in enumerate(("1 reader", "1 to 3 readers", "1 to 4 readers"), start=1):
        levels.press("ArrowRight")
        expect(begun.locator("output")).to_have_text(str(hidden))
        expect(begun.locator(".hides")).to_have_text(f"Hidden: words marked by {words}.")
        assert coloured(begun) < before
        before = coloured(begun)
    assert before > 0
    levels.press("ArrowRight")
    expect(begun.locator("output")).to_have_text("3")
    darkest = begun.locator(".article [data-heat]:not([data-hidden])")
    assert set(darkest.evaluate_all("all => all.map((mark) => mark.dataset.level)")) == {"4"}


def test_each_of_ten_levels_has_a_darker_colour_and_a_thicker_line(page, worker, in_frame):
    for row in worker.hit.item.batch.content_batch.release.documents.all():
        row.counts = [index % 11 for index in range(len(row.counts))]
        row.save()
    task = begin(in_frame(page, worker.page))
    looks = task.locator(".legend mark").evaluate_all(
        """marks => marks.map((mark) => {
          const { backgroundColor, borderBottomWidth } = getComputedStyle(mark);
          return [Number(backgroundColor.match(/\\d+/)[0]), parseFloat(borderBottomWidth)];
        })"""
    )
    reds, widths = zip(*looks, strict=True)
    assert len(looks) == 10
    assert list(reds) == sorted(set(reds))
    assert list(widths) == sorted(set(widths), reverse=True)


def test_ratings_and_colours_come_back_after_a_reload(page, worker, begun, in_frame):
    begun.locator("#threshold").press("ArrowRight")
    number(begun, "Only important").fill("88")
    expect(begun.locator(".save-state")).to_have_text("saved")
    task = in_frame(page, worker.page)
    expect(number(task, "Only important")).to_have_value("88")
    expect(number(task, "All important")).to_have_value("")
    expect(task.locator("output")).to_have_text("1")


def test_colours_alone_are_kept_too(page, worker, begun, in_frame):
    begun.locator("#threshold").press("End")
    expect(begun.locator(".save-state")).to_have_text("saved")
    expect(in_frame(page, worker.page).locator("output")).to_have_text("3")


@ON_PHONE
def test_article_and_assessment_keep_their_places_on_a_phone(page, worker, in_frame):
    lengthen(worker.hit)
    Summary.objects.update(text="a summary of many words " * 20)
    task = begin(in_frame(page, worker.page))
    task.evaluate("scrollTo(0, 2000)")
    open_sheet(task)
    expect(task.get_by_role("button", name="Submit")).to_be_visible()
    sheet = task.locator(".assessment")
    sheet.evaluate("sheet => sheet.scrollTo(0, 120)")
    task.get_by_role("button", name="Back to the article").click()
    expect(task.get_by_role("button", name="Submit")).to_be_hidden()
    assert task.evaluate("scrollY") == 2000
    expect(task.locator("#threshold")).to_be_in_viewport()
    open_sheet(task)
    assert sheet.evaluate("sheet => sheet.scrollTop") == 120


def test_an_article_of_5000_words_answers_within_a_moment(page, worker, in_frame):
    lengthen(worker.hit)
    task = begin(in_frame(page, worker.page))
    took_ms = task.evaluate(
        """() => {
          const slider = document.querySelector("#threshold");
          const started = performance.now();
          slider.value = 1;
          slider.dispatchEvent(new Event("input"));
          document.body.getBoundingClientRect();
          return performance.now() - started;
        }"""
    )
    assert took_ms < 1000
    assert coloured(task) == N_WORDS * 8 // 10


def test_another_tab_with_other_ratings_is_asked_which_one_counts(page, worker, begun):
    worker.save({"recall": 11}, page="other", version=worker.assignment.draft_version)
    number(begun, "All important").fill("22")
    other = begun.get_by_role("button", name="The other tab")
    expect(other).to_contain_text("all: 11")
    other.click()
    expect(number(begun, "All important")).to_have_value("11")


def test_the_page_weighs_at_most_12_kilobytes_of_scripts_and_styles(page, worker, in_frame):
    loaded = weigh_loaded(page)
    begin(in_frame(page, worker.page))
    assert {"work/rating.js", "annotation/heat.css", "evaluation/content.css"} <= loaded.keys()
    assert sum(loaded.values()) <= 12_000, json.dumps(loaded, indent=2)
