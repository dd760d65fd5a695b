"""The control interface."""

import pytest
import requests

from tests.marketplace.harness import HOUR, refused, turk_code


@pytest.mark.parametrize("given", [None, b"wrong", "é".encode()], ids=["none", "wrong", "odd"])
@pytest.mark.parametrize("path", ["clock", "faults", "events", "reset", "accounts", "workers"])
def test_the_control_interface_wants_its_secret(market, path, given):
    headers = {"X-Marketplace-Control": given} if given else {}
    response = requests.post(f"{market.origin}/control/{path}", headers=headers, timeout=30)
    assert response.status_code == 403


def test_without_a_secret_there_is_no_control_interface(start_marketplace, market):
    closed = market.__class__(market.log.parent, MARKETPLACE_CONTROL_SECRET="")
    closed.environment |= {
        name: value
        for name, value in market.environment.items()
        if name == "MARKETPLACE_DATABASE_URL"
    }
    closed.start()
    try:
        for header in ("", market.environment["MARKETPLACE_CONTROL_SECRET"]):
            response = requests.get(
                f"{closed.origin}/control/clock",
                headers={"X-Marketplace-Control": header},
                timeout=30,
            )
            assert response.status_code == 404
    finally:
        closed.stop()


def test_the_clock_goes_ahead_and_never_back(market):
    before = market.control("GET", "clock")
    market.advance(HOUR)
    after = market.control("GET", "clock")
    assert after["ahead_s"] == before["ahead_s"] + HOUR
    assert after["now"] >= before["now"] + HOUR
    for step in (-1, 10**12, "1", None):
        assert market.ask("POST", "clock", {"advance_s": step}).status_code == 400


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("faults", {"kind": "earthquake"}),
        ("faults", {"kind": "service_fault"}),
        ("faults", {"kind": "throttle", "count": 0}),
        ("faults", {"kind": "throttle", "account": "nobody"}),
        ("accounts", {"name": ""}),
        ("accounts", {}),
        ("balance", {"account": "nobody", "total": "1.00"}),
        ("workers", {"count": 100_000}),
        ("workers", {"country": "GBR"}),
    ],
)
def test_a_control_request_that_makes_no_sense_is_an_error(market, path, body):
    response = market.ask("POST", path, body)
    assert response.status_code == 400
    assert response.json()["error"]


def test_an_account_name_is_taken_once(market, requester):
    response = market.ask("POST", "accounts", {"name": requester.name})
    assert response.status_code == 400
    assert requester.name in response.json()["error"]


def test_reset_begins_anew_and_keeps_the_accounts(start_marketplace):
    market = start_marketplace()
    requester = market.requester(balance="25.00")
    hit_id = requester.create()["HITId"]
    worker = market.worker()
    requester.mturk.approve_assignment(AssignmentId=worker.do(hit_id))
    market.advance(HOUR)
    market.arm("throttle", count=9)
    market.control("POST", "reset")
    assert requester.mturk.get_account_balance()["AvailableBalance"] == "25.00"
    assert turk_code(refused(requester.mturk.get_hit, HITId=hit_id)) == "HITDoesNotExist"
    assert market.control("GET", "clock")["ahead_s"] == 0
    assert market.control("GET", "events", account=requester.name)["events"] == []
