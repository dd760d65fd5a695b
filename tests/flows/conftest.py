"""The profile that flows run on: that of the environment, as for every other test."""

import os

import pytest

from tests.stack import what_is_missing


@pytest.fixture(scope="session")
def profile() -> str:
    """`make test` is embedded; .ci/run runs everything a second time with production."""
    chosen = os.environ.get("HIGHRES_PROFILE", "embedded")
    if missing := what_is_missing(chosen):
        pytest.skip(f"the {chosen} profile cannot run here: {missing}")
    return chosen
