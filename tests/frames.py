"""Fixtures that show a HIT as workers see it: in another site's frame, with cookies blocked."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Playwright

from tests import browser
from tests.annotation.worker_site import WorkerSite


@pytest.fixture(scope="session")
def without_cookies(playwright: Playwright, tmp_path_factory) -> Iterator[Callable]:
    """Browser contexts in which all cookies are blocked, and with them every kind of storage."""
    contexts: dict[str, BrowserContext] = {}

    def context(name: str, **options) -> BrowserContext:
        if name not in contexts:
            folder: Path = tmp_path_factory.mktemp(name)
            browser.forbid_cookies(folder)
            contexts[name] = playwright.chromium.launch_persistent_context(
                folder, **browser.launch_options(), **options
            )
        return contexts[name]

    yield context
    for opened in contexts.values():
        opened.close()


@pytest.fixture
def with_storage(playwright: Playwright, tmp_path: Path) -> Iterator[BrowserContext]:
    """A fresh browser in which framed pages may remember things, as few of them do."""
    browser.write_preferences(tmp_path, {"cookie_controls_mode": browser.ALLOW})
    context = playwright.chromium.launch_persistent_context(
        tmp_path, **browser.launch_options(), **browser.DESK
    )
    yield context
    context.close()


@pytest.fixture
def worker_site(settings) -> Iterator[WorkerSite]:
    with WorkerSite() as site:
        settings.MTURK_SUBMIT_ORIGINS = [site.origin]
        yield site


@pytest.fixture
def in_frame(live_server, worker_site) -> Callable[[Page, str], Frame]:
    """Opens an address of ours in the worker site's frame and gives the frame."""

    def show(page: Page, address: str) -> Frame:
        page.goto(worker_site.framing(live_server.url + address))
        return page.frames[1]

    return show
