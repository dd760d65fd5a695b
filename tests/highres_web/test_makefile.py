"""`make` says in one line what is missing, and `make help` lists what there is."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )


def interpreter(path: Path, script: str) -> Path:
    """Something that is called like a Python and behaves as a machine's broken one does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def complaint(*arguments: str) -> str:
    """The one line a failing `make` says, besides make's own report of the failure."""
    done = make(*arguments)
    assert done.returncode != 0
    said = [line for line in (done.stdout + done.stderr).splitlines() if "***" not in line]
    complaints = [line for line in said if line.startswith("make: ")]
    assert len(complaints) == 1, said
    return complaints[0]


def test_help_lists_every_target() -> None:
    text = (ROOT / "Makefile").read_text()
    (phony,) = re.findall(r"^\.PHONY: (.*)$", text, re.M)
    listed = re.findall(r"^  make ([a-z-]+) ", make("help").stdout, re.M)
    assert sorted(listed) == sorted(phony.split())


def test_an_old_python_is_named_with_the_way_out(tmp_path: Path) -> None:
    old = interpreter(tmp_path / "python3.9", 'case "$2" in *version_info*) exit 1;; esac')
    said = complaint("setup", f"PYTHON={old}", f"VENV={tmp_path / 'venv'}")
    assert f"Python 3.11 or newer is needed; {old} is older" in said
    assert "make run PYTHON=" in said


def test_a_missing_python_is_named(tmp_path: Path) -> None:
    said = complaint("setup", "PYTHON=python3.nowhere", f"VENV={tmp_path / 'venv'}")
    assert "there is no python3.nowhere here" in said


def test_a_python_without_venv_is_told_what_to_install(tmp_path: Path) -> None:
    bare = interpreter(tmp_path / "python3", 'case "$2" in *ensurepip*) exit 1;; esac')
    said = complaint("setup", f"PYTHON={bare}", f"VENV={tmp_path / 'venv'}")
    assert "has no venv module" in said
    assert "apt install python3-venv" in said


def test_a_failing_pip_points_to_the_network(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    makes = (
        f'case "$2" in venv) mkdir -p {venv}/bin && '
        f"printf '#!/bin/sh\\nexit 1\\n' > {venv}/bin/python && chmod +x {venv}/bin/python;; esac"
    )
    python = interpreter(tmp_path / "python3", makes)
    said = complaint("setup", f"PYTHON={python}", f"VENV={venv}")
    assert "is the network there?" in said


@pytest.mark.parametrize("port", ["eighty", "0", "65535"])
def test_a_port_that_is_none_is_refused_in_one_line(tmp_path: Path, port: str) -> None:
    assert "PORT must be a number from 1 to 65534" in run_complaint(tmp_path, port)


def test_a_taken_port_is_refused_in_one_line_that_names_it(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = run_complaint(tmp_path, str(port))
    assert f"port {port} (web) is taken" in said
    assert "make run PORT=" in said


def run_complaint(var: Path, port: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "highres_web.run"],
        cwd=ROOT,
        env={"PORT": port, "HIGHRES_VAR": str(var), "HIGHRES_ENV_FILE": "/dev/null"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    (line,) = done.stderr.strip().splitlines()
    return line
