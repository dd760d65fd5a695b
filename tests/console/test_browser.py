"""The console in a browser: the whole way by keyboard, live progress, and axe on every page."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from console.accounts import open_account
from console.roles import Role
from crowd.models import Batch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "correct horse battery staple"
NOT_PAGES = {"batch-progress", "batch-retry", "call-retry", "repair", "sign-out"}
NOT_PAGES |= {"together", "undo", "withdraw", "appeal", "admit"}  # posts alone
NOT_PAGES |= {"results-part", "results-compute", "results-archive", "results-file"}


@pytest.fixture(autouse=True)
def endpoint_with_a_key(settings):
    settings.MTURK_ACCESS_KEY_ID = "AKIAEXAMPLE"
    settings.MTURK_ALLOWED_ENDPOINTS = [settings.MTURK_ENDPOINT_URL]


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on a control of this name, which must be visible there."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.count() and name in (
            focused.get_attribute("aria-label") or focused.get_attribute("name") or "",
            focused.inner_text().strip(),
        ):
            outline = focused.evaluate("e => getComputedStyle(e).outlineStyle")
            assert outline != "none", f"the focus on {name!r} cannot be seen"
            return
    raise AssertionError(f"Tab never reached {name!r} on {page.url}")


def leave_by(page: Page, key: str) -> None:
    """Press a key that leads to another page, and wait for that."""
    with page.expect_navigation():
        page.keyboard.press(key)


def press(page: Page, name: str) -> None:
    tab_to(page, name)
    leave_by(page, "Enter")


def type_in(page: Page, **fields: str) -> None:
    for name, text in fields.items():
        tab_to(page, name)
        page.keyboard.press("Control+a")
        page.keyboard.type(text)


def test_the_whole_console_works_by_keyboard_alone(open_page, scene):
    item = scene.item()
    for hours in (2, 3):
        scene.failed(item, auto_approval_at=scene.now + timedelta(hours=hours))
    printed = open_account("ada", [Role.ADMIN])
    page = open_page()

    # sign in with the printed password and replace it
    page.goto("/console/review/")
    expect(page.locator("[name=username]")).to_be_focused()
    page.keyboard.type("ada")
    type_in(page, password=printed)
    leave_by(page, "Enter")
    type_in(page, old_password=printed, new_password1=PASSWORD, new_password2=PASSWORD)
    leave_by(page, "Enter")
    expect(page.get_by_role("heading", name="Studies", exact=True)).to_be_visible()

    # a study, a batch, its bill
    press(page, "New study")
    type_in(page, title="Keys", name="keys", contact_email="a@b.org", budget_usd="10")
    leave_by(page, "Enter")
    press(page, "New batch")
    tab_to(page, "dataset")
    page.keyboard.press("ArrowDown")
    type_in(page, name="one", judges="2")
    leave_by(page, "Enter")
    expect(page.get_by_role("heading", name="What publishing will cost")).to_be_visible()
    tab_to(page, "agreed")
    page.keyboard.press("Space")
    press(page, "Publish for 1.20 USD")
    expect(page.get_by_text("0 of 1 HITs exist at the endpoint.")).to_be_visible()
    assert Batch.objects.get(name="one").published_at is not None

    # the queue: to it, down to the first case, into it
    leave_by(page, "g")
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    page.keyboard.press("j")
    leave_by(page, "Enter")
    expect(page.get_by_text("Case 1 of 2")).to_be_visible()

    # a reason that is too short stays typed; a good one leads to the next case
    page.keyboard.press("r")
    page.keyboard.type("Wrong.")
    leave_by(page, "Control+Enter")
    expect(page.locator("#reason-error")).to_contain_text("30 to 1024 characters")
    expect(page.locator("textarea")).to_be_focused()
    expect(page.locator("textarea")).to_have_value("Wrong.")
    page.keyboard.type(" You marked the dateline and nothing of the article itself.")
    leave_by(page, "Control+Enter")
    expect(page.get_by_text("Case 1 of 1")).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("is not paid 0.50 USD")

    # approve: a brings the focus, Enter decides
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Approve")).to_be_focused()
    leave_by(page, "Enter")
    expect(page.get_by_role("heading", name="Nothing to decide")).to_be_visible()

    # what was decided can be overturned; the keys can be looked up
    press(page, "What was decided")
    expect(page.get_by_text("You marked the dateline")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys", exact=True)).to_be_visible()
    page.keyboard.press("Escape")

    # an article, and out
    press(page, "Corpora")
    press(page, "Articles about trains")
    press(page, "Night trains return")
    expect(page.locator("article")).to_contain_text("The night train to the coast")
    press(page, "Sign out")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_progress_appears_without_a_reload_and_stops_at_the_end(open_page, scene):
    item = scene.item()
    page = open_page("researcher")
    page.clock.install()
    page.goto(f"/console/batches/{scene.batch.pk}/")
    expect(page.get_by_text("3 usable assignments still wanted for 1 item.")).to_be_visible()
    page.evaluate("window.isSamePage = true")
    scene.confirmed(item)
    expect(page.get_by_text("2 usable assignments still wanted for 1 item.")).to_be_visible()
    for _ in range(2):
        scene.confirmed(item)
    expect(page.get_by_text("This is the end")).to_be_visible()
    expect(page.locator("#live-word")).to_have_text("finished: 3 of 3 usable")
    assert page.evaluate("window.isSamePage")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.fast_forward("01:00")
    assert not asked


def test_a_refresh_keeps_the_focus_where_it_was(open_page, scene):
    item = scene.item()
    call = scene.call(item, error="Refused: Title is too long")
    page = open_page("researcher")
    page.goto(f"/console/batches/{scene.batch.pk}/")
    page.locator(f"#retry-{call.pk}").focus()
    scene.confirmed(item)
    expect(page.get_by_text("2 usable assignments still wanted")).to_be_visible()
    expect(page.locator(f"#retry-{call.pk}")).to_be_focused()


def test_a_typed_reason_survives_a_reload(open_page, scene):
    assignment = scene.failed(scene.item())
    page = open_page("reviewer")
    page.goto(f"/console/review/{assignment.pk}/")
    page.locator("textarea").type("Half a reason")
    page.reload()
    expect(page.locator("textarea")).to_have_value("Half a reason")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_has_a_violation_or_is_wider_than_the_window(
    open_page, addresses, scene, scheme, width
):
    item = scene.batch.items.first()
    scene.confirmed(item)
    scene.weigh(item)
    page = open_page("admin", color_scheme=scheme, viewport={"width": width, "height": 800})
    for name, address in addresses.items():
        if name in NOT_PAGES:
            continue
        page.goto(address)
        violations = Axe().run(page).response["violations"]
        found = [(v["id"], v["nodes"][0]["target"]) for v in violations]
        assert not found, f"{name}: {found}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
