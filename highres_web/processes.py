"""The processes of HighRES and their command lines: the one place that knows them.

`make run`, the containers (`python -m highres_web.processes web`) and the tests' stack all start
what is described here. Numbers come from the environment; `.env.example` lists them.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve().parent.parent
WEB_SETTINGS = "highres_web.settings"
MARKETPLACE_SETTINGS = "marketplace.settings"


@dataclass(frozen=True)
class Process:
    """What to start: `argv` runs in the project's folder under the settings named."""

    name: str
    settings: str
    argv: tuple[str, ...]
    address: str = ""  # host:port it listens on; empty when it only works in the background

    def environment(self, base: dict[str, str]) -> dict[str, str]:
        return {**base, "DJANGO_SETTINGS_MODULE": self.settings, "PYTHONUNBUFFERED": "1"}


class Numbers:
    """How many of everything, from the environment, with the profile's defaults."""

    def __init__(self, environment: dict[str, str]) -> None:
        env = environ.Env()
        env.ENVIRON = environment
        self.production = env.str("HIGHRES_PROFILE", "embedded") == "production"
        self.web_bind = env.str("HIGHRES_BIND", "127.0.0.1:8000")
        self.web_processes = env.int("HIGHRES_WEB_PROCESSES", 3 if self.production else 1)
        self.web_threads = env.int("HIGHRES_WEB_THREADS", 8)
        self.worker_concurrency = env.int("HIGHRES_WORKER_CONCURRENCY", 2)
        self.marketplace_bind = env.str("MARKETPLACE_BIND", "127.0.0.1:8001")
        self.marketplace_processes = env.int("MARKETPLACE_PROCESSES", 2 if self.production else 1)


# boto3 keeps its connections and calls again on them. A call on one that is being closed at that
# moment fails, so the marketplace keeps them longer than clients leave them idle between calls.
API_KEEP_ALIVE_S = 75


def gunicorn(
    application: str, bind: str, processes: int, threads: int, *, keep_alive_s: int = 5
) -> tuple[str, ...]:
    """gthread, heartbeat files in memory where there is such a place, no control socket."""
    shm = Path("/dev/shm")
    return (
        *(sys.executable, "-m", "gunicorn", application, "--bind", bind),
        *("--worker-class", "gthread", "--workers", str(processes), "--threads", str(threads)),
        *("--graceful-timeout", "5", "--timeout", "60"),
        *("--keep-alive", str(keep_alive_s)),
        *(("--worker-tmp-dir", str(shm)) if os.access(shm, os.W_OK) else ()),
        *("--no-control-socket", "--log-level", "warning"),
    )


def web(numbers: Numbers) -> Process:
    argv = gunicorn(
        "highres_web.wsgi", numbers.web_bind, numbers.web_processes, numbers.web_threads
    )
    return Process("web", WEB_SETTINGS, argv, numbers.web_bind)


def worker(numbers: Numbers) -> Process:
    """Embedded, beat rides in the worker; in production it is a process of its own."""
    pool = ("prefork",) if numbers.production else ("threads", "--beat")
    argv = (
        *(sys.executable, "-m", "celery", "--app", "highres_web", "worker", "--pool", *pool),
        *("--concurrency", str(numbers.worker_concurrency), "--loglevel", "INFO"),
        *("--without-gossip", "--without-mingle"),
    )
    return Process("worker", WEB_SETTINGS, argv)


def beat(numbers: Numbers) -> Process:
    argv = (sys.executable, "-m", "celery", "--app", "highres_web", "beat", "--loglevel", "INFO")
    return Process("beat", WEB_SETTINGS, (*argv, "--pidfile="))


def marketplace(numbers: Numbers) -> Process:
    bind, n = numbers.marketplace_bind, numbers.marketplace_processes
    argv = gunicorn("marketplace.wsgi", bind, n, 8, keep_alive_s=API_KEEP_ALIVE_S)
    return Process("marketplace", MARKETPLACE_SETTINGS, argv, bind)


def marketplace_tick(numbers: Numbers) -> Process:
    argv = (sys.executable, "manage.py", "marketplace_tick")
    return Process("marketplace-tick", MARKETPLACE_SETTINGS, argv)


PROCESSES: dict[str, Callable[[Numbers], Process]] = {
    "web": web,
    "worker": worker,
    "beat": beat,
    "marketplace": marketplace,
    "marketplace-tick": marketplace_tick,
}


def processes_for(environment: dict[str, str]) -> list[Process]:
    """All processes of the profile that `environment` names, in the order to start them."""
    numbers = Numbers(environment)
    names = [name for name in PROCESSES if name != "beat" or numbers.production]
    return [PROCESSES[name](numbers) for name in names]


def read_dotenv() -> None:
    """Adds what .env says to the environment; what stands there already wins."""
    environ.Env.read_env(os.environ.get("HIGHRES_ENV_FILE", BASE_DIR / ".env"))


def become(name: str) -> None:
    """Replaces the running program by the process named: what a container runs."""
    read_dotenv()
    process = PROCESSES[name](Numbers(dict(os.environ)))
    os.chdir(BASE_DIR)
    os.execvpe(process.argv[0], process.argv, process.environment(dict(os.environ)))


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in PROCESSES:
        sys.exit(f"usage: python -m highres_web.processes {{{','.join(PROCESSES)}}}")
    become(sys.argv[1])
