"""Both projects refuse to start where they would be unsafe, and say which variable to mend."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

WEB = "highres_web.settings"
MARKETPLACE = "marketplace.settings"
SECRET = "sixty-four-letters-of-anything-will-do-as-long-as-it-is-long-00"
PRODUCTION = {
    "HIGHRES_PROFILE": "production",
    "HIGHRES_ORIGIN": "https://judge.example.org",
    "HIGHRES_ALLOWED_HOSTS": "judge.example.org",
    "HIGHRES_SECRET_KEY": SECRET,
    "DATABASE_URL": "postgres://highres@127.0.0.1/highres",
    "CELERY_BROKER_URL": "redis://127.0.0.1:6379/0",
    "MARKETPLACE_ORIGIN": "https://market.example.org",
    "MARKETPLACE_ALLOWED_HOSTS": "market.example.org",
    "MARKETPLACE_SECRET_KEY": SECRET,
    "MARKETPLACE_DATABASE_URL": "postgres://highres@127.0.0.1/marketplace",
}


READ_SETTINGS = "from django.conf import settings; settings.DEBUG"
PRINT_DATABASE = "from django.conf import settings; print(settings.DATABASES['default']['NAME'])"


def start(
    tmp_path: Path, settings: str, program: str = READ_SETTINGS, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Starts Python with these settings and nothing else in the environment."""
    base = {
        "PATH": os.environ["PATH"],
        "HIGHRES_VAR": str(tmp_path),
        "HIGHRES_ENV_FILE": os.devnull,
    }
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**base, "DJANGO_SETTINGS_MODULE": settings, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("settings", [WEB, MARKETPLACE])
def test_the_embedded_profile_needs_no_variable(tmp_path: Path, settings: str) -> None:
    assert start(tmp_path, settings).returncode == 0


@pytest.mark.parametrize("folder", ["with a blank", "50%20off", "a#b", "what?", "Übung"])
@pytest.mark.parametrize("settings", [WEB, MARKETPLACE])
def test_the_database_lies_in_the_folder_whatever_its_name(
    tmp_path: Path, settings: str, folder: str
) -> None:
    started = start(tmp_path / folder, settings, program=PRINT_DATABASE)
    assert Path(started.stdout.strip()).parent == tmp_path / folder


@pytest.mark.parametrize("settings", [WEB, MARKETPLACE])
def test_production_starts_when_everything_is_set(tmp_path: Path, settings: str) -> None:
    assert start(tmp_path, settings, **PRODUCTION).returncode == 0


@pytest.mark.parametrize(
    ("settings", "name", "value"),
    [
        (WEB, "HIGHRES_PROFILE", "prodution"),
        (WEB, "HIGHRES_SECRET_KEY", ""),
        (WEB, "HIGHRES_SECRET_KEY", "change-me"),
        (WEB, "HIGHRES_SECRET_KEY", "change-me-" * 9),
        (WEB, "HIGHRES_SECRET_KEY", "short"),
        (WEB, "HIGHRES_DEBUG", "true"),
        (WEB, "HIGHRES_ALLOWED_HOSTS", ""),
        (WEB, "HIGHRES_ALLOWED_HOSTS", "*"),
        (WEB, "HIGHRES_ORIGIN", ""),
        (WEB, "DATABASE_URL", "sqlite:///somewhere.sqlite3"),
        (WEB, "DATABASE_URL", ""),
        (WEB, "CELERY_BROKER_URL", "filesystem://"),
        (MARKETPLACE, "HIGHRES_PROFILE", "prodution"),
        (MARKETPLACE, "MARKETPLACE_SECRET_KEY", ""),
        (MARKETPLACE, "MARKETPLACE_SECRET_KEY", "change-me-too"),
        (MARKETPLACE, "MARKETPLACE_DEBUG", "on"),
        (MARKETPLACE, "MARKETPLACE_ALLOWED_HOSTS", ""),
        (MARKETPLACE, "MARKETPLACE_ALLOWED_HOSTS", "*"),
        (MARKETPLACE, "MARKETPLACE_ORIGIN", ""),
        (MARKETPLACE, "MARKETPLACE_DATABASE_URL", "sqlite:///somewhere.sqlite3"),
        (MARKETPLACE, "MARKETPLACE_DATABASE_URL", ""),
        (MARKETPLACE, "MARKETPLACE_CONTROL_SECRET", SECRET),
    ],
)
def test_production_refuses_what_is_unsafe_and_names_it(
    tmp_path: Path, settings: str, name: str, value: str
) -> None:
    started = start(tmp_path, settings, **{**PRODUCTION, name: value})
    assert started.returncode != 0
    last = started.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert name in last


@pytest.mark.parametrize("word", ["False", "false", "0", "off", "no"])
def test_debug_is_off_for_every_word_that_means_off(tmp_path: Path, word: str) -> None:
    assert start(tmp_path, WEB, **PRODUCTION, HIGHRES_DEBUG=word).returncode == 0


def test_a_folder_makes_its_own_secrets_readable_by_nobody_else(tmp_path: Path) -> None:
    start(tmp_path, WEB)
    start(tmp_path, MARKETPLACE)
    made = [tmp_path / "secret_key", tmp_path / "marketplace_secret_key"]
    assert len({path.read_text() for path in made}) == 2
    assert {path.stat().st_mode & 0o777 for path in made} == {0o600}
