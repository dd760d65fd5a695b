"""The check of a sheet: how many random raters it lets through."""

from itertools import product
from math import comb

import pytest

from evaluation.checks import ranking_passed


def test_a_random_rater_passes_with_16_17_percent():
    """Of n steps, C(n,3) of n^3 triples ascend strictly; for 100 steps that is 0.1617."""
    n = 20
    values = product(range(1, n + 1), repeat=3)
    passed = sum(
        ranking_passed(dict(zip(("bad", "mediocre", "good"), v, strict=True))) for v in values
    )
    assert passed == comb(n, 3)
    assert comb(100, 3) / 100**3 == pytest.approx(0.1617)


def test_a_missing_control_is_no_pass():
    with pytest.raises(KeyError):
        ranking_passed({"bad": 1, "good": 3})
