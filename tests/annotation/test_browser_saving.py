"""Nothing is lost and nothing is stored twice: reloads, lost connections, two tabs, double clicks.

In all but two of the tests the browser lets the framed page remember nothing, as most do.
"""

import pytest
from playwright.sync_api import BrowserContext, expect

from annotation.models import Highlight
from crowd.models import Assignment
from tests.annotation.conftest import DESKTOP
from tests.annotation.desk import Desk

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def context(chromium) -> BrowserContext:
    context = chromium.new_context(**DESKTOP)
    yield context
    context.close()


@pytest.fixture
def desk(context, open_task, hit) -> Desk:
    page = context.new_page()
    return Desk(page, open_task(page, hit)).begin()


def mark(desk: Desk, first: int, last: int) -> None:
    desk.drag(first, last)
    desk.mark()


def reload(desk: Desk) -> None:
    desk.page.reload()
    desk.frame = desk.page.frames[1]


def state(desk: Desk) -> tuple:
    return desk.frame.locator(".panel").inner_text(), desk.painted("marked")


def test_a_reload_restores_everything_as_it_was(desk):
    mark(desk, 14, 16)
    mark(desk, 1, 4)
    desk.is_saved()
    before = state(desk)
    reload(desk)
    desk.is_saved()
    assert state(desk) == before
    assert Assignment.objects.get().draft["spans"] == [[1, 5], [14, 17]]


def test_what_was_marked_a_moment_before_leaving_is_not_lost(desk):
    mark(desk, 1, 4)
    reload(desk)
    desk.has_phrases("walkout by train guards")
    desk.is_saved()
    assert Assignment.objects.get().draft["spans"] == [[1, 5]]


def test_leaving_saves_at_once(desk):
    mark(desk, 1, 4)
    desk.page.goto("about:blank")
    for _ in range(100):
        if Assignment.objects.get().draft["spans"]:
            break
        desk.page.wait_for_timeout(50)  # the browser sends it after the page is gone
    assert Assignment.objects.get().draft["spans"] == [[1, 5]]


def test_what_was_marked_without_connection_survives_the_tab(with_storage, open_task, hit):
    page = with_storage.new_page()
    desk = Desk(page, open_task(page, hit)).begin()
    with_storage.set_offline(True)
    mark(desk, 1, 4)
    expect(desk.frame.locator(".save-state")).to_contain_text("not connected")
    page.close()
    with_storage.set_offline(False)
    page = with_storage.new_page()
    desk = Desk(page, open_task(page, hit))
    desk.has_phrases("walkout by train guards")
    desk.is_saved()
    assert Assignment.objects.get().draft["spans"] == [[1, 5]]


def test_a_lost_connection_is_said_and_survived(desk, context):
    context.set_offline(True)
    mark(desk, 1, 4)
    note = desk.frame.locator(".save-state")
    expect(note).to_contain_text("not connected, your work is kept here")
    desk.submit()
    expect(desk.frame.get_by_role("alert")).to_contain_text("not connected")
    context.set_offline(False)
    desk.is_saved()
    desk.has_phrases("walkout by train guards")
    assert Assignment.objects.get().draft["spans"] == [[1, 5]]


def test_an_answer_without_connection_waits_on_the_page(desk, context):
    mark(desk, 1, 4)
    desk.submit()
    desk.frame.get_by_label("True").check()
    context.set_offline(True)
    desk.submit()
    expect(desk.frame.get_by_role("alert")).to_contain_text("Not connected")
    expect(desk.frame.get_by_label("True")).to_be_checked()
    context.set_offline(False)
    desk.submit()
    expect(desk.frame.get_by_role("heading", name="Handed in")).to_be_visible()


def test_an_error_of_the_server_is_no_loss(desk, context):
    context.route("**/draft/", lambda route: route.fulfill(status=500, body="<h1>Oops</h1>"))
    mark(desk, 1, 4)
    expect(desk.frame.locator(".save-state")).to_contain_text("your work is kept here")
    context.unroute("**/draft/")
    desk.is_saved()
    assert Assignment.objects.get().draft["spans"] == [[1, 5]]


@pytest.mark.parametrize(
    ("choice", "phrases"), [("This tab", ["on Wednesday"]), ("The other tab", ["walkout"])]
)
def test_two_tabs_let_the_worker_choose(desk, context, open_task, hit, choice, phrases):
    page = context.new_page()
    second = Desk(page, open_task(page, hit))
    mark(desk, 1, 1)
    desk.is_saved()
    mark(second, 6, 7)
    dialog = second.frame.get_by_role("dialog", name="This task is open in two tabs")
    expect(dialog.get_by_role("button", name="This tab")).to_contain_text("2 words")
    expect(dialog.get_by_role("button", name="The other tab")).to_contain_text("1 word")
    second.press("Escape")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name=choice).click()
    second.has_phrases(*phrases)
    second.is_saved()
    reload(desk)
    desk.has_phrases(*phrases)


def test_a_tab_left_behind_follows_when_the_marks_were_submitted(desk, context, open_task, hit):
    page = context.new_page()
    second = Desk(page, open_task(page, hit))
    mark(desk, 1, 1)
    desk.submit()
    expect(desk.frame.get_by_text("True or False?")).to_be_visible()
    mark(second, 6, 7)
    expect(second.frame.get_by_text("True or False?")).to_be_visible()
    assert Assignment.objects.get().draft["spans"] == [[1, 2]]


def test_a_double_click_submits_once(desk, worker_site):
    mark(desk, 1, 4)
    desk.frame.get_by_role("button", name="Submit").dblclick()
    desk.frame.get_by_label("True").check()
    desk.frame.get_by_role("button", name="Submit").dblclick()
    expect(desk.frame.get_by_role("heading", name="Handed in")).to_be_visible()
    assert Highlight.objects.count() == 1


def test_a_hand_back_that_failed_is_repeated_after_a_reload(desk, context, worker_site):
    context.route("**/mturk/externalSubmit", lambda route: route.abort())
    mark(desk, 1, 4)
    desk.submit()
    with desk.page.expect_event("requestfailed", lambda failed: "externalSubmit" in failed.url):
        desk.answer("True")
    assert Highlight.objects.count() == 1
    context.unroute("**/mturk/externalSubmit")
    reload(desk)
    expect(desk.frame.get_by_role("heading", name="Handed in")).to_be_visible()
    assert len(worker_site.received) == 1


def test_instructions_stay_as_the_worker_left_them(with_storage, open_task, hit):
    page = with_storage.new_page()
    desk = Desk(page, open_task(page, hit)).begin()
    expect(desk.frame.get_by_text("These six questions")).to_be_visible()
    desk.frame.get_by_text("Instructions").click()
    expect(desk.frame.get_by_text("These six questions")).to_be_hidden()
    reload(desk)
    expect(desk.frame.get_by_text("These six questions")).to_be_hidden()
