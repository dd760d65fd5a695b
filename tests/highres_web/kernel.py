"""What the kernel's own table says about processes (Linux)."""

import time
from collections.abc import Callable
from pathlib import Path


def fields_of(pid: int) -> list[str]:
    """State, parent and so on; empty when there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def alive(pid: int) -> bool:
    """Whether the process runs; one that ended and waits for its parent does not."""
    return fields_of(pid)[:1] not in ([], ["Z"])


def descendants(pid: int) -> list[int]:
    """Everything it started, and what that started."""
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    parents = {child: int(fields[1]) for child in pids if (fields := fields_of(child))}
    found: list[int] = []
    level = [pid]
    while level := [child for child, parent in parents.items() if parent in level]:
        found += level
    return found


def eventually(fact: Callable[[], bool], timeout_s: float = 10.0) -> bool:
    deadline = time.monotonic() + timeout_s
    while not fact() and time.monotonic() < deadline:
        time.sleep(0.02)
    return fact()
