"""The security sweep at the marketplace: random calls and pages of people who may not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.marketplace.harness import INHERITED, ROOT

SEEDS = (1, 2)
N_EACH = 3500


def start(seed: int, folder: Path) -> subprocess.Popen[str]:
    environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
    environment |= {
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "HIGHRES_VAR": str(folder),
        "HIGHRES_ENV_FILE": os.devnull,
        "MARKETPLACE_CONTROL_SECRET": "only-tests-know-it",
    }
    command = [sys.executable, "-m", "tests.marketplace.sweep", str(seed), str(N_EACH)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, cwd=ROOT, env=environment, **pipes)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_random_requests_break_change_and_tell_nothing(tmp_path):
    running = [start(seed, tmp_path / str(seed)) for seed in SEEDS]
    for process in running:
        printed, complaints = process.communicate(timeout=500)
        assert process.returncode == 0, complaints[-3000:]
        met = json.loads(printed)
        assert sum(met.values()) == N_EACH
        # It got past the door: calls were signed, pages shown, and things refused.
        assert {"200", "400", "403", "404"} <= set(met)
