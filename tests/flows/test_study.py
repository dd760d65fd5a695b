"""A whole study with planted means and careless workers, small (see tests/flows/study)."""

from pathlib import Path

import pytest

from tests.flows.study.__main__ import SAMPLE, told
from tests.flows.study.checks import check_all
from tests.flows.study.simulation import Size, play_study
from tests.stack import Stack

pytestmark = [pytest.mark.stack, pytest.mark.slow, pytest.mark.timeout(900)]

SIZE = Size(
    corpus=SAMPLE,
    articles=("skerrin-ferry", "quiet-nights", "beaver-bridge", "bakery-keys"),
    systems=("lead", "abstractive-a"),
    highlighters=2,
    judges=2,
)


def test_planted_means_are_recovered_in_spite_of_careless_workers(
    tmp_path: Path, profile: str
) -> None:
    with Stack(tmp_path, profile=profile, MARKETPLACE_OPEN_SIGNUP="true") as stack:
        played = play_study(stack, SIZE)
        print(told(played, check_all(played, SIZE)))
