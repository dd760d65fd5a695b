"""Fixtures of the highlight HIT: a HIT, and its page in the worker site's frame."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Frame, Page

from crowd.models import HIT
from tests.annotation import factories

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


@pytest.fixture
def open_task(in_frame, worker_site) -> Callable[..., Frame]:
    """Opens a HIT in the worker site's frame, in a page of this context, and gives the frame."""

    def show(page: Page, hit: HIT, worker_id: str = "A1", **changed: str) -> Frame:
        claims = factories.claims_for(hit, worker_id)
        changed = {"turkSubmitTo": worker_site.origin, **changed}
        return in_frame(page, factories.address(hit, claims, **changed))

    return show
