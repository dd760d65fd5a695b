"""`make run`: everything on this machine, started and stopped together.

Runs until Ctrl-C or SIGTERM. Says in one line what is missing when it cannot start.
"""

import json
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

from highres_web import preparation
from highres_web.guards import CannotStart, check_ports, only_one, port_number
from highres_web.preparation import PreparationFailed
from highres_web.probe import ORIGINS, wait_until_healthy
from highres_web.processes import BASE_DIR, Process, processes_for, read_dotenv
from highres_web.supervisor import ChildFailed, Supervisor, end_with_parent

START_TIMEOUT_S = 60.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Where a lab works for itself, nobody loses work to the clock (Mechanical Turk: 0).
LAB_RULES = {"MARKETPLACE_LATE_HAND_IN_S": "86400"}
KEYS = ("MTURK_ACCESS_KEY_ID", "MTURK_SECRET_ACCESS_KEY", "MTURK_REGION")


class Stopped(Exception):
    """Somebody asked us to end."""


def environment_for(port: int, var: Path) -> dict[str, str]:
    """What all children inherit: the environment and .env win over what this folder knows."""
    known = preparation.read_variables(var / "run.env")
    if not (var / "marketplace.sqlite3").exists():
        known = {}  # keys of a marketplace that is gone
    keys = {name: known[name] for name in KEYS if name in known}
    return {**LAB_RULES, **keys, **preparation.local_addresses(port, port + 1), **os.environ}


def prepare(environment: dict[str, str], var: Path) -> None:
    """Tables, static files, and an account at the marketplace of this folder; adds its keys."""
    preparation.prepare_databases(environment)
    if "MTURK_ACCESS_KEY_ID" not in environment:
        environment.update(preparation.open_account(environment, "demo", "1000.00"))
    named = (*preparation.local_addresses(0, 0), *KEYS)
    preparation.write_variables(var / "run.env", {name: environment[name] for name in named})


def serve(supervisor: Supervisor, processes: list[Process]) -> None:
    """Starts all and returns once every server answers. Raises ChildFailed."""
    for process in processes:
        supervisor.start(process)
    for process in processes:
        origin = supervisor.environment.get(ORIGINS.get(process.name, ""), "")
        if process.address and not wait_until_healthy(process.address, origin, START_TIMEOUT_S):
            child = supervisor.children[process.name]
            raise ChildFailed(f"{process.name} does not answer:\n{child.last_lines()}")


def kept(path: Path, make: Callable[[], str]) -> str:
    """A secret of this folder that is shown at every start; `make` is asked only for the first."""
    if not path.exists():
        secret = make()
        path.touch(mode=0o600)
        path.write_text(secret)
    return path.read_text()


def demo_worker(environment: Mapping[str, str]) -> str:
    """The path of a new worker's sign-in link, which the marketplace tells only once."""
    printed = preparation.manage(environment, "marketplace_worker", "--name", "Demo worker")
    return urlsplit(json.loads(printed)["sign_in_url"]).path


def open_demo(environment: Mapping[str, str], var: Path) -> str:
    """The sample study, published, and what to click first from either side."""
    password = kept(var / "console_password", lambda: secrets.token_urlsafe(9))
    demo = json.loads(
        preparation.manage(
            environment, "demo", "--wait", "30", "--staff-password", "-", stdin=password
        )
    )
    link = kept(var / "demo_worker", lambda: demo_worker(environment))
    return f"""
HighRES is running.

  1. Be a worker    {environment["MARKETPLACE_ORIGIN"]}{link}
                    sign in, take a task of "{demo["title"]}"
  2. Be the staff   {environment["HIGHRES_ORIGIN"]}/console/
                    user {demo["staff"]}, password {password}

  web {environment["HIGHRES_ORIGIN"]}   marketplace {environment["MARKETPLACE_ORIGIN"]}
  logs {var / "log"}   Ctrl-C stops everything.
"""


def watch(supervisor: Supervisor) -> None:
    """Starts again what dies, and says so. Ends only by an exception."""
    while True:
        time.sleep(0.5)
        for child in supervisor.revive():
            print(
                f"{child.process.name} ended (exit status {child.popen.returncode}) and was "
                f"started again; its last lines, from {child.log}:\n{child.last_lines()}",
                flush=True,
            )


def run(port: int, var: Path) -> None:
    started = time.monotonic()
    environment = environment_for(port, var)
    processes = processes_for(environment)
    with only_one(var, environment["HIGHRES_ORIGIN"]):
        check_ports(processes)
        supervisor = Supervisor(environment, var / "log")
        try:
            print("preparing tables and pages ...", flush=True)
            prepare(environment, var)
            print("starting web, marketplace and workers ...", flush=True)
            serve(supervisor, processes)
            if environment.get("HIGHRES_PROFILE") != "production":
                print(open_demo(environment, var))
            print(f"Ready after {time.monotonic() - started:.0f} s.", flush=True)
            watch(supervisor)
        finally:
            for number in STOP_SIGNALS:
                signal.signal(number, signal.SIG_IGN)
            supervisor.stop()


def stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def main() -> None:
    for number in STOP_SIGNALS:
        signal.signal(number, stop)
    if "MAKELEVEL" in os.environ:
        end_with_parent()  # make killed outright would leave us behind
    read_dotenv()
    var = Path(os.environ.setdefault("HIGHRES_VAR", str(BASE_DIR / "var"))).resolve()
    try:
        run(port_number(os.environ.get("PORT", "8000")), var)
    except Stopped:
        print("stopped", flush=True)
    except (CannotStart, ChildFailed, PreparationFailed) as error:
        sys.exit(f"make run: {error}")


if __name__ == "__main__":
    main()
