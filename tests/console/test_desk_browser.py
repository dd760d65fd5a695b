"""A reviewer handles a hundred planted failures by keyboard alone, and some without script."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from console.queue import waiting_for
from crowd.models import Assignment, Decision, Reading, ReviewEvent, Study
from tests.browser import is_complaint

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
N_CASES = 100
REASON = "Only the date and the place are marked, and nothing of what the article says."
PLAN = ("approve", "reject", "soft", "reject", "second")


@pytest.fixture
def page(chromium: Browser, live_server, signed_in):
    """The reviewer's; whatever a page complains about fails the test."""
    complaints = []
    context = chromium.new_context(base_url=live_server.url)
    session = signed_in("reviewer").cookies["highres_session"].value
    context.add_cookies([{"name": "highres_session", "value": session, "url": live_server.url}])
    page = context.new_page()

    def hear(message: ConsoleMessage) -> None:
        if is_complaint(message):
            complaints.append(f"{page.url}: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints


@pytest.fixture
def planted(scene) -> list[Assignment]:
    """A hundred failures, in the order in which their time runs out."""
    Study.objects.update(rejection_cap_percent=50)
    items = [scene.item() for _ in range(5)]
    return [
        scene.failed(items[n % 5], auto_approval_at=scene.now + timedelta(hours=10, minutes=n))
        for n in range(N_CASES)
    ]


def refuse_violations(page: Page) -> None:
    found = [(v["id"], v["nodes"][0]["target"]) for v in Axe().run(page).response["violations"]]
    assert not found, f"{page.url}: {found}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def press(page: Page, *keys: str) -> None:
    """The last key leads to another page."""
    for key in keys[:-1]:
        page.keyboard.press(key)
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press(keys[-1])


def handle(page: Page, verdict: str, *, is_first: bool) -> None:
    if verdict in ("approve", "soft"):
        press(page, verdict[0], "Enter")
        return
    if verdict == "second":
        page.keyboard.press("t")
    if is_first:
        page.keyboard.press("r")
        page.keyboard.type(REASON)
    else:
        page.keyboard.press("1")  # the reason written before
    press(page, "Control+Enter")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_hundred_failures_by_keyboard_alone(page, planted, accounts):
    page.goto("/console/review/")
    page.keyboard.press("j")
    press(page, "Enter")
    for n in range(N_CASES):
        expect(page.get_by_text(f"Case 1 of {N_CASES - n}", exact=True)).to_be_visible()
        expect(page.locator("h1")).to_have_text(planted[n].worker.mturk_id)
        if n == 50:  # look at the next one, come back, and undo the last decision
            press(page, "j")
            press(page, "k")
            before = Decision.objects.count()
            press(page, "z")
            expect(page.locator("h1")).to_have_text(planted[48].worker.mturk_id)
            assert Decision.objects.count() == before - 1
            handle(page, PLAN[48 % len(PLAN)], is_first=False)
        handle(page, PLAN[n % len(PLAN)], is_first=n == 1)
    expect(page.get_by_role("heading", name="Nothing to decide")).to_be_visible()
    assert not waiting_for(accounts["reviewer"]).exists()
    decided = dict(Decision.objects.values_list("assignment", "verdict"))
    second = set(Reading.objects.values_list("assignment", flat=True))
    for n, assignment in enumerate(planted):
        said = "second" if assignment.pk in second else decided[assignment.pk]
        assert said == PLAN[n % len(PLAN)], n
    assert set(Decision.objects.values_list("decided_by__username", flat=True)) == {"reviewer"}
    assert all(row.evidence["right"] for row in Decision.objects.all())
    assert ReviewEvent.objects.filter(kind="undone").count() == 1


def test_several_cases_by_keyboard(page, scene):
    item = scene.item()
    for _ in range(3):
        scene.failed(item)
    page.goto("/console/review/?group=worker")
    refuse_violations(page)
    page.goto("/console/review/")
    for key in ("j", "x", "j", "x", "d"):
        page.keyboard.press(key)
    page.keyboard.press("Tab")  # past the button that ticks all
    page.keyboard.press("Tab")
    page.keyboard.type(REASON)
    page.keyboard.press("Tab")
    press(page, "Enter")
    expect(page.get_by_text("2 assignments of 2 workers would be approved")).to_be_visible()
    refuse_violations(page)
    while page.evaluate("document.activeElement.name") != "agreed":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    press(page, "Enter")
    expect(page.get_by_text("2 cases decided.")).to_be_visible()
    assert Decision.objects.filter(verdict="approve").count() == 2


def test_everything_works_without_script(chromium, live_server, signed_in, scene):
    assignment = scene.failed(scene.item())
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    session = signed_in("reviewer").cookies["highres_session"].value
    context.add_cookies([{"name": "highres_session", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto("/console/review/")
    page.get_by_role("link", name=assignment.worker.mturk_id).first.click()
    page.get_by_label("Reason the worker reads").fill(REASON)
    page.get_by_role("button", name="Reject").click()
    expect(page.get_by_role("status").filter(has_text="reads your reason")).to_be_visible()
    page.get_by_role("button", name="Undo it").click()
    expect(page.get_by_text("Taken back")).to_be_visible()
    page.get_by_label("Ask a second reader").check()
    page.get_by_label("Reason the worker reads").fill(REASON)
    page.get_by_role("button", name="Reject").click()
    expect(page.get_by_text("A second reader decides")).to_be_visible()
    context.close()
    assert Reading.objects.get().reason == REASON
