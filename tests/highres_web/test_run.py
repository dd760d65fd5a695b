"""`make run` as a person meets it: what it prints, that it may be run again, that it ends."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.highres_web.kernel import alive, descendants, eventually
from tests.ports import free_ports

ROOT = Path(__file__).resolve().parents[2]
START_TIMEOUT_S = 120
pytestmark = [pytest.mark.stack, pytest.mark.timeout(400)]


class Run:
    """`python -m highres_web.run`, which is all that `make run` calls."""

    def __init__(self, var: Path, port: int) -> None:
        environment = {
            "PATH": os.environ["PATH"],
            "PORT": str(port),
            "HIGHRES_VAR": str(var),
            "HIGHRES_ENV_FILE": os.devnull,
        }
        self.popen = subprocess.Popen(
            [sys.executable, "-u", "-m", "highres_web.run"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""

    def read_until(self, words: str) -> str:
        assert self.popen.stdout
        for line in self.popen.stdout:
            self.said += line
            if words in line:
                return self.said
        raise AssertionError(
            f"ended with {self.popen.wait()} before it said {words!r}: {self.said}"
        )

    def stop(self, number: int = signal.SIGTERM) -> float:
        started = time.monotonic()
        self.popen.send_signal(number)
        assert self.popen.stdout
        self.said += self.popen.stdout.read()
        self.popen.wait(30)
        return time.monotonic() - started


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[list[Run]]:
    started: list[Run] = []
    yield started
    for run in started:
        if run.popen.poll() is None:
            run.stop()


def begin(runs: list[Run], var: Path, port: int) -> Run:
    runs.append(Run(var, port))
    return runs[-1]


def links(said: str) -> dict[str, str]:
    return {
        "worker": re.search(r"Be a worker +(\S+)", said)[1],
        "console": re.search(r"Be the staff +(\S+)", said)[1],
        "password": re.search(r"password (\S+)", said)[1],
    }


def test_one_command_starts_everything_twice_in_a_row(tmp_path: Path, runs: list[Run]) -> None:
    """The second start finds what the first one made; each ends within seconds, with no orphan."""
    port = free_ports(2)
    first = begin(runs, tmp_path, port)
    shown = links(first.read_until("Ready after"))
    assert requests.get(shown["worker"], timeout=30).status_code == 200
    assert requests.get(shown["console"], timeout=30).status_code == 200
    assert sign_in(shown, port).url.rstrip("/").endswith("/console")
    assert (tmp_path / "run.env").stat().st_mode & 0o777 == 0o600

    assert_a_second_one_is_told(tmp_path, runs)
    assert_a_dead_child_comes_back(first)

    children = descendants(first.popen.pid)
    assert len(children) >= 5
    assert first.stop(signal.SIGINT) < 15
    assert first.popen.returncode == 0
    assert eventually(lambda: not any(alive(pid) for pid in children), timeout_s=3)

    second = begin(runs, tmp_path, port)
    assert links(second.read_until("Ready after")) == shown
    assert second.stop() < 15


def sign_in(shown: dict[str, str], port: int) -> requests.Response:
    """Follows the console to its form and signs in with what was printed."""
    browser = requests.Session()
    page = browser.get(shown["console"], timeout=30)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)[1]
    form = {"username": "admin", "password": shown["password"], "csrfmiddlewaretoken": token}
    return browser.post(page.url, data=form, headers={"Referer": page.url}, timeout=30)


def assert_a_second_one_is_told(var: Path, runs: list[Run]) -> None:
    other = begin(runs, var, free_ports(2))
    assert other.popen.stdout
    said = other.popen.stdout.read()
    assert other.popen.wait() == 1
    assert "already running in this folder" in said
    assert said.count("\n") == 1


def assert_a_dead_child_comes_back(run: Run) -> None:
    tick = next(
        pid
        for pid in descendants(run.popen.pid)
        if b"marketplace_tick" in Path(f"/proc/{pid}/cmdline").read_bytes()
    )
    os.kill(tick, signal.SIGKILL)
    assert "marketplace-tick ended (exit status -9)" in run.read_until("was started again")
