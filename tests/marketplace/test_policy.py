"""The rules of the market as settings: what may be set, and where control may not be."""

import os
import subprocess
import sys

import pytest

from tests.marketplace.harness import ROOT

SECRET = "a-secret-for-the-control-interface"


def start(tmp_path, **variables: str) -> subprocess.CompletedProcess:
    """Import the settings with nothing else in the environment; print two of them."""
    code = (
        "from marketplace import settings as s; "
        "print(s.MARKETPLACE_FEE_RATE, s.MARKETPLACE_ALLOW_HTTP_TASKS)"
    )
    environment = {"HIGHRES_VAR": str(tmp_path), "HIGHRES_ENV_FILE": os.devnull, **variables}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def test_mechanical_turks_rules_hold_unless_others_are_set(tmp_path):
    assert start(tmp_path).stdout == "0.20 True\n"
    changed = start(tmp_path, MARKETPLACE_FEE_RATE="0.1", MARKETPLACE_ALLOW_HTTP_TASKS="off")
    assert changed.stdout == "0.1 False\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MARKETPLACE_FEE_RATE", "a fifth"),
        ("MARKETPLACE_FEE_RATE", "-0.2"),
        ("MARKETPLACE_FEE_RATE", "NaN"),
        ("MARKETPLACE_TITLE_MAX", "1.5"),
        ("MARKETPLACE_TITLE_MAX", "-1"),
        ("MARKETPLACE_STRICT_REGION", "perhaps"),
        ("MARKETPLACE_ORIGIN", "market.example.org"),
        ("MARKETPLACE_ORIGIN", "https://market.example.org/shop"),
    ],
)
def test_a_value_that_makes_no_sense_is_named(tmp_path, name, value):
    started = start(tmp_path, **{name: value})
    last = started.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert name in last
    assert value in last


@pytest.mark.parametrize(
    "origin", ["http://192.168.1.5:8001", "https://market.example.org", "http://127.evil.example"]
)
def test_the_control_interface_is_for_loopback_addresses_only(tmp_path, origin):
    enabled = {"MARKETPLACE_CONTROL_SECRET": SECRET, "MARKETPLACE_ORIGIN": origin}
    started = start(tmp_path, **enabled)
    assert "MARKETPLACE_CONTROL_SECRET" in started.stderr.strip().splitlines()[-1]
    assert SECRET not in started.stderr
    local = start(tmp_path, **{**enabled, "MARKETPLACE_ORIGIN": "http://127.0.0.1:9000"})
    assert local.returncode == 0
