"""Children are started, watched and ended together, with everything they started themselves."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from highres_web.processes import Process
from highres_web.supervisor import ChildFailed, Supervisor
from tests.highres_web.kernel import alive, eventually

ROOT = Path(__file__).resolve().parents[2]
SLEEP = (sys.executable, "-c", "import time; time.sleep(600)")
# Starts a grandchild, writes both ids, and refuses to end by SIGTERM.
STUBBORN = """
import os, pathlib, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path(sys.argv[1]).write_text(f"{os.getpid()} {child.pid}")
time.sleep(600)
"""


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    supervisor = Supervisor(dict(os.environ), tmp_path / "log")
    yield supervisor
    supervisor.stop()


def test_stop_ends_every_child(supervisor: Supervisor) -> None:
    pids = [supervisor.start(Process(name, "", SLEEP)).popen.pid for name in ("a", "b")]
    supervisor.stop()
    assert not any(alive(pid) for pid in pids)


def test_a_child_that_refuses_is_ended_with_what_it_started(
    supervisor: Supervisor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("highres_web.supervisor.STOP_TIMEOUT_S", 0.3)
    note = tmp_path / "pids"
    supervisor.start(Process("stubborn", "", (sys.executable, "-c", STUBBORN, str(note))))
    assert eventually(lambda: note.exists() and len(note.read_text().split()) == 2)
    pids = [int(pid) for pid in note.read_text().split()]
    supervisor.stop()
    assert eventually(lambda: not any(alive(pid) for pid in pids))


def test_ctrl_c_reaches_the_supervisor_and_not_the_children(supervisor: Supervisor) -> None:
    child = supervisor.start(Process("a", "", SLEEP))
    assert os.getsid(child.popen.pid) == child.popen.pid != os.getsid(0)


def test_a_dead_child_is_started_again_and_handed_back_with_its_last_lines(
    supervisor: Supervisor,
) -> None:
    talk = (sys.executable, "-c", "print('the last words'); raise SystemExit(3)")
    first = supervisor.start(Process("a", "", talk))
    first.popen.wait()
    (dead,) = supervisor.revive()
    assert dead is first
    assert (dead.popen.returncode, "the last words" in dead.last_lines()) == (3, True)
    assert supervisor.children["a"].popen.pid != first.popen.pid


def test_a_child_that_dies_again_and_again_stops_the_attempt(supervisor: Supervisor) -> None:
    fail = (sys.executable, "-c", "raise SystemExit('no table named work')")
    supervisor.start(Process("worker", "", fail))
    with pytest.raises(ChildFailed) as failure:
        for _ in range(3):
            supervisor.children["worker"].popen.wait()
            supervisor.revive()
    assert "worker ended 3 times within a minute" in str(failure.value)
    assert "no table named work" in str(failure.value)


def test_a_child_started_by_a_thread_outlives_that_thread(supervisor: Supervisor) -> None:
    with ThreadPoolExecutor(1) as pool:
        child = pool.submit(supervisor.start, Process("a", "", SLEEP)).result()
    assert not eventually(lambda: child.popen.poll() is not None, timeout_s=0.5)


@pytest.mark.skipif(sys.platform != "linux", reason="the promise is the Linux kernel's")
def test_no_orphan_is_left_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    program = f"""
import os, sys, time
from pathlib import Path
from highres_web.processes import Process
from highres_web.supervisor import Supervisor
supervisor = Supervisor(dict(os.environ), Path({str(tmp_path)!r}))
print(supervisor.start(Process("a", "", {SLEEP!r})).popen.pid, flush=True)
time.sleep(600)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as outer:
        assert outer.stdout
        pid = int(outer.stdout.readline())
        assert alive(pid)
        outer.send_signal(signal.SIGKILL)
        outer.wait()
    assert eventually(lambda: not alive(pid))
