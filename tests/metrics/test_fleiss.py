"""Fleiss' kappa against the published figures and statsmodels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_kappa

from metrics.fleiss import fleiss_kappa

# Fleiss 1971: 30 patients, 6 psychiatrists; depression, personality disorder, schizophrenia,
# neurosis, other.
PATIENTS = """
    00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
    00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""
WIKIPEDIA = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def test_fleiss_1971():
    fleiss = fleiss_kappa([[int(digit) for digit in patient] for patient in PATIENTS.split()])
    assert fleiss.proportions == pytest.approx([0.1444, 0.1444, 0.1667, 0.3056, 0.2389], abs=5e-5)
    assert fleiss.observed == pytest.approx(0.5556, abs=5e-5)
    assert fleiss.expected == pytest.approx(0.2199, abs=5e-5)
    assert fleiss.kappa == pytest.approx(0.4302, abs=5e-5)
    assert fleiss.by_category == pytest.approx([0.245, 0.245, 0.520, 0.471, 0.566], abs=5e-4)
    assert fleiss.se0 == pytest.approx(0.02437, abs=5e-6)
    assert fleiss.z == pytest.approx(17.65, abs=5e-3)


def test_the_table_of_wikipedia():
    assert fleiss_kappa(WIKIPEDIA).kappa == pytest.approx(0.20993, abs=5e-6)


@pytest.mark.parametrize(
    "table, undefined",
    [
        ([], "no units"),
        ([[1, 0], [0, 1]], "one rater"),
        ([[0, 0]], "no rater"),
        ([[3, 0], [3, 0]], "one category only"),
    ],
)
def test_a_zero_denominator_is_undefined(table, undefined):
    fleiss = fleiss_kappa(np.array(table, int).reshape(len(table), 2))
    assert fleiss.kappa is fleiss.z is fleiss.se0 is None


def test_a_category_nobody_uses_has_no_kappa_of_its_own():
    assert fleiss_kappa([[2, 0, 0], [0, 2, 0]]).by_category == [1, 1, None]


@pytest.mark.parametrize(
    "table, named",
    [
        ([3, 0], r"two dimensions.*got 1"),
        ([[2, 1], [3, 0], [1, 1]], "as the first, 3: unit 2 has 2"),
        ([[2, -1]], "0 or more, got -1"),
        ([[0.5, 0.5]], "whole numbers, got float64"),
    ],
)
def test_a_table_that_is_none_is_named(table, named):
    with pytest.raises(ValueError, match=named):
        fleiss_kappa(table)


@st.composite
def tables(draw):
    n, k = draw(st.integers(2, 8)), draw(st.integers(2, 4))
    ratings = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    units = draw(st.lists(ratings, min_size=1, max_size=12))
    return np.array([np.bincount(unit, minlength=k) for unit in units])


@given(tables())
def test_it_equals_statsmodels(table):
    kappa = fleiss_kappa(table).kappa
    if kappa is not None:
        assert kappa == pytest.approx(statsmodels_kappa(table), abs=1e-12)


@given(tables(), st.randoms(use_true_random=False))
def test_it_ignores_the_order_of_units_and_categories(table, random):
    units, categories = list(range(len(table))), list(range(table.shape[1]))
    random.shuffle(units)
    random.shuffle(categories)
    kappa = fleiss_kappa(table).kappa
    shuffled = fleiss_kappa(table[units][:, categories]).kappa
    assert shuffled == (kappa if kappa is None else pytest.approx(kappa, abs=1e-12))


@given(tables())
def test_kappa_is_1_exactly_for_perfect_agreement(table):
    kappa = fleiss_kappa(table).kappa
    if kappa is not None:
        perfect = all((row > 0).sum() == 1 for row in table)
        assert (kappa == 1) == perfect
        assert kappa <= 1
