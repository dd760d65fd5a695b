"""The worker site in a browser: by keyboard, on a phone, for everybody, with and without scripts.

Behaviours 32 and 33 of the protocol are here.
"""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.marketplace.site_tour import make, sign_in, tour

pytestmark = pytest.mark.browser

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
WORD = "Most important word"
LISTENS_LATE = """
const listen = window.addEventListener.bind(window);
window.addEventListener = (kind, hear, ...how) =>
  setTimeout(() => listen(kind, hear, ...how), kind === "message" ? 3000 : 0);
"""


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """open_page(viewport=PHONE): a page in a fresh profile."""
    contexts = []

    def opened(**options) -> Page:
        contexts.append(chromium.new_context(**{"viewport": DESK, **options}))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def page(open_page, worker) -> Page:
    """A page of a worker who is signed in."""
    page = open_page()
    sign_in(page, worker)
    return page


def focused(page: Page) -> str:
    """What has the focus, in whichever frame: its label or text."""
    for frame in page.frames:
        text = frame.evaluate(
            """() => {
                const e = document.activeElement;
                if (!e || e === document.body || e.tagName === "IFRAME") return null;
                return [e.textContent, ...(e.labels ? [...e.labels].map((l) => l.textContent) : [])]
                    .join(" ").replace(/\\s+/g, " ").trim();
            }"""
        )
        if text is not None:
            return text
    return ""


def tab_to(page: Page, text: str) -> None:
    passed = []
    for _ in range(80):
        page.keyboard.press("Tab")
        passed.append(focused(page))
        if text in passed[-1]:
            return
    raise AssertionError(f"Tab does not reach {text!r}: {passed}")


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_every_page_is_free_of_axe_violations_and_fits_the_window(
    open_page, market, requester, tasks, viewport
):
    page, axe, faults = open_page(viewport=viewport), Axe(), {}
    for name in tour(page, market, requester, tasks):
        found = axe.run(page, options={"iframes": False}).response["violations"]
        faults |= {f"{name}: {fault['id']}": fault["nodes"][0]["target"] for fault in found}
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > viewport["width"]:
            faults[f"{name}: too wide"] = width
    assert faults == {}


def test_words_without_a_break_do_not_widen_a_page(open_page, worker, requester, tasks):
    page = open_page(viewport=PHONE)
    sign_in(page, worker)
    long = {"Title": "W" * 128, "Description": "W" * 2000}
    assignment = worker.do(make(requester, tasks, **long))
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback="W" * 1000)
    hit = make(requester, tasks, "/task?2", **long)
    paths = ["/", f"/hits/{hit}", "/history", f"/assignments/{assignment}"]
    widths = []
    for path in paths:
        page.goto(worker.origin + path)
        widths.append(page.evaluate("document.documentElement.scrollWidth"))
    assert widths == [PHONE["width"]] * len(paths)


def test_a_task_is_found_done_and_looked_up_by_keyboard_alone(open_page, worker, requester, tasks):
    make(requester, tasks, Title="By keyboard alone")
    page = open_page()
    page.goto(f"{worker.origin}/sign-in/{worker.secret}")
    tab_to(page, "Sign in on this device")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{worker.origin}/")
    tab_to(page, "Preview By keyboard alone")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hits/*")
    tab_to(page, "Accept")
    page.keyboard.press("Enter")
    page.wait_for_url("**/assignments/*")
    page.frame_locator("iframe").get_by_label(WORD).wait_for()
    tab_to(page, WORD)
    page.keyboard.type("barriers")
    tab_to(page, "Submit")
    page.keyboard.press("Enter")
    page.get_by_text("Your work is handed in").wait_for()
    tab_to(page, "History and pay")
    page.keyboard.press("Enter")
    page.wait_for_url("**/history")
    expect(page.locator("tbody tr").first).to_contain_text("By keyboard alone")
    expect(page.locator("tbody .state").first).to_have_text("Submitted")


def test_work_handed_in_before_the_page_around_it_listens_is_heard(page, worker, requester, tasks):
    page.add_init_script(LISTENS_LATE)
    hit = make(requester, tasks)
    page.goto(f"{worker.origin}/assignments/{worker.accept(hit)}")
    task = page.frame_locator("iframe")
    task.get_by_label(WORD).fill("barriers")
    task.get_by_role("button").click()
    expect(page.get_by_text("What you handed in")).to_be_visible()


def test_a_task_is_returned_by_keyboard_after_a_question(page, worker, requester, tasks):
    hit = make(requester, tasks)
    page.goto(f"{worker.origin}/assignments/{worker.accept(hit)}")
    tab_to(page, "Return")
    page.keyboard.press("Enter")
    page.get_by_text("Return this task?").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Return this task?")).to_be_hidden()
    assert focused(page) == "Return"
    page.keyboard.press("Enter")
    tab_to(page, "Yes, return this task")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="You returned")).to_be_visible()
    assert requester.state(hit) == ("Assignable", 1, 0)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_the_task_has_the_whole_width_and_nearly_the_whole_height(
    open_page, worker, requester, tasks, viewport
):
    page = open_page(viewport=viewport)
    sign_in(page, worker)
    page.goto(f"{worker.origin}/assignments/{worker.accept(make(requester, tasks))}")
    box = page.locator("iframe").bounding_box()
    assert box["width"] == viewport["width"]
    assert box["height"] >= viewport["height"] - 52
    for shown in (".clock", "dd:has-text('0.50 USD')", "summary:has-text('Return')"):
        expect(page.locator(shown).first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("/deny", "X-Frame-Options: DENY"),
        ("/ancestors", "Content-Security-Policy: frame-ancestors 'none'"),
    ],
)
def test_a_refused_frame_is_diagnosed_on_preview_and_task(
    page, worker, requester, tasks, path, header
):
    """Behaviour 32."""
    hit = make(requester, tasks, path)
    for address in (f"/hits/{hit}", f"/assignments/{worker.accept(hit)}"):
        page.goto(worker.origin + address)
        notice = page.get_by_role("alert").filter(has_text="refused to be framed")
        expect(notice).to_be_visible()
        expect(notice).to_contain_text(header)
        expect(page.locator("[data-verdict]:visible")).to_have_count(1)


def test_a_page_that_shows_gets_no_diagnosis(page, worker, requester, tasks):
    hit = make(requester, tasks)
    with page.expect_response("**/frame-check") as answer:
        page.goto(f"{worker.origin}/hits/{hit}")
    assert answer.value.json()["verdict"] == "shows"
    page.frame_locator("iframe").get_by_label(WORD).wait_for()
    expect(page.locator("[data-verdict]:visible")).to_have_count(0)


def test_a_task_page_that_leads_elsewhere_is_stopped_and_named(page, worker, requester, tasks):
    page.goto(f"{worker.origin}/hits/{make(requester, tasks, '/elsewhere')}")
    notice = page.get_by_role("alert").filter(has_text="led to another site")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("http://elsewhere.example")


def test_work_is_handed_in_from_a_foreign_frame_without_any_cookie(page, worker, requester, tasks):
    """Behaviour 33: what the browser keeps from third parties is not needed."""
    assignment = worker.accept(make(requester, tasks, "/cookies"))
    page.goto(f"{worker.origin}/assignments/{assignment}")
    page.reload()
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text("Cookies: none")).to_be_visible()
    frame.get_by_label(WORD).fill("barriers")
    with page.expect_request("**/mturk/externalSubmit") as sent:
        frame.get_by_role("button").click()
    assert "cookie" not in sent.value.all_headers()
    page.get_by_role("heading", name="Your work is handed in").wait_for()
    work = requester.mturk.get_assignment(AssignmentId=assignment)["Assignment"]
    assert work["AssignmentStatus"] == "Submitted"


def test_a_double_click_hands_in_once_and_ends_at_the_receipt(page, worker, requester, tasks):
    hit = make(requester, tasks)
    page.goto(f"{worker.origin}/assignments/{worker.accept(hit)}")
    frame = page.frame_locator("iframe")
    frame.get_by_label(WORD).fill("barriers")
    frame.get_by_role("button").dblclick()
    page.get_by_text("Approved by itself on").wait_for()
    assert len(requester.work(hit)) == 1


def test_the_next_task_of_the_group_is_one_press_away(page, worker, requester, tasks):
    first, second = make(requester, tasks, "/task?1"), make(requester, tasks, "/task?2")
    page.goto(f"{worker.origin}/assignments/{worker.accept(first)}")
    page.frame_locator("iframe").get_by_label(WORD).fill("barriers")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Accept the next one").click()
    page.frame_locator("iframe").get_by_label(WORD).wait_for()
    assert requester.state(second) == ("Unassignable", 0, 1)


def test_without_scripts_a_task_is_handed_in_and_a_reload_shows_the_receipt(
    open_page, worker, requester, tasks
):
    page = open_page(java_script_enabled=False)
    sign_in(page, worker)
    page.goto(f"{worker.origin}/assignments/{worker.accept(make(requester, tasks))}")
    expect(page.locator(".clock")).to_contain_text("until")
    frame = page.frame_locator("iframe")
    frame.get_by_label(WORD).fill("barriers")
    frame.get_by_role("button").click()
    expect(frame.get_by_text("Your work is handed in")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Approved by itself on")).to_be_visible()


def test_time_left_runs_down_and_its_end_is_told(page, worker, requester, tasks):
    page.clock.install()
    hit = make(requester, tasks, AssignmentDurationInSeconds=3600)
    page.goto(f"{worker.origin}/assignments/{worker.accept(hit)}")
    clock, over = page.locator(".clock"), page.get_by_role("alert").filter(has_text="is over")
    expect(clock).to_contain_text("59:")
    page.clock.fast_forward("56:00")
    expect(clock).to_contain_text("3:")
    expect(clock).to_have_attribute("data-low", "")
    expect(over).to_be_hidden()
    page.clock.fast_forward("04:00")
    expect(clock).to_have_text("time is over")
    expect(over).to_be_visible()
