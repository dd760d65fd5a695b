"""Ports that no other test on this machine is given while this process lives.

A port that is merely free now may be taken before our server, some seconds later, listens on it:
by another test, or by the kernel for an outgoing connection. So ports come from below the range
that Linux hands out by itself, and each is held by a locked file.
"""

import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path
from typing import IO

FIRST, LAST = 20_000, 32_000
HELD: dict[int, IO[str]] = {}


def free_port() -> int:
    return free_ports(1)


def free_ports(n: int) -> int:
    """The first of `n` ports in a row."""
    for _ in range(1000):
        first = random.randrange(FIRST, LAST - n)
        row = range(first, first + n)
        if all(hold(port) and is_free(port) for port in row):
            return first
    raise OSError(f"no {n} free ports in a row between {FIRST} and {LAST}")


def hold(port: int) -> bool:
    """Whether the port is now this process's; it stays so until the process ends."""
    if port in HELD:
        return False
    folder = Path(tempfile.gettempdir()) / f"highres-test-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    lock = (folder / str(port)).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return False
    HELD[port] = lock
    return True


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
