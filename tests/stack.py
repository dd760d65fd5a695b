"""The real processes in a folder of their own, for tests of whole flows.

The same command lines as `make run` and the containers (highres_web.processes), on free ports,
with databases and a broker nobody else uses:

    with Stack(tmp_path) as stack:                          # embedded: SQLite, files as broker
    with Stack(tmp_path, profile="production") as stack:    # PostgreSQL, Redis, prefork, beat
        stack.manage("load_corpus", "sample")
        stack.mturk().get_account_balance()
        stack.kill("worker"); stack.start("worker")
"""

import getpass
import os
import secrets
import shutil
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

import boto3
import psycopg2

from highres_web import preparation
from highres_web.probe import ORIGINS, wait_until_healthy
from highres_web.processes import Process, processes_for
from highres_web.supervisor import ChildFailed, Supervisor
from tests.ports import free_port

PROFILES = ("embedded", "production")
START_TIMEOUT_S = 60.0
# Of the environment of the tests only this reaches the processes: no setting leaks in.
INHERITED = ("PATH", "HOME", "LANG", "TMPDIR", "TZ")


class Missing(Exception):
    """What a profile needs and this machine does not have; tests skip with it."""


def postgres_url() -> str:
    """Where databases may be made: TEST_POSTGRES_URL, the server of DATABASE_URL, or this one."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        return url
    url = os.environ.get("DATABASE_URL", "")
    if url.startswith("postgres"):
        return urlunsplit(urlsplit(url)._replace(path="/postgres"))
    return f"postgres://{getpass.getuser()}@127.0.0.1:5432/postgres"


def what_is_missing(profile: str) -> str:
    """Why this profile cannot run here; empty when it can."""
    if profile == "embedded":
        return ""
    if not shutil.which("redis-server"):
        return "there is no redis-server program on this machine"
    try:
        psycopg2.connect(postgres_url(), connect_timeout=3).close()
    except psycopg2.OperationalError as error:
        return f"no PostgreSQL server answers at TEST_POSTGRES_URL ({str(error).strip()})"
    return ""


class Postgres:
    """Databases of this stack alone, on the tests' server."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def execute(self, statement: str) -> None:
        connection = psycopg2.connect(postgres_url())
        connection.autocommit = True  # CREATE DATABASE runs in no transaction
        with connection.cursor() as cursor:
            cursor.execute(statement)
        connection.close()

    def create(self, prefix: str) -> str:
        name = f"{prefix}_{secrets.token_hex(4)}"
        self.execute(f'CREATE DATABASE "{name}"')
        self.names.append(name)
        return urlunsplit(urlsplit(postgres_url())._replace(path=f"/{name}"))

    def drop_all(self) -> None:
        for name in self.names:
            self.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        self.names.clear()


def redis_process(folder: Path, port: int) -> Process:
    """Redis for this stack alone; what was acknowledged is on disk before it is."""
    (folder / "redis").mkdir(parents=True, exist_ok=True)
    argv = ["redis-server", "--port", str(port), "--bind", "127.0.0.1"]
    argv += ["--dir", str(folder / "redis"), "--save", ""]
    argv += ["--appendonly", "yes", "--appendfsync", "always"]
    return Process("redis", "", tuple(argv), "")


class Stack:
    """Everything `make run` starts, ready to use after `start_all`. Extra keyword arguments are
    environment variables: Stack(folder, MARKETPLACE_FEE_RATE="0")."""

    def __init__(self, folder: Path, *, profile: str = "embedded", **variables: str) -> None:
        if missing := what_is_missing(profile):
            raise Missing(f"the {profile} profile cannot run here: {missing}")
        self.folder = folder
        self.profile = profile
        self.control_secret = secrets.token_urlsafe(24)
        self.postgres = Postgres()
        self.redis_port = free_port()
        self.environment = {
            **{name: os.environ[name] for name in INHERITED if name in os.environ},
            **preparation.local_addresses(free_port(), free_port()),
            "HIGHRES_VAR": str(folder),
            "HIGHRES_ENV_FILE": os.devnull,
            "HIGHRES_PROFILE": profile,
            **(self.production() if profile == "production" else self.embedded()),
            **variables,
        }
        self.supervisor = Supervisor(self.environment, folder / "log")

    def embedded(self) -> dict[str, str]:
        return {"MARKETPLACE_CONTROL_SECRET": self.control_secret}

    def production(self) -> dict[str, str]:
        return {
            "HIGHRES_SECRET_KEY": secrets.token_urlsafe(48),
            "HIGHRES_ALLOWED_HOSTS": "localhost,127.0.0.1",
            "DATABASE_URL": self.postgres.create("highres_stack"),
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{self.redis_port}/0",
            "MARKETPLACE_SECRET_KEY": secrets.token_urlsafe(48),
            "MARKETPLACE_ALLOWED_HOSTS": "localhost,127.0.0.1",
            "MARKETPLACE_DATABASE_URL": self.postgres.create("marketplace_stack"),
            "MARKETPLACE_ALLOW_HTTP_TASKS": "true",
        }

    @property
    def web_origin(self) -> str:
        return self.environment["HIGHRES_ORIGIN"]

    @property
    def marketplace_origin(self) -> str:
        return self.environment["MARKETPLACE_ORIGIN"]

    def processes(self) -> dict[str, Process]:
        production = [redis_process(self.folder, self.redis_port)]
        started = production if self.profile == "production" else []
        return {process.name: process for process in [*started, *processes_for(self.environment)]}

    def start_all(self) -> None:
        """Tables, static files, an account at the marketplace, then all processes."""
        preparation.prepare_databases(self.environment)
        self.environment.update(preparation.open_account(self.environment, "tests", "100000.00"))
        for name in self.processes():
            self.start(name, wait=False)
        for name in self.processes():
            self.wait_for(name)

    def start(self, name: str, *, wait: bool = True) -> None:
        self.supervisor.start(self.processes()[name])
        if wait:
            self.wait_for(name)

    def wait_for(self, name: str) -> None:
        address = self.processes()[name].address
        origin = self.environment.get(ORIGINS.get(name, ""), "")
        if address and not wait_until_healthy(address, origin, START_TIMEOUT_S):
            raise ChildFailed(f"{name}:\n{self.supervisor.children[name].last_lines()}")

    def kill(self, name: str) -> None:
        """SIGKILL, as a power cut would do."""
        self.supervisor.kill(name)

    def manage(self, *arguments: str, **options: str) -> str:
        """Runs manage.py as an operator would; raises PreparationFailed with what it said."""
        return preparation.manage(self.environment, *arguments, **options)

    def mturk(self, **options: Any) -> Any:
        """An unmodified boto3 client of the account that this stack's web application uses."""
        return boto3.client(
            "mturk",
            endpoint_url=self.environment["MTURK_ENDPOINT_URL"],
            region_name=self.environment["MTURK_REGION"],
            aws_access_key_id=self.environment["MTURK_ACCESS_KEY_ID"],
            aws_secret_access_key=self.environment["MTURK_SECRET_ACCESS_KEY"],
            **options,
        )

    def stop(self) -> None:
        self.supervisor.stop()
        self.postgres.drop_all()

    def __enter__(self) -> Self:
        try:
            self.start_all()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
