"""What `make run` checks before it starts anything."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from highres_web.guards import CannotStart, check_ports, only_one, port_number
from highres_web.processes import Process


@pytest.mark.parametrize("raw", ["", "abc", "0", "-1", "65535", "70000", "80.5", "²"])
def test_a_port_out_of_range_is_refused_by_its_value(raw: str) -> None:
    with pytest.raises(CannotStart, match=f"from 1 to 65534, got {raw!r}"):
        port_number(raw)


def test_a_taken_port_is_named_with_the_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotStart) as refusal:
            check_ports([Process("web", "", (), f"127.0.0.1:{port}")])
    assert f"port {port} (web) is taken" in str(refusal.value)
    assert "make run PORT=" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_free_ports_and_processes_without_one_pass() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    check_ports([Process("web", "", (), f"127.0.0.1:{port}"), Process("worker", "", ())])


def test_a_second_supervisor_in_the_folder_is_told_who_was_first(tmp_path: Path) -> None:
    known = r"already running .*process \d+, http://localhost:8000"
    with only_one(tmp_path, "http://localhost:8000"), pytest.raises(CannotStart, match=known):
        only_one(tmp_path, "http://localhost:9000").__enter__()
    with only_one(tmp_path, "http://localhost:9000"):
        pass  # the first one ended


def test_the_hold_on_a_folder_ends_with_its_process_however_it_ends(tmp_path: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path; from highres_web.guards import only_one\n"
        "only_one(Path(sys.argv[1]), 'x').__enter__(); os.kill(os.getpid(), 9)"
    )
    root = Path(__file__).resolve().parents[2]
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=root, check=False)
    assert (tmp_path / "run.lock").exists()
    with only_one(tmp_path, "y"):
        pass
