"""Fixtures of the highlight HIT: a HIT, and browsers that show it in another site's frame."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Playwright, sync_playwright

from crowd.models import HIT
from tests.annotation import factories
from tests.annotation.worker_site import WorkerSite

CHROMIUM = {
    "executable_path": "/usr/bin/chromium",
    "args": [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ],
}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
BLOCKED = 2


@pytest.fixture
def hit(db) -> HIT:
    return factories.make_hit()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(**CHROMIUM)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def without_cookies(playwright: Playwright, tmp_path_factory) -> Iterator[Callable]:
    """Browser contexts in which all cookies are blocked, and with them every kind of storage."""
    contexts: dict[str, BrowserContext] = {}

    def context(name: str, **options) -> BrowserContext:
        if name not in contexts:
            folder: Path = tmp_path_factory.mktemp(name)
            (folder / "Default").mkdir()
            settings = {"profile": {"default_content_setting_values": {"cookies": BLOCKED}}}
            (folder / "Default" / "Preferences").write_text(json.dumps(settings))
            contexts[name] = playwright.chromium.launch_persistent_context(
                folder, **CHROMIUM, **options
            )
        return contexts[name]

    yield context
    for opened in contexts.values():
        opened.close()


@pytest.fixture
def worker_site(settings) -> Iterator[WorkerSite]:
    with WorkerSite() as site:
        settings.MTURK_SUBMIT_ORIGINS = [site.origin]
        yield site


@pytest.fixture
def open_task(live_server, worker_site) -> Callable[..., Frame]:
    """Opens a HIT in the worker site's frame, in a page of this context, and gives the frame."""

    def show(page: Page, hit: HIT, worker_id: str = "A1", **changed: str) -> Frame:
        claims = factories.claims_for(hit, worker_id)
        changed = {"turkSubmitTo": worker_site.origin, **changed}
        task = live_server.url + factories.address(hit, claims, **changed)
        page.goto(worker_site.framing(task))
        return page.frames[1]

    return show
