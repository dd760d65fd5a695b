"""Starts processes together, watches them, and stops them together.

Each child leads a session of its own, so that Ctrl-C reaches the supervisor alone and a child is
ended with everything it started. A child also ends when the supervisor is killed outright.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import current_thread, main_thread

from highres_web.processes import BASE_DIR, Process

PR_SET_PDEATHSIG = 1
STOP_TIMEOUT_S = 8.0
# A child that dies this often within a minute will not get better by another start.
MOST_DEATHS_A_MINUTE = 3
LAST_LINES = 15


class ChildFailed(Exception):
    """A process ended again and again; the message holds its last lines."""


def end_with_parent() -> None:
    """Asks Linux for SIGTERM when the parent dies; elsewhere there is no such promise."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


@dataclass
class Child:
    """One running process with its log file."""

    process: Process
    log: Path
    popen: subprocess.Popen[bytes]
    deaths: list[float] = field(default_factory=list)

    def last_lines(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines()[-LAST_LINES:]
        return "\n".join(f"    {line}" for line in lines)

    def signal_group(self, number: int) -> None:
        try:
            os.killpg(self.popen.pid, number)
        except ProcessLookupError:
            return  # already gone with all it started


class Supervisor:
    """The children by name. `environment` is what all of them inherit."""

    def __init__(self, environment: dict[str, str], log_dir: Path) -> None:
        self.environment = environment
        self.log_dir = log_dir
        self.children: dict[str, Child] = {}

    def start(self, process: Process) -> Child:
        self.log_dir.mkdir(parents=True, exist_ok=True)
        log = self.log_dir / f"{process.name}.log"
        deaths = self.children[process.name].deaths if process.name in self.children else []
        with log.open("ab" if deaths else "wb") as stream:
            popen = subprocess.Popen(
                process.argv,
                cwd=BASE_DIR,
                env=process.environment(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                # For the kernel the parent is a thread: one that ends early would end the child.
                preexec_fn=end_with_parent if current_thread() is main_thread() else None,
            )
        child = Child(process, log, popen, deaths)
        self.children[process.name] = child
        return child

    def revive(self) -> list[Child]:
        """Starts again what has died and returns it as it was.

        Raises ChildFailed when one has died too often.
        """
        dead = [child for child in self.children.values() if child.popen.poll() is not None]
        for child in dead:
            child.signal_group(signal.SIGKILL)  # what it may have left behind
            now = time.monotonic()
            child.deaths[:] = [*(death for death in child.deaths if now - death < 60), now]
            if len(child.deaths) >= MOST_DEATHS_A_MINUTE:
                raise ChildFailed(
                    f"{child.process.name} ended {len(child.deaths)} times within a minute "
                    f"(exit status {child.popen.returncode}); its last lines, from {child.log}:\n"
                    f"{child.last_lines()}"
                )
            self.start(child.process)
        return dead

    def kill(self, name: str) -> None:
        """SIGKILL to the process and everything it started, as a power cut would do."""
        self.children[name].signal_group(signal.SIGKILL)
        self.children[name].popen.wait()

    def stop(self) -> None:
        """Asks every child to end, then ends what is left. Safe to run twice."""
        for child in self.children.values():
            child.signal_group(signal.SIGTERM)
        deadline = time.monotonic() + STOP_TIMEOUT_S
        for child in self.children.values():
            try:
                child.popen.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                pass
            finally:
                child.signal_group(signal.SIGKILL)
                child.popen.wait()
        self.children.clear()
