"""Marking in a real browser, in another site's frame with all cookies blocked: by mouse, by touch
and by the keyboard alone."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from annotation.models import Highlight
from crowd.models import Assignment
from tests.annotation import factories
from tests.annotation.conftest import DESKTOP, PHONE
from tests.annotation.desk import Desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STORAGE = """() => {
  document.cookie = "a=1";
  try {
    return `${document.cookie || "no cookie"}, ${typeof localStorage}`;
  } catch (problem) {
    return `${document.cookie || "no cookie"}, ${problem.name}`;
  }
}"""
CASES = json.loads((Path(__file__).parent / "span_cases.json").read_text())


@pytest.fixture
def desk(without_cookies, open_task, hit) -> Desk:
    """The marking page at a desktop."""
    page = without_cookies("desktop", **DESKTOP).new_page()
    yield Desk(page, open_task(page, hit)).begin()
    page.close()


@pytest.fixture
def phone(without_cookies, open_task, hit) -> Desk:
    page = without_cookies("phone", **PHONE).new_page()
    yield Desk(page, open_task(page, hit)).begin()
    page.close()


def finish(desk: Desk, worker_site, answer: str) -> dict[str, str]:
    desk.submit()
    desk.answer(answer)
    expect(desk.frame.get_by_role("heading", name="Handed in")).to_be_visible()
    [handed_in] = worker_site.received
    return handed_in


def test_a_whole_hit_by_mouse(desk, worker_site):
    assert desk.frame.evaluate(STORAGE) == "no cookie, SecurityError"
    desk.drag(14, 16)
    expect(desk.toolbar).to_contain_text("Mark 3 words")
    desk.mark()
    desk.drag(1, 1)
    desk.mark()
    desk.has_phrases("walkout", "Southern warned passengers")
    desk.has_left(26)
    handed_in = finish(desk, worker_site, "True")
    assert handed_in["assignmentId"] == Assignment.objects.get().mturk_id
    assert json.loads(handed_in["answer"])["spans"] == [[1, 2], [14, 17]]
    assert Highlight.objects.get().spans == [[1, 2], [14, 17]]
    assert Assignment.objects.get().sanity_passed


def test_a_whole_hit_by_touch(phone, worker_site):
    phone.tap(14)
    expect(phone.toolbar).to_contain_text("Tap the last word")
    phone.tap(16)
    expect(phone.toolbar).to_contain_text("Mark 3 words")
    phone.toolbar.locator(".mark").tap()
    phone.has_left(27)
    phone.frame.locator(".sheet-button").tap()
    phone.has_phrases("Southern warned passengers")
    phone.frame.get_by_role("button", name="Submit").tap()
    phone.frame.get_by_label("False").tap()
    phone.frame.get_by_role("button", name="Submit").tap()
    expect(phone.frame.get_by_role("heading", name="Handed in")).to_be_visible()
    assert Highlight.objects.get().spans == [[14, 17]]
    assert Assignment.objects.get().sanity_passed is False


def test_a_whole_hit_by_keyboard_alone(without_cookies, open_task, hit, worker_site):
    page = without_cookies("desktop", **DESKTOP).new_page()
    desk = Desk(page, open_task(page, hit))
    focused = "document.activeElement.className || document.activeElement.name"

    def tab_to(name: str) -> None:
        for _ in range(20):
            desk.press("Tab")
            if name in (desk.frame.evaluate(focused) or ""):
                return
        raise AssertionError(f"{name} cannot be reached by Tab")

    tab_to("primary")
    desk.press("Enter")
    desk.is_saved()
    tab_to("text")
    desk.press("ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    desk.has_phrases("walkout by train")
    tab_to("submit")
    desk.press("Enter")
    expect(desk.frame.get_by_text("True or False?")).to_be_visible()
    tab_to("answer")
    desk.press("Space")
    tab_to("primary")
    desk.press("Enter")
    expect(desk.frame.get_by_role("heading", name="Handed in")).to_be_visible()
    assert Highlight.objects.get().spans == [[1, 4]]
    assert Assignment.objects.get().sanity_passed
    page.close()


def test_a_drag_that_begins_and_ends_inside_words_takes_whole_words(desk):
    x, y = desk.corner(14)
    desk.page.mouse.move(x + 20, y)
    desk.page.mouse.down()
    x, y = desk.corner(16)
    desk.page.mouse.move(x + 10, y, steps=3)
    assert desk.painted("selected") == ["Southern warned passengers"]
    desk.page.mouse.up()
    desk.mark()
    desk.has_phrases("Southern warned passengers")


def test_a_drag_out_of_the_article_ends_with_its_last_word(desk):
    desk.page.mouse.move(*desk.corner(52))
    desk.page.mouse.down()
    box = desk.frame.locator(".panel").bounding_box()
    desk.page.mouse.move(box["x"] + 20, box["y"] + 700, steps=4)
    desk.page.mouse.up()
    desk.mark()
    desk.has_phrases("its members.")


def test_a_selection_over_the_end_of_a_paragraph_is_one_phrase(desk):
    desk.drag(12, 15)
    desk.mark()
    desk.has_phrases("services. Southern warned")
    assert desk.painted("marked") == ["services.", "Southern warned"]


def test_overlapping_and_touching_marks_become_one(desk):
    for first, last in [(1, 3), (3, 5), (6, 7)]:
        desk.drag(first, last)
        desk.mark()
    desk.has_phrases("walkout by train guards ended on Wednesday")
    desk.has_left(23)


def test_what_is_beyond_the_limit_is_struck_and_counted(desk):
    desk.drag(0, 26)
    desk.mark()
    desk.has_left(3)
    desk.drag(30, 38)
    expect(desk.toolbar).to_contain_text("6 words too many")
    assert desk.painted("selected") == ["been announced for"]
    assert desk.painted("beyond") == ["May.", "The union said it"]
    desk.toolbar.get_by_text("Mark first 3").click()
    desk.has_left(0)
    desk.drag(40, 41)
    expect(desk.toolbar).to_contain_text("No words left")
    expect(desk.toolbar.locator(".mark")).to_be_hidden()


def test_a_phrase_is_removed_by_its_button_and_the_focus_stays_at_hand(desk):
    for word in (1, 4, 7):
        desk.drag(word, word)
        desk.mark()
    desk.frame.get_by_role("button", name="Remove phrase 2").click()
    desk.has_phrases("walkout", "Wednesday")
    assert desk.frame.evaluate("document.activeElement.ariaLabel") == "Remove phrase 2"


def test_a_right_click_on_a_phrase_asks_and_removes(desk):
    desk.drag(1, 4)
    desk.mark()
    desk.click(3, button="right")
    desk.has_phrases("walkout by train guards")
    desk.toolbar.get_by_role("button", name="Remove phrase").click()
    desk.has_phrases()
    desk.has_left(30)


def test_a_click_beside_the_selection_lets_it_go(desk):
    desk.drag(1, 4)
    desk.click(20)
    expect(desk.toolbar).to_be_hidden()
    assert desk.painted("selected") == []


def test_taps_adjust_the_nearest_end_and_a_tap_on_a_mark_offers_to_remove_it(phone):
    for word in (15, 18, 14, 17):
        phone.tap(word)
    assert phone.painted("selected") == ["Southern warned passengers to"]
    phone.toolbar.locator(".mark").tap()
    phone.tap(16)
    phone.toolbar.get_by_role("button", name="Remove phrase").tap()
    phone.has_left(30)


def test_a_second_tap_on_the_same_word_cancels(phone):
    phone.tap(15)
    phone.tap(15)
    expect(phone.toolbar).to_be_hidden()


def test_the_cursor_walks_by_word_line_and_paragraph(desk):
    desk.text.focus()
    desk.press("End", "ArrowRight", "Home")
    assert desk.painted("cursor") == ["Southern"]
    desk.press("ArrowUp")
    assert desk.painted("cursor") != ["Southern"]
    desk.press("Home", "ArrowLeft")
    assert desk.painted("cursor") == ["A"]
    desk.press("ArrowDown", "Shift+ArrowDown")
    said = desk.frame.locator(".announcement").inner_text()
    assert said.endswith("selected")
    desk.press("Escape")
    expect(desk.toolbar).to_be_hidden()


def test_who_listens_hears_the_word_the_selection_and_the_budget(desk):
    voice = desk.frame.locator(".announcement")
    desk.text.focus()
    desk.press("ArrowRight")
    expect(voice).to_have_text("walkout")
    desk.press("Shift+ArrowRight")
    expect(voice).to_have_text("by, 2 words selected")
    desk.press("Enter")
    expect(voice).to_have_text("Marked: walkout by. 28 words left.")
    desk.press("ArrowLeft")
    expect(voice).to_have_text("walkout, marked")
    desk.press("Delete")
    expect(voice).to_have_text("Removed: walkout by. 30 words left.")


def test_the_question_mark_shows_the_keys(desk):
    desk.text.focus()
    desk.press("?")
    expect(desk.frame.get_by_role("dialog", name="Marking with the keyboard")).to_be_visible()


def test_submit_says_what_is_missing(desk):
    desk.submit()
    expect(desk.frame.get_by_role("alert")).to_contain_text("Nothing is marked yet")
    desk.drag(1, 2)
    desk.submit()
    expect(desk.frame.get_by_role("alert")).to_contain_text("did not mark them yet")
    desk.mark()
    expect(desk.frame.get_by_role("alert")).to_be_empty()


def test_in_arabic_the_arrows_follow_the_eye(without_cookies, open_task, db):
    text = "أعلنت الشركة أن الإضراب انتهى."
    page = without_cookies("desktop", **DESKTOP).new_page()
    hit = factories.make_hit(factories.make_document(text, title="انتهى الإضراب"))
    desk = Desk(page, open_task(page, hit)).begin()
    desk.text.focus()
    desk.press("ArrowLeft", "Shift+ArrowLeft", "Enter")
    desk.has_phrases("الشركة أن")
    page.close()


def test_chinese_and_characters_beyond_the_basic_plane_are_cut_exactly(
    without_cookies, open_task, db
):
    page = without_cookies("desktop", **DESKTOP).new_page()
    hit = factories.make_hit(
        factories.make_document("罢工𠀀结束😀了。火车周四恢复。", title="罢工")
    )
    desk = Desk(page, open_task(page, hit)).begin()
    desk.drag(2, 5)
    desk.mark()
    desk.has_phrases("𠀀结束😀")
    page.close()


def test_without_the_highlight_api_marks_are_elements(chromium, open_task, hit):
    context = chromium.new_context(**DESKTOP)
    context.add_init_script("delete globalThis.Highlight")
    page = context.new_page()
    desk = Desk(page, open_task(page, hit)).begin()
    for first, last in [(12, 15), (3, 5), (5, 7)]:
        desk.drag(first, last)
        desk.mark()
    desk.has_phrases("train guards ended on Wednesday", "services. Southern warned")
    marks = desk.frame.locator('.text mark[data-layer="marked"]')
    expect(marks).to_have_text(["train guards ended on Wednesday", "services.", "Southern warned"])
    desk.click(4, button="right")
    desk.toolbar.get_by_role("button", name="Remove phrase").click()
    expect(marks).to_have_text(["services.", "Southern warned"])
    context.close()


@pytest.fixture(scope="module")
def arithmetic(chromium):
    """The page's own spans.js, alone in a page."""
    source = (Path(__file__).parents[2] / "static/annotation/spans.js").read_text()
    page = chromium.new_page()
    page.evaluate(
        """async (source) => {
          const blob = new Blob([source], { type: "text/javascript" });
          globalThis.spans = await import(URL.createObjectURL(blob));
        }""",
        source,
    )
    yield page
    page.close()


def test_the_browser_keeps_the_same_law_as_the_server(arithmetic):
    """Every case of span_cases.json; the server's half is in test_spans.py."""
    judged = arithmetic.evaluate(
        """(cases) => cases.map(({ spans: raw, n_tokens, word_limit, union }) => ({
          accepted: spans.lawful(raw, n_tokens, word_limit),
          union: union && spans.union(raw),
          n_words: union && spans.size(spans.union(raw)),
        }))""",
        CASES["spans"],
    )
    for case, found in zip(CASES["spans"], judged, strict=True):
        expected = {name: case.get(name) for name in found}
        assert found == expected, case["name"]


def test_the_part_of_a_selection_that_fits(arithmetic):
    found = arithmetic.evaluate(
        """(cases) => cases.map(({ marks, selection, word_limit }) =>
          spans.fitting(marks, selection, word_limit))""",
        CASES["fitting"],
    )
    assert found == [case["fits_to"] for case in CASES["fitting"]]
