"""Somebody's script for Mechanical Turk runs here as it is, but for its endpoint URL."""

import csv
import subprocess
import sys
import time

from tests.marketplace.harness import ROOT

ITEMS = ["cat", "dog"]


def start(requester, *arguments: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, ROOT / "examples" / "collect_labels.py", *arguments],
        env={
            "AWS_ACCESS_KEY_ID": requester.keys["access_key_id"],
            "AWS_SECRET_ACCESS_KEY": requester.keys["secret_access_key"],
            "PYTHONIOENCODING": "utf-8",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def published(requester, script: subprocess.Popen, count: int) -> list[str]:
    """The HITs that the script made, as soon as they are all there."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and script.poll() is None:
        if len(hits := requester.mturk.list_hits()["HITs"]) == count:
            return [hit["HITId"] for hit in hits]
        time.sleep(0.2)
    script.kill()
    raise AssertionError(script.communicate())


def test_a_plain_boto3_script_publishes_polls_approves_and_pays(market):
    requester, judges = market.requester(balance="10.00"), market.workers(2)
    script = start(
        requester, "--endpoint-url", market.origin, "--poll-s", "0.2",
        "--task-url", "https://tasks.example.org/label", *ITEMS,
    )  # fmt: skip
    hits = published(requester, script, 2)
    for hit_id in hits:
        judges[0].do(hit_id, label="animal", comment="easy & <quick>, é")
        judges[1].do(hit_id, label="animal")
    output, errors = script.communicate(timeout=120)
    assert script.returncode == 0, errors
    rows = list(csv.DictReader(output.splitlines()))
    assert sorted((row["item"], row["comment"]) for row in rows) == [
        ("cat", ""), ("cat", "easy & <quick>, é"), ("dog", ""), ("dog", "easy & <quick>, é"),
    ]  # fmt: skip
    assert {row["worker"] for row in rows} == {judge.worker_id for judge in judges}
    for hit_id in hits:
        work = requester.work(hit_id)
        assert [row["AssignmentStatus"] for row in work] == ["Approved", "Approved"]
        bonuses = requester.mturk.list_bonus_payments(HITId=hit_id)["BonusPayments"]
        assert [row["WorkerId"] for row in bonuses] == [judges[0].worker_id]
    # 4 rewards of 0.20 with a fee of 0.04, 2 bonuses of 0.05 with a fee of 0.01
    assert str(requester.total()) == "8.92"
