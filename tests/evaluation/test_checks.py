"""The check of a sheet: how many random raters it lets through."""

from itertools import product
from math import comb

import pytest

from evaluation.checks import chance_of_passing, ranking_passed


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


@pytest.mark.parametrize(
    ("kind", "n_works", "chance"),
    [
        ("highlights", 1, 0.5),
        ("content", 3, 0.125),  # one statement each
        ("quality", 1, 0.1617),
        ("quality", 2, 0.1617**2),
    ],
)
def test_a_qualification_test_is_as_strong_as_its_checks_in_a_row(kind, n_works, chance):
    assert chance_of_passing(kind, n_works) == pytest.approx(chance)
