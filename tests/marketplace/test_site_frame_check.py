"""Asking a task's server: what happens when it is slow or busy. The verdicts: test_site_tasks."""

import pytest

from marketplace.site import frame_check
from tests.marketplace.task_page import TaskSite

OURS = "http://127.0.0.1:1"


def test_when_all_checks_are_busy_the_verdict_is_unknown(monkeypatch):
    monkeypatch.setattr(frame_check, "PATIENCE_S", 0)
    taken = 0
    while frame_check.AT_ONCE.acquire(blocking=False):
        taken += 1
    try:
        busy = frame_check.check_frame("http://localhost:1/", framing_origin=OURS)
    finally:
        for _ in range(taken):
            frame_check.AT_ONCE.release()
    assert busy.verdict == "unknown"
    assert taken > 0


def test_a_server_that_says_nothing_is_unreachable_in_time(monkeypatch):
    monkeypatch.setattr(frame_check, "TIMEOUT_S", 0.2)
    with TaskSite() as site:
        verdict = frame_check.check_frame(site.url("/silent"), framing_origin=OURS)
    assert (verdict.verdict, verdict.detail) == ("unreachable", "timed out")


@pytest.mark.parametrize(
    "url", ["http://does-not-exist.invalid/", "http://localhost:0/", "http://[::1]:1/"]
)
def test_an_address_without_a_server_is_unreachable(url):
    assert frame_check.check_frame(url, framing_origin=OURS).verdict == "unreachable"
