"""The real marketplace in a process of its own; who uses it stands in `people`.

Requesters come through unmodified boto3, workers through the pages of the site, and the tests'
god through the control interface. Nothing here imports the marketplace.
"""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import requests

from tests.marketplace.people import BOTO3, RefusedByTheSite, Requester, Worker, as_json, hand_in
from tests.marketplace.words import (
    DAY,
    HOUR,
    MINUTE,
    answers_of,
    message,
    question,
    refused,
    turk_code,
)

__all__ = [
    "BOTO3",
    "DAY",
    "HOUR",
    "MINUTE",
    "Marketplace",
    "RefusedByTheSite",
    "Requester",
    "Worker",
    "answers_of",
    "as_json",
    "hand_in",
    "message",
    "question",
    "refused",
    "turk_code",
]

ROOT = Path(__file__).resolve().parents[2]
# Nothing of the developer's environment reaches the server under test.
INHERITED = ("PATH", "HOME", "LANG", "TMPDIR")


class Control:
    """The control interface of a marketplace that runs somewhere."""

    def __init__(self, origin: str, secret: str):
        self.origin = origin
        self.secret = secret
        self.session = requests.Session()

    def ask(self, method: str, path: str, body: dict | None = None, **query: str):
        """A call, with its answer as it came."""
        return self.session.request(
            method,
            f"{self.origin}/control/{path}",
            json=body,
            params=query,
            headers={"X-Marketplace-Control": self.secret},
            timeout=60,
        )

    def control(self, method: str, path: str, body: dict | None = None, **query: str) -> dict:
        response = self.ask(method, path, body, **query)
        assert response.status_code == 200, response.text
        return response.json()

    def advance(self, seconds: float) -> None:
        self.control("POST", "clock", {"advance_s": int(seconds)})

    def arm(self, kind: str, **fault) -> None:
        self.control("POST", "faults", {"kind": kind, **fault})

    def workers(self, count: int, **profile) -> list[Worker]:
        seeded = self.control("POST", "workers", {"count": count, **profile})["workers"]
        return [Worker(self.origin, row["worker_id"], row["sign_in"]) for row in seeded]

    def worker(self) -> Worker:
        return self.workers(1)[0]


class Marketplace(Control):
    """A server on a port of its own. Extra keyword arguments are environment variables."""

    def __init__(self, folder: Path, database_url: str = "", **variables: str):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        origin = f"http://127.0.0.1:{self.port}"
        self.log = folder / "marketplace.log"
        self.environment = {
            **{name: os.environ[name] for name in INHERITED if name in os.environ},
            "HIGHRES_VAR": str(folder),
            "HIGHRES_ENV_FILE": os.devnull,
            "MARKETPLACE_ORIGIN": origin,
            "MARKETPLACE_CONTROL_SECRET": secrets.token_urlsafe(),
            **({"MARKETPLACE_DATABASE_URL": database_url} if database_url else {}),
            **variables,
        }
        super().__init__(origin, self.environment["MARKETPLACE_CONTROL_SECRET"])
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "marketplace.wsgi", "--no-control-socket"]
        command += ["--bind", f"127.0.0.1:{self.port}", "--worker-class", "gthread"]
        command += ["--threads", "16", "--workers", self.environment.get("WORKERS", "1")]
        # A shorter keep-alive closes connections under a slow test.
        command += ["--keep-alive", "75"]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                self.session.get(f"{self.origin}/about/", timeout=5)
                return
            except (requests.ConnectionError, requests.Timeout):  # on a busy machine both
                time.sleep(0.05)
        raise AssertionError(f"the marketplace did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """As a power cut would: no goodbye. The workers notice that their master is gone."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for pid in [self.process.pid, *map(int, children.split())]:
            os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.session = requests.Session()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)  # gunicorn: at once
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:  # a signal that met gunicorn while it forked is lost
                self.kill()

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=check,
        )

    def requester(self, balance: str = "1000.00") -> Requester:
        name = f"lab-{secrets.token_hex(6)}"
        keys = self.control("POST", "accounts", {"name": name, "balance": balance})
        return Requester(self, name, keys)
