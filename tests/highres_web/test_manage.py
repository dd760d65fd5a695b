"""One manage.py for two projects: whose command it is, and what it says without tables."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def manage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run in an empty folder of its own, on SQLite."""
    foreign = (
        "DATABASE_URL",
        "DJANGO_SETTINGS_MODULE",
        "HIGHRES_PROFILE",
        "MARKETPLACE_DATABASE_URL",
    )
    environment = {name: value for name, value in os.environ.items() if name not in foreign}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**environment, "HIGHRES_PROFILE": "embedded", "HIGHRES_VAR": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("arguments", "way_out"),
    [
        (["marketplace_account", "lab"], "python manage.py marketplace_migrate"),
        (["sync_assignments"], "python manage.py migrate"),
    ],
)
def test_a_command_without_tables_says_how_to_make_them(tmp_path, arguments, way_out):
    done = manage(tmp_path, *arguments)
    assert done.returncode == 1
    assert way_out in done.stderr
    assert "Traceback" not in done.stderr
