"""What is checked before anything is started: one supervisor a folder, free ports."""

import errno
import fcntl
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from highres_web.processes import Process


class CannotStart(Exception):
    """What is missing, in one line that says what to do about it."""


@contextmanager
def only_one(var: Path, origin: str) -> Iterator[None]:
    """Holds the folder: two sets of processes on one database file would fight.

    Raises CannotStart naming who holds it. The hold ends with this process, however it ends.
    """
    var.mkdir(parents=True, exist_ok=True)
    with (var / "run.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise CannotStart(f"already running in this folder: {lock.read().strip()}") from None
        lock.truncate(0)
        lock.write(f"process {os.getpid()}, {origin}\n")
        lock.flush()
        yield


def port_number(raw: str) -> int:
    """The port of the web application; the marketplace takes the next one."""
    if not raw.isdecimal() or not 1 <= int(raw) <= 65534:
        raise CannotStart(f"PORT must be a number from 1 to 65534, got {raw!r}")
    return int(raw)


def check_ports(processes: Iterable[Process]) -> None:
    """Raises CannotStart naming the first port that cannot be had, and the way out."""
    for process in processes:
        if process.address:
            host, port = process.address.rsplit(":", 1)
            check_port(process.name, host, int(port))
            if host == "127.0.0.1":
                # `localhost` may mean ::1 to a browser, which would take that server for us.
                check_port(process.name, "::1", int(port))


def check_port(name: str, host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                why = "is taken by another program"
            elif error.errno == errno.EACCES:
                why = "needs root on this machine"
            elif family == socket.AF_INET6:
                return  # no such address family here
            else:
                why = f"cannot be had on {host} ({error.strerror})"
            raise CannotStart(
                f"port {port} ({name}) {why}: choose another pair, as in make run PORT=8200"
            ) from None
