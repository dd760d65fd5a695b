"""What every room's tests share."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests import browser

pytest_plugins = ["tests.marketplace.running", "tests.frames"]

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
OPTIONAL_DATA = "shared/data"  # what a skip under --forbid-skips may be waiting for

# Playwright's synchronous interface runs an event loop; Django must not take it for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Property tests run with fixed seeds and are judged by their results, not by the clock.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.load_profile("fixed")

expect.set_options(timeout=30_000)  # machines are busy: as long as Playwright waits for an element


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The optional folder of real articles and known scores beside the project."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"the optional test data is not at {SHARED_DATA}")
    return SHARED_DATA


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--forbid-skips",
        action="store_true",
        help="a skipped test fails the run, unless it waits for the optional shared data",
    )


def forbid_skip(config: pytest.Config, name: str, report: Any) -> Any:
    """Under --forbid-skips, a skip is a failure that says why the test did not run."""
    if config.getoption("--forbid-skips") and report.outcome == "skipped":
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        if OPTIONAL_DATA not in reason and not hasattr(report, "wasxfail"):
            report.outcome = "failed"
            report.longrepr = f"{name} did not run: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = forbid_skip(item.config, item.nodeid, (yield))
    if report.when == "call" and report.failed and "chromium" in item.funcargs:
        report.sections.append(("what the browser shows", browser.shown(item.funcargs["chromium"])))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    return forbid_skip(collector.config, collector.nodeid, (yield))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """One driver for the session: a second one in the same thread refuses to start."""
    if not browser.program():
        pytest.skip("there is no chromium program on this machine")
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """One browser for the session; a test opens a context of its own in it."""
    launched = playwright.chromium.launch(**browser.launch_options())
    yield launched
    launched.close()
