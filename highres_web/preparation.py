"""What must be true before the processes start: tables, static files, addresses, keys.

Everything here may run again at any time and then changes nothing.
"""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from highres_web.processes import BASE_DIR, MARKETPLACE_SETTINGS, WEB_SETTINGS

SETTINGS_VARIABLE = "DJANGO_SETTINGS_MODULE"


class PreparationFailed(Exception):
    """A command needed before the start failed; the message holds what it said."""


def manage(
    environment: Mapping[str, str], *arguments: str, settings: str = "", stdin: str = ""
) -> str:
    """Runs manage.py and returns what it printed. Raises PreparationFailed with its errors."""
    # Without settings named here, manage.py chooses the project by the command's name.
    chosen = {name: value for name, value in environment.items() if name != SETTINGS_VARIABLE}
    if settings:
        chosen[SETTINGS_VARIABLE] = settings
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env=chosen,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise PreparationFailed(complaint(arguments, done.stderr.strip()))
    return done.stdout


def complaint(arguments: Sequence[str], stderr: str) -> str:
    """One line where Django says what is missing, everything where nobody foresaw it."""
    last = stderr.splitlines()[-1] if stderr else ""
    _, configured, what = last.partition("ImproperlyConfigured: ")
    return what if configured else f"manage.py {' '.join(arguments)} failed:\n{stderr}"


def prepare_databases(environment: Mapping[str, str]) -> None:
    """Tables and static files of both projects, the two beside each other."""

    def of_project(settings: str) -> None:
        manage(environment, "migrate", "--verbosity", "0", settings=settings)
        manage(environment, "collectstatic", "--noinput", "--verbosity", "0", settings=settings)

    with ThreadPoolExecutor() as pool:
        list(pool.map(of_project, (WEB_SETTINGS, MARKETPLACE_SETTINGS)))


def local_addresses(web_port: int, marketplace_port: int) -> dict[str, str]:
    """Both servers on this machine, under two host names: cookies ignore ports, so one name
    would let the frame's first-party cookies hide what a real worker's browser withholds."""
    marketplace = f"http://127.0.0.1:{marketplace_port}"
    return {
        "HIGHRES_ORIGIN": f"http://localhost:{web_port}",
        "HIGHRES_BIND": f"127.0.0.1:{web_port}",
        "MARKETPLACE_ORIGIN": marketplace,
        "MARKETPLACE_BIND": f"127.0.0.1:{marketplace_port}",
        "MTURK_ENDPOINT_URL": marketplace,
        "MTURK_ALLOWED_ENDPOINTS": marketplace,
        "MTURK_SUBMIT_ORIGINS": marketplace,
    }


def open_account(environment: Mapping[str, str], name: str, balance: str) -> dict[str, str]:
    """A requester account at the marketplace; its keys are shown this once."""
    printed = manage(environment, "marketplace_account", name, "--balance", balance)
    account = json.loads(printed)
    return {
        "MTURK_ACCESS_KEY_ID": account["access_key_id"],
        "MTURK_SECRET_ACCESS_KEY": account["secret_access_key"],
        "MTURK_REGION": account["region"],
    }


def read_variables(path: Path) -> dict[str, str]:
    """What write_variables wrote; nothing when there is no such file."""
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


def write_variables(path: Path, variables: Mapping[str, str]) -> None:
    """For this user alone: keys are among them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    lines = ["# Written by `make run`; the environment and .env win."]
    lines += [f"{name}={value}" for name, value in sorted(variables.items())]
    draft.write_text("\n".join(lines) + "\n")
    draft.replace(path)


if __name__ == "__main__":
    prepare_databases(os.environ)
