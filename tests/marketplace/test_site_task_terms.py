"""How pay, time and switches read on the site."""

from decimal import Decimal

import pytest

from marketplace.policy import Switch
from marketplace.templatetags.task_terms import as_said, duration, usd


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "0 s"),
        (59, "59 s"),
        (60, "1 min"),
        (90, "1 min 30 s"),
        (3600, "1 h"),
        (3601, "1 h"),
        (5400, "1 h 30 min"),
        (86_400, "1 day"),
        (90_000, "1 day 1 h"),
        (259_200, "3 days"),
        (31_536_000, "365 days"),
    ],
)
def test_a_time_is_said_in_its_two_largest_units(seconds, said):
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("amount", "said"), [("0.5", "0.50 USD"), ("0", "0.00 USD"), ("10000", "10,000.00 USD")]
)
def test_money_has_two_decimals_and_its_unit(amount, said):
    assert usd(Decimal(amount)) == said


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("MARKETPLACE_STRICT_REGION", True, "on"),
        ("MARKETPLACE_STRICT_REGION", False, "off"),
        ("MARKETPLACE_FEE_RATE", Decimal("0.20"), "0.20"),
        ("MARKETPLACE_TOKEN_LIFETIME_S", 86_400, "86400 (1 day)"),
        ("MARKETPLACE_PAGE_SIZE", 0, "0"),
    ],
)
def test_a_switch_says_on_off_or_its_value(name, value, said):
    assert as_said(value, Switch(name, value, "")) == said
