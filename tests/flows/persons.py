"""Workers and staff as persons with a browser: what they see and press, page after page."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Page, Playwright, Request, expect

from tests import browser
from tests.flows.hands import Hands
from tests.stack import Stack

# What a page can keep in this browser: nothing where its site is forbidden to.
KEEPS = """() => {
  document.cookie = "kept=1";
  try {
    localStorage.setItem("kept", 1);
    return { cookie: document.cookie, storage: true };
  } catch {
    return { cookie: document.cookie, storage: false };
  }
}"""


@contextmanager
def own_browser(
    playwright: Playwright, folder: Path, *forbidden: str, **options: Any
) -> Iterator[BrowserContext]:
    """A browser with a profile of its own, in which some origins can keep nothing."""
    browser.forbid_cookies(folder, *forbidden)
    context = playwright.chromium.launch_persistent_context(
        folder, **browser.launch_options(), **options
    )
    yield context
    context.close()


@dataclass
class Done:
    """One finished task as its worker remembers it; articles may have no title."""

    opening: str
    phrases: list[str]
    answered: bool


@dataclass
class WorkerPerson:
    """Takes tasks at the marketplace's site and does them in the frame, with these hands."""

    stack: Stack
    page: Page
    hands: Hands
    worker_id: str
    sign_in_url: str
    done: list[Done] = field(default_factory=list)
    cookies_seen: list[str] = field(default_factory=list)

    def sign_in(self) -> None:
        self.page.on("requestfinished", self.look_for_cookies)
        self.page.goto(self.sign_in_url)
        self.press("Sign in")
        self.page.wait_for_url(f"{self.stack.marketplace_origin}/")

    def look_for_cookies(self, request: Request) -> None:
        if request.url.startswith(self.stack.web_origin) and "cookie" in request.all_headers():
            self.cookies_seen.append(request.url)

    def press(self, name: str) -> None:
        self.hands.press(self.page, self.page.get_by_role("button", name=name).first)

    def take_task(self) -> Frame:
        """From the list to the task in its frame."""
        self.page.goto(self.stack.marketplace_origin)
        self.press("Accept and start")
        self.page.wait_for_url("**/assignments/*")
        frame = self.page.frame_locator("iframe")
        expect(frame.locator("main")).to_be_attached()
        (task,) = [f for f in self.page.frames if f.url.startswith(self.stack.web_origin)]
        task.wait_for_load_state("load")
        return task

    def do_task(self, truths: dict[str, bool], lie_about: str = "") -> None:
        """Consent where it is asked, two phrases, submit, the statement, and the receipt.

        `truths` says what is true of the article that opens so; the worker lies about one.
        """
        frame = self.take_task()
        assert frame.evaluate(KEEPS) == {"cookie": "", "storage": False}
        begin = frame.get_by_role("button", name="I agree, begin")
        if begin.count():
            self.hands.press(self.page, begin)
        frame.locator(".text").wait_for()
        frame.wait_for_load_state("load")  # the page's scripts have run by then
        opening = " ".join(frame.locator(".text").inner_text().split())[:60]
        for paragraph, count in ((0, 3), (1, 2)):
            self.hands.mark(self.page, frame, paragraph, count)
        phrases = frame.locator(".phrases .phrase")
        expect(phrases).to_have_count(2)
        marked = [" ".join(text.split()) for text in phrases.all_inner_texts()]
        self.hands.press(self.page, frame.get_by_role("button", name="Submit"))
        answer = truths[opening] is not (opening == lie_about)
        options = [frame.get_by_label(word, exact=True) for word in ("True", "False")]
        self.hands.choose(self.page, options, 0 if answer else 1)
        self.hands.press(self.page, frame.get_by_role("button", name="Submit"))
        expect(self.page.get_by_text("Your work is handed in").first).to_be_visible()
        self.done.append(Done(opening, marked, answer))

    def reasons_read(self) -> list[str]:
        """What the history page says about rejected work."""
        self.page.goto(f"{self.stack.marketplace_origin}/history")
        return self.page.locator(".reason blockquote").all_inner_texts()


def reject_the_only_case(page: Page, stack: Stack, password: str, reason: str) -> str:
    """Staff sign in, open the one case of the review queue and reject it; its worker's id."""
    page.goto(f"{stack.web_origin}/console/review/")
    page.get_by_label("Name").fill("admin")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    cases = page.get_by_role("table").locator("tbody tr")
    expect(cases).to_have_count(1)
    worker_id = cases.get_by_role("rowheader").inner_text()
    cases.get_by_role("link").first.click()
    page.get_by_label("Reason the worker reads").fill(reason)
    page.get_by_role("button", name="Reject").click()
    expect(page.get_by_role("status").filter(has_text="reads your reason")).to_be_visible()
    return worker_id
