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


def test_a_command_in_an_accounts_name_asks_for_the_account(tmp_path, monkeypatch):
    monkeypatch.setenv("HIGHRES_STAFF", "ghost")
    assert manage(tmp_path, "migrate").returncode == 1
    assert "the operator's" in manage(tmp_path, "marketplace_account", "lab").stderr
    monkeypatch.delenv("HIGHRES_STAFF")
    manage(tmp_path, "migrate", "--verbosity=0")
    monkeypatch.setenv("HIGHRES_STAFF", "ghost")
    done = manage(tmp_path, "sync_assignments")
    assert (done.returncode, "no such active account" in done.stderr) == (1, True)
