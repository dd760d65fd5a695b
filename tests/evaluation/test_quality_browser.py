"""Fluency and clarity in a browser: in a foreign frame without cookies, at a desk, on a phone."""

import re

import pytest
from playwright.sync_api import Frame, Route, expect

from crowd.frame import PREVIEW
from crowd.models import Study
from evaluation.models import ControlRating, Rating
from tests.browser import DESK, PHONE
from tests.evaluation import factories
from tests.evaluation.looking import require_no_violations, weigh_loaded
from tests.evaluation.visitor import Visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def worker(request, worker_site) -> Visitor:
    hit = factories.make_quality_hit(getattr(request, "param", "fluency"))
    return Visitor(hit, turkSubmitTo=worker_site.origin)


@pytest.fixture
def begun(page, worker, in_frame) -> Frame:
    task = in_frame(page, worker.page)
    task.get_by_role("button", name="I agree, begin").click()
    expect(task.locator(".at")).to_have_text("1 of 8")
    expect(task.locator(".save-state")).to_have_text("saved")
    return task


def expect_dot(task: Frame, number: int, state: str) -> None:
    dot = task.locator(".dot").nth(number - 1)
    expect(dot).to_have_attribute("aria-label", f"Summary {number}, {state}")


def values_of(worker: Visitor) -> dict[str, int]:
    """As they were handed in, by name, summaries and controls."""
    stored = {("summary", row.summary_id): row.value for row in Rating.objects.all()}
    stored |= {(row.control.role, row.control_id): row.value for row in ControlRating.objects.all()}
    return {text.opaque_id: stored[text.part, text.key] for text in worker.shown}


@pytest.mark.parametrize("worker", ["fluency", "clarity"], indirect=True)
@pytest.mark.parametrize("page", [("desk", DESK), ("phone", PHONE)], indirect=True)
def test_a_worker_rates_all_summaries_and_hands_them_back(page, worker, in_frame, worker_site):
    looked_at = {"assignmentId": PREVIEW, "workerId": "", "turkSubmitTo": ""}
    require_no_violations(in_frame(page, Visitor(worker.hit, **looked_at).page))
    task = in_frame(page, worker.page)
    require_no_violations(task)
    task.get_by_role("button", name="I agree, begin").click()
    expect(task.locator(".at")).to_have_text("1 of 8")
    expect(task.locator(".save-state")).to_have_text("saved")
    require_no_violations(task)
    planned = worker.ranked()
    for number, value in enumerate(planned.values(), start=1):
        expect_dot(task, number, "not rated yet")
        task.get_by_role("textbox").fill(str(value))
        expect_dot(task, number, "rated")
        if number < 8:
            task.get_by_role("button", name="Next").click()
    require_no_violations(task)
    task.get_by_role("button", name="Finish").click()
    page.frame_locator("iframe").get_by_role("heading", name="Handed in").wait_for()
    assert worker_site.received[0]["assignmentId"] == worker.claims.assignment_id
    assert values_of(worker) == planned
    assert worker.assignment.sanity_passed is True


def test_what_was_rated_before_the_script_came_counts(page, worker, in_frame):
    task = in_frame(page, worker.page)
    held: list[Route] = []
    scripts = re.compile(r"/quality[^/]*\.js$")
    page.route(scripts, lambda route: held.append(route))
    with page.expect_request(scripts):
        task.get_by_role("button", name="I agree, begin").click()
    expect(task.locator(".at")).to_have_text("1 of 8")
    task.locator(".entry [type=range]").nth(0).evaluate("(slider) => { slider.value = 70; }")
    task.locator(".entry .number input").nth(1).evaluate("(entry) => { entry.value = '33'; }")
    [script] = held
    script.continue_()
    page.unroute(scripts)
    expect(task.locator(".save-state")).to_have_text("saved")
    for number, state in enumerate(["rated", "rated", "not rated yet"], start=1):
        expect_dot(task, number, state)
    assert sorted(worker.assignment.draft["values"].values()) == [33, 70]


def test_the_whole_task_by_keyboard_alone(page, worker, in_frame, worker_site):
    in_frame(page, worker.page)
    keys = page.keyboard

    def tab_to(name: str) -> None:
        for _ in range(40):
            keys.press("Tab")
            focused = page.frames[1].evaluate(
                "document.activeElement.textContent.trim() || document.activeElement.type"
            )
            if focused == name:
                return
        raise AssertionError(f"{name} is not reached by Tab")

    tab_to("I agree, begin")
    keys.press("Enter")
    expect(page.frames[1].locator(".at")).to_have_text("1 of 8")
    expect(page.frames[1].locator(".save-state")).to_have_text("saved")
    for number in range(1, 9):
        tab_to("range")
        keys.press("PageUp")
        keys.press("ArrowLeft")
        tab_to("Next" if number < 8 else "Finish")
        keys.press("Enter")
    page.frame_locator("iframe").get_by_role("heading", name="Handed in").wait_for()
    assert set(values_of(worker).values()) == {59}
    trail = Rating.objects.first().trail
    assert [value for _, value in trail][-1] == 59


def test_values_stay_when_going_back_and_forth_and_after_a_reload(page, worker, begun, in_frame):
    number = begun.get_by_role("textbox")
    number.fill("7")
    begun.get_by_role("button", name="Next").click()
    expect(number).to_have_value("")
    number.fill("93")
    begun.get_by_role("button", name="Previous").click()
    expect(number).to_have_value("7")
    expect(begun.locator(".save-state")).to_have_text("saved")
    task = in_frame(page, worker.page)
    expect(task.locator(".at")).to_have_text("3 of 8")
    for place, value in ((1, "7"), (2, "93")):
        task.get_by_role("button", name=re.compile(f"Summary {place},")).click()
        expect(task.get_by_role("textbox")).to_have_value(value)


def test_finish_is_always_enabled_and_goes_to_the_first_that_is_missing(worker, begun):
    for place in (1, 3):
        begun.get_by_role("button", name=re.compile(f"Summary {place},")).click()
        begun.get_by_role("textbox").fill("50")
    begun.get_by_role("button", name="Finish").click()
    expect(begun.locator(".at")).to_have_text("2 of 8")
    said = "Summaries 2, 4, 5, 6, 7 and 8 have no value yet."
    expect(begun.locator(".rate > .problem")).to_have_text(said)
    expect(begun.get_by_role("slider")).to_be_focused()
    require_no_violations(begun)
    assert not Rating.objects.exists()
    begun.get_by_role("textbox").fill("50")
    expect(begun.locator(".rate > .problem")).to_have_text("")


def test_a_literal_study_counts_what_was_moved_and_asks_about_the_rest(page, worker, in_frame):
    Study.objects.update(is_literal=True)
    task = in_frame(page, worker.page)
    task.get_by_role("button", name="I agree, begin").click()
    expect(task.get_by_role("textbox")).to_have_value("50")
    planned = worker.ranked(summary=50)
    left = [n for n, name in enumerate(planned, 1) if planned[name] == 50]
    for number, value in enumerate(planned.values(), start=1):
        expect_dot(task, number, "not rated yet")
        if number != left[0]:  # at the others 50 is meant, and said
            task.get_by_role("textbox").fill(str(value))
        expect_dot(task, number, "not rated yet" if number == left[0] else "rated")
        if number < 8:
            task.get_by_role("button", name="Next").click()
    task.get_by_role("button", name="Finish").click()
    expect(task.locator(".at")).to_have_text(f"{left[0]} of 8")
    expect(task.locator(".rate > .problem")).to_have_text(
        f"Summary {left[0]} still stands at 50, where it began. "
        "Move what you do not mean, or press Finish again."
    )
    task.get_by_role("button", name="Finish").click()
    page.frame_locator("iframe").get_by_role("heading", name="Handed in").wait_for()
    assert values_of(worker) == planned
    rows = [*Rating.objects.all(), *ControlRating.objects.all()]
    assert sorted(row.was_touched for row in rows) == [False] + [True] * 7
    assert worker.assignment.sanity_passed is True


def test_enter_after_a_value_goes_on_and_hands_nothing_in(begun):
    for number in range(1, 8):
        begun.get_by_role("textbox").fill("50")
        begun.get_by_role("textbox").press("Enter")
        expect(begun.locator(".at")).to_have_text(f"{number + 1} of 8")
    begun.get_by_role("textbox").press("Enter")
    expect(begun.locator(".rate > .problem")).to_have_text("Summary 8 has no value yet.")
    assert not Rating.objects.exists()


def test_of_two_tabs_a_person_chooses_which_one_holds(page, worker, begun, in_frame):
    begun.get_by_role("textbox").fill("11")
    expect(begun.locator(".save-state")).to_have_text("saved")
    other = page.context.new_page()
    task = in_frame(other, worker.page)
    task.get_by_role("textbox").fill("22")
    expect(task.locator(".save-state")).to_have_text("saved")
    begun.get_by_role("textbox").fill("33")
    dialog = begun.get_by_role("dialog")
    expect(dialog).to_contain_text("1 of 8 rated")
    expect(dialog).to_contain_text("2 of 8 rated")
    dialog.get_by_role("button", name="The other tab").click()
    expect(begun.get_by_role("textbox")).to_have_value("11")
    expect(begun.locator("[data-done]")).to_have_count(2)
    other.close()


def test_a_click_in_the_middle_of_an_empty_scale_is_a_value(begun):
    begun.get_by_role("slider").click()
    expect(begun.get_by_role("textbox")).to_have_value(re.compile("50|51"))


def test_the_page_weighs_at_most_12_kilobytes_of_scripts_and_styles(page, worker, in_frame):
    loaded = weigh_loaded(page)
    task = in_frame(page, worker.page)
    task.get_by_role("button", name="I agree, begin").click()
    expect(task.locator(".save-state")).to_have_text("saved")
    assert {"work/rating.js", "evaluation/quality.css"} <= loaded.keys()
    assert sum(loaded.values()) <= 12_000, loaded
