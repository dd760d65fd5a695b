"""What every room's tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"

# Playwright's synchronous interface runs an event loop; Django must not take it for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Property tests run with fixed seeds and are judged by their results, not by the clock.
settings.register_profile("fixed", deadline=None, derandomize=True)
settings.load_profile("fixed")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The optional folder of real articles and known scores beside the project."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"the optional test data is not at {SHARED_DATA}")
    return SHARED_DATA
