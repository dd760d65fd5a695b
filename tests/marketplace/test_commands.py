"""The commands of an operator, run as an operator runs them."""

import json

import pytest
import requests

from tests.marketplace.harness import BOTO3, Worker, refused


@pytest.fixture(scope="module")
def own_market(start_marketplace):
    return start_marketplace()


def test_an_account_is_printed_once_as_json_that_boto3_can_use(own_market):
    printed = own_market.manage("marketplace_account", "lab", "--balance", "100.00").stdout
    keys = json.loads(printed)
    assert set(keys) == {"access_key_id", "secret_access_key", "endpoint_url", "region"}
    client = BOTO3.client(
        "mturk",
        endpoint_url=keys["endpoint_url"],
        region_name=keys["region"],
        aws_access_key_id=keys["access_key_id"],
        aws_secret_access_key=keys["secret_access_key"],
    )
    assert client.get_account_balance()["AvailableBalance"] == "100.00"
    again = own_market.manage("marketplace_account", "lab", check=False)
    assert again.returncode != 0
    assert "'lab'" in again.stderr
    assert "Traceback" not in again.stderr


@pytest.mark.parametrize("balance", ["-1", "1.234", "much", "NaN", "Infinity", "1e20"])
def test_a_balance_is_an_amount_in_cents(own_market, balance):
    run = own_market.manage("marketplace_account", "poor", f"--balance={balance}", check=False)
    assert run.returncode != 0
    assert balance in run.stderr


def test_keys_rotate_two_at_a_time(own_market):
    requester = own_market.requester()
    old = requester.mturk
    new = json.loads(own_market.manage("marketplace_account", requester.name, "--new-key").stdout)
    third = own_market.manage("marketplace_account", requester.name, "--new-key", check=False)
    assert "active keys" in third.stderr
    renewed = requester.client(
        aws_access_key_id=new["access_key_id"], aws_secret_access_key=new["secret_access_key"]
    )
    for client in (old, renewed):
        client.get_account_balance()
    own_market.manage(
        *("marketplace_account", requester.name, "--retire-key", requester.keys["access_key_id"])
    )
    error = refused(old.get_account_balance)
    assert error.response["Error"]["Code"] == "UnrecognizedClientException"
    renewed.get_account_balance()


def test_a_worker_signs_in_by_the_printed_link(own_market):
    printed = json.loads(own_market.manage("marketplace_worker", "--name", "Ann").stdout)
    origin, _, secret = printed["sign_in_url"].rpartition("/sign-in/")
    worker = Worker(origin, printed["worker_id"], secret)
    assert printed["worker_id"] in worker.get("/history").text


def test_opening_a_sign_in_link_signs_nobody_in(own_market):
    """Mail programs open links: only the button counts."""
    worker = own_market.worker()
    browser = requests.Session()
    browser.get(f"{own_market.origin}/sign-in/{worker.secret}", timeout=30)
    assert "marketplace_worker" not in browser.cookies


def test_a_tick_settles_what_is_due_once(own_market):
    """Advancing the clock settles nothing; here the tick is the first to look."""
    requester = own_market.requester()
    hit_id = requester.create(LifetimeInSeconds=30)["HITId"]
    assert own_market.manage("marketplace_tick", "--once").stdout == ""
    own_market.advance(31)
    assert "1 HIT" in own_market.manage("marketplace_tick", "--once").stdout
    assert own_market.manage("marketplace_tick", "--once").stdout == ""
    assert requester.events(hit_id)[-2:] == ["HITExpired", "HITReviewable"]


def test_migrations_are_complete(own_market):
    own_market.environment["DJANGO_SETTINGS_MODULE"] = "marketplace.settings"
    run = own_market.manage("makemigrations", "marketplace", "--check", "--dry-run", check=False)
    del own_market.environment["DJANGO_SETTINGS_MODULE"]
    assert run.returncode == 0, run.stdout
