"""Every page a worker can meet: no accessibility violation, nothing refused by its own policy,
framed by the worker site and by nobody else."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.annotation import factories
from tests.annotation.conftest import DESKTOP, PHONE
from tests.annotation.desk import Desk
from tests.annotation.worker_site import WorkerSite

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PREVIEW = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "workerId": ""}


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def context(request, chromium) -> Iterator[BrowserContext]:
    context = chromium.new_context(**request.param)
    yield context
    context.close()


@pytest.fixture
def page(context) -> Page:
    """A page that fails the test if the browser complains about anything."""
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    yield page
    assert complaints == []


def assert_accessible(page: Page) -> None:
    """Asks axe inside the task's frame; the frame around it is only a test's."""
    violations = Axe().run(page.frames[1]).response["violations"]
    assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == []


def test_every_step_of_a_hit_is_accessible(page, open_task, hit, context):
    context.route("**/mturk/externalSubmit", lambda route: route.fulfill(status=204))
    open_task(page, hit, **PREVIEW)
    assert_accessible(page)
    desk = Desk(page, open_task(page, hit))
    assert_accessible(page)
    desk.begin()
    assert_accessible(page)
    desk.drag(1, 3)
    desk.mark()
    desk.drag(10, 50)
    assert_accessible(page)
    desk.toolbar.locator(".cancel").click()
    desk.text.focus()
    desk.press("ArrowRight", "?")
    assert_accessible(page)
    desk.press("Escape")
    desk.submit()
    expect(desk.frame.get_by_text("True or False?")).to_be_visible()
    assert_accessible(page)
    desk.submit()
    expect(desk.frame.get_by_role("alert")).to_have_text("Please choose True or False.")
    assert_accessible(page)
    desk.answer("True")
    expect(desk.frame.get_by_text("your work is saved")).to_be_visible()
    by_hand = desk.frame.get_by_role("button", name="Hand in to the marketplace")
    expect(by_hand).to_be_visible()
    assert_accessible(page)


def test_the_choice_between_two_tabs_is_accessible(chromium, open_task, hit):
    context = chromium.new_context(**DESKTOP)
    page, other = context.new_page(), context.new_page()
    first = Desk(page, open_task(page, hit)).begin()
    second = Desk(other, open_task(other, hit))
    page.bring_to_front()
    first.drag(1, 1)
    first.mark()
    first.is_saved()
    other.bring_to_front()
    second.drag(1, 2)
    second.mark()
    expect(second.frame.get_by_role("dialog")).to_be_visible()
    assert_accessible(other)
    context.close()


@pytest.mark.parametrize("changed", [{"assignmentId": "A1,A1"}, {"hitId": "3OTHER"}])
def test_a_refusal_is_accessible(chromium, open_task, hit, changed):
    page = chromium.new_page(**DESKTOP)
    frame = open_task(page, hit, **changed)
    expect(frame.get_by_role("heading", name="This address does not work")).to_be_visible()
    assert_accessible(page)
    page.close()


def test_nothing_reaches_out_of_a_phone(chromium, open_task, hit):
    page = chromium.new_page(**PHONE)
    desk = Desk(page, open_task(page, hit)).begin()
    desk.tap(1)
    desk.tap(30)
    assert desk.frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = desk.frame.evaluate(
        """() => [...document.querySelectorAll("button, summary")]
          .filter((target) => target.checkVisibility())
          .map((target) => target.getBoundingClientRect())
          .filter(({ width, height }) => width < 44 || height < 44).length"""
    )
    assert small == 0
    page.close()


def test_a_preview_takes_no_input(chromium, open_task, hit):
    page = chromium.new_page(**DESKTOP)
    frame = open_task(page, hit, **PREVIEW)
    expect(frame.get_by_role("button", name="Submit")).to_be_disabled()
    expect(frame.get_by_role("button", name="I agree, begin")).to_have_count(0)
    expect(frame.get_by_text("Southern warned passengers")).to_be_visible()
    widths = frame.locator(".article, .panel").evaluate_all("all => all.map((e) => e.offsetWidth)")
    assert widths[0] > 2 * widths[1], "the article has the narrow column"
    page.close()


def test_no_other_site_may_frame_the_task(chromium, live_server, worker_site, hit):
    task = live_server.url + factories.address(hit, turkSubmitTo=worker_site.origin)
    with WorkerSite() as stranger:
        page = chromium.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(stranger.framing(task))
        assert page.frames[1].url != task
        assert any("frame-ancestors" in message for message in said)
        page.close()
