"""A day of paid work under faults: quotas, both ledgers and every history are right in the end.

See tests/flows/day. On PostgreSQL and Redis it is the whole day, two to five minutes long.
"""

from pathlib import Path

import pytest

from tests.flows.day.script import Script
from tests.flows.day.stage import Stage

pytestmark = [pytest.mark.stack, pytest.mark.slow, pytest.mark.timeout(1500)]

PEOPLE, SEED = {"embedded": 40, "production": 300}, 1


def test_a_day_under_faults_leaves_quotas_ledgers_and_histories_right(
    tmp_path: Path, profile: str
) -> None:
    with Stage(tmp_path, profile=profile) as stage:
        print(Script(stage, workers=PEOPLE[profile], seed=SEED).play())
