"""A study played through real HTTP: nothing is lost, doubled or miscounted (see load.py)."""

import os
from pathlib import Path

import pytest

from tests.flows.load import run_load
from tests.stack import Stack

pytestmark = [pytest.mark.stack, pytest.mark.slow, pytest.mark.timeout(900)]

# The whole study where the machine has time for it, a fifth of it on a developer's.
ARTICLES, WORKERS = (50, 10) if os.environ.get("CI") else (20, 5)


def test_every_judgment_is_stored_once_and_counted_exactly(tmp_path: Path, profile: str) -> None:
    with Stack(tmp_path, profile=profile) as stack:
        print(run_load(stack, articles=ARTICLES, workers=WORKERS))
