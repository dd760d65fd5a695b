"""The door to the endpoint: which one is called, how its errors are told apart, at what pace."""

import time
from decimal import Decimal

import pytest

from crowd import mturk
from crowd.mturk import endpoint, endpoint_at
from crowd.pace import Pace
from crowd.port import (
    AlreadyExists,
    InsufficientFunds,
    NotConfigured,
    Refused,
    Unavailable,
    WrongState,
)
from tests.marketplace.harness import question

WANTED = {
    "title": "t",
    "description": "d",
    "keywords": "",
    "reward_usd": Decimal("0.5"),
    "assignment_duration_s": 600,
    "auto_approval_delay_s": 3600,
}


@pytest.fixture
def create(lab):
    """create(token="x"): a HIT, with these parameters changed."""
    hit_type_id = endpoint().create_hit_type(**WANTED)
    given = {
        "hit_type_id": hit_type_id,
        "question": question("http://localhost:8000/x?a=1&b=2"),
        "max_assignments": 1,
        "lifetime_s": 3600,
        "annotation": "note",
    }
    return lambda token, **changes: endpoint().create_hit(**{**given, **changes}, token=token)


class TestWhichEndpoint:
    def test_the_resolved_address_must_be_on_the_list(self, lab, settings):
        """Without an address boto3 makes one of the region's name."""
        settings.MTURK_ENDPOINT_URL = ""
        settings.MTURK_REGION = "eu-west-1"
        with pytest.raises(
            NotConfigured, match=r"mturk-requester\.eu-west-1\.amazonaws\.com is not"
        ):
            endpoint()

    def test_what_the_environment_says_is_not_believed(self, lab, monkeypatch):
        monkeypatch.setenv("AWS_ENDPOINT_URL_MTURK", "https://elsewhere.example")
        mturk.connect.cache_clear()
        assert endpoint().url == lab.market.origin

    def test_real_money_is_named(self, lab, settings):
        assert "on this machine" in endpoint().mode
        settings.MTURK_ENDPOINT_URL = "https://turk.example.org"
        settings.MTURK_ALLOWED_ENDPOINTS = ["https://turk.example.org"]
        assert "real money" in endpoint().mode

    @pytest.mark.parametrize("name", ["MTURK_ACCESS_KEY_ID", "MTURK_SECRET_ACCESS_KEY"])
    def test_keys_come_from_the_settings_alone(self, lab, settings, monkeypatch, name):
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "example")
        setattr(settings, name, "")
        with pytest.raises(NotConfigured, match="must be set"):
            endpoint()

    def test_a_trailing_slash_is_no_difference(self, lab, settings):
        settings.MTURK_ALLOWED_ENDPOINTS = [lab.market.origin + "/"]
        assert endpoint_at(lab.market.origin + "/").url == lab.market.origin

    def test_another_endpoint_than_published_at_is_refused(self, lab):
        with pytest.raises(NotConfigured, match=r"published at https://elsewhere\.example"):
            endpoint_at("https://elsewhere.example")


class TestErrors:
    def test_a_used_token_names_what_it_made(self, create):
        made = create("token-1")
        with pytest.raises(AlreadyExists) as refusal:
            create("token-1")
        assert refusal.value.hit_id == made.mturk_id

    def test_an_empty_account(self, lab, create):
        lab.requester.set_total("0.10")
        with pytest.raises(InsufficientFunds):
            create("token-1")

    def test_work_that_was_not_handed_in(self, lab, create):
        assignment_id = lab.worker().accept(create("token-1").mturk_id)
        for ask in (
            lambda: endpoint().get_assignment(assignment_id),
            lambda: endpoint().approve(assignment_id, overturn=False),
            lambda: endpoint().reject(assignment_id, reason="none"),
        ):
            with pytest.raises(WrongState):
                ask()

    @pytest.mark.parametrize("hit_id", ["3UNKNOWN", ""])
    def test_what_does_not_exist(self, lab, hit_id):
        with pytest.raises(Refused):
            endpoint().get_hit(hit_id)

    def test_bad_xml_is_refused_with_its_code(self, create):
        with pytest.raises(Refused) as refusal:
            create("token-1", question="<a>&</a>")
        assert "XMLParseError" in refusal.value.code

    def test_wrong_keys(self, lab, settings):
        settings.MTURK_ACCESS_KEY_ID = "AKIDUNKNOWN"
        with pytest.raises(NotConfigured, match="UnrecognizedClientException"):
            endpoint().balance_usd()

    @pytest.mark.parametrize("status", [400, 500])
    def test_a_fault_is_waited_out(self, lab, status):
        """Behaviour 64."""
        lab.arm("service_fault", count=2, options={"status": status})
        assert endpoint().balance_usd() == Decimal("1000.00")

    def test_a_fault_that_lasts_leaves_it_open(self, lab):
        lab.arm("service_fault", count=50, options={"status": 400})
        with pytest.raises(Unavailable, match="ServiceFault"):
            endpoint().balance_usd()


class TestReading:
    def test_times_are_in_utc(self, create):
        assert create("token-1").expires_at.utcoffset().total_seconds() == 0

    def test_a_hit_is_found_by_its_annotation_on_any_page(self, create):
        made = [create(f"token-{n}", annotation=f"note-{n}") for n in range(101)]
        assert endpoint().find_hit("note-0") == made[0]
        assert endpoint().find_hit("note-100") == made[100]
        assert endpoint().find_hit("note-101") is None

    def test_the_reward_has_two_decimals(self, lab, create):
        made = lab.requester.hit(create("token-1").mturk_id)
        assert made["Reward"] == "0.50"


def test_calls_keep_their_distance():
    pace = Pace(per_s=50)
    start = time.monotonic()
    for _ in range(6):
        pace.wait()
    assert 0.1 <= time.monotonic() - start < 1
