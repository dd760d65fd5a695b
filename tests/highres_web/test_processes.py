"""Which processes a profile has, and what the environment changes about them."""

import subprocess
import sys
from pathlib import Path

import pytest

from highres_web.processes import (
    MARKETPLACE_SETTINGS,
    PROCESSES,
    WEB_SETTINGS,
    Process,
    processes_for,
)

ROOT = Path(__file__).resolve().parents[2]


def by_name(**environment: str) -> dict[str, Process]:
    return {process.name: process for process in processes_for(environment)}


def option(process: Process, name: str) -> str:
    return process.argv[process.argv.index(name) + 1]


def test_embedded_has_one_web_process_and_beat_inside_the_worker() -> None:
    processes = by_name()
    assert list(processes) == ["web", "worker", "marketplace", "marketplace-tick"]
    assert option(processes["web"], "--workers") == "1"
    assert option(processes["worker"], "--pool") == "threads"
    assert "--beat" in processes["worker"].argv


def test_production_has_several_web_processes_and_one_beat_of_its_own() -> None:
    processes = by_name(HIGHRES_PROFILE="production")
    assert set(processes) == set(PROCESSES)
    assert int(option(processes["web"], "--workers")) > 1
    assert option(processes["worker"], "--pool") == "prefork"
    assert "--beat" not in processes["worker"].argv


def test_the_environment_sets_addresses_and_numbers() -> None:
    processes = by_name(
        HIGHRES_BIND="0.0.0.0:9000", HIGHRES_WEB_PROCESSES="5", HIGHRES_WORKER_CONCURRENCY="7"
    )
    assert processes["web"].address == option(processes["web"], "--bind") == "0.0.0.0:9000"
    assert option(processes["web"], "--workers") == "5"
    assert option(processes["worker"], "--concurrency") == "7"


@pytest.mark.parametrize("name", PROCESSES)
def test_each_process_runs_under_the_settings_of_its_project(name: str) -> None:
    process = by_name(HIGHRES_PROFILE="production")[name]
    expected = MARKETPLACE_SETTINGS if name.startswith("marketplace") else WEB_SETTINGS
    environment = process.environment({"DJANGO_SETTINGS_MODULE": "another.one", "KEPT": "yes"})
    assert environment["DJANGO_SETTINGS_MODULE"] == expected
    assert environment["KEPT"] == "yes"


def test_a_process_that_does_not_exist_is_answered_with_those_that_do() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "highres_web.processes", "wbe"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "web,worker,beat,marketplace,marketplace-tick" in done.stderr


def test_the_marketplace_keeps_idle_connections_for_boto3() -> None:
    processes = by_name()
    assert int(option(processes["marketplace"], "--keep-alive")) >= 60
    assert int(option(processes["web"], "--keep-alive")) <= 10
