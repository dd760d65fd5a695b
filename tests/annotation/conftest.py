"""Fixtures of the highlight HIT: a HIT, and browsers that show it in another site's frame."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, Playwright

from crowd.models import HIT
from tests import browser
from tests.annotation import factories
from tests.annotation.worker_site import WorkerSite

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


@pytest.fixture
def hit(db) -> HIT:
    return factories.make_hit()


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
