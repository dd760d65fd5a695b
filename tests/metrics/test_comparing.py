"""Corrected p-values, permutation, power and ICC against published numbers."""

from itertools import product
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from metrics.checks import ranking_chance
from metrics.icc import crossed_icc, one_way_icc
from metrics.multiplicity import benjamini_hochberg, holm
from metrics.permutation import sign_flip
from metrics.power import detectable_difference, documents_needed

# Benjamini & Hochberg 1995, section 3: 15 comparisons of treatments.
BH_1995 = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
]
# Shrout & Fleiss 1979, table 2: six targets, four judges.
SHROUT_FLEISS = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
)


def test_benjamini_and_hochberg_reject_4_of_their_15_and_holm_3():
    assert sum(p <= 0.05 for p in benjamini_hochberg(BH_1995)) == 4
    assert sum(p <= 0.05 for p in holm(BH_1995)) == 3
    assert sum(15 * p <= 0.05 for p in BH_1995) == 3


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_is_never_below_benjamini_hochberg_and_both_never_below_p(p_values):
    for p, strict, mild in zip(p_values, holm(p_values), benjamini_hochberg(p_values), strict=True):
        assert p <= mild + 1e-12
        assert mild <= strict + 1e-12 <= 1 + 2e-12


@pytest.mark.parametrize("p", [-0.1, 1.1, float("nan")])
def test_what_is_no_probability_is_named(p):
    with pytest.raises(ValueError, match=f"0..1, got {p}"):
        holm([0.5, p])


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=8))
def test_few_differences_are_enumerated(differences):
    sums = [
        abs(sum(sign * d for sign, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    exact = sum(total >= abs(sum(differences)) for total in sums) / len(sums)
    assert sign_flip(differences, seed=0) == exact


def test_many_differences_agree_with_scipy():
    differences = np.random.default_rng(1).normal(0.25, 1, 40)
    theirs = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=20_000, rng=2
    )
    assert sign_flip(differences, seed=3, draws=20_000) == pytest.approx(theirs.pvalue, abs=0.015)


def test_a_seed_gives_the_same_p():
    differences = np.random.default_rng(1).normal(0, 1, 40)
    assert sign_flip(differences, seed=3) == sign_flip(differences, seed=3)


def test_under_the_null_p_rejects_at_its_level():
    random = np.random.default_rng(0)
    rejected = [
        sign_flip(random.normal(0, 1, 30), seed=seed, draws=400) <= 0.05 for seed in range(600)
    ]
    assert 0.03 <= np.mean(rejected) <= 0.07


def test_no_differences_have_no_p_and_infinite_ones_are_refused():
    assert sign_flip([], seed=0) is None
    with pytest.raises(ValueError, match="finite, got inf"):
        sign_flip([1, float("inf")], seed=0)


def test_published_sample_sizes():
    # From the t distribution: 33.37 and 198.2.
    assert documents_needed(0.5) == pytest.approx(33.37, abs=0.1)
    assert documents_needed(0.2) == pytest.approx(198.2, abs=0.1)


@pytest.mark.parametrize("difference, documents", [(6.48, 152), (5.54, 222)])
def test_the_papers_own_differences_would_have_needed_more_documents(difference, documents):
    # Judges' sd is cv * mean / 1.083, three judges a summary, two systems.
    cells = {6.48: [(0.67, 57.42), (0.73, 50.94)], 5.54: [(0.80, 49.95), (0.86, 44.41)]}
    variance = sum((cv * mean / (13 / 12)) ** 2 / 3 for cv, mean in cells[difference])
    z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)
    assert variance * (z / difference) ** 2 == pytest.approx(documents, abs=1)
    assert detectable_difference(variance**0.5, documents) == pytest.approx(difference, rel=0.01)


def test_too_few_documents_show_nothing():
    assert detectable_difference(10, 1) is None
    with pytest.raises(ValueError, match="effect of 0"):
        documents_needed(0)


def test_shrout_and_fleiss():
    crossed = crossed_icc(SHROUT_FLEISS)
    assert (crossed.single, crossed.average) == pytest.approx((0.29, 0.62), abs=0.005)
    single, average = one_way_icc(np.arange(24) // 4, SHROUT_FLEISS.ravel(), np.ones((1, 6)))
    assert (single[0], average[0]) == pytest.approx((0.17, 0.44), abs=0.005)


def test_a_target_that_counts_twice_is_a_target_told_twice():
    target, value = np.arange(24) // 4, SHROUT_FLEISS.ravel()
    weighted = one_way_icc(target, value, np.array([[2.0, 1, 1, 1, 1, 0]]))
    rows = SHROUT_FLEISS[[0, 0, 1, 2, 3, 4]]
    told = one_way_icc(target, rows.ravel(), np.ones((1, 6)))
    assert np.allclose(weighted, told)


@pytest.mark.parametrize(
    "target, value", [([0, 0], [1, 2]), ([0, 1], [1, 2]), ([0, 0, 1, 1], [3, 3, 3, 3])]
)
def test_icc_without_variance_to_compare_is_undefined(target, value):
    single, average = one_way_icc(
        np.array(target), np.array(value, float), np.ones((1, max(target) + 1))
    )
    assert np.isnan([*single, *average]).all()


def test_crossed_icc_refuses_gaps():
    with pytest.raises(ValueError, match="every judge"):
        crossed_icc([[1, 2], [3, float("nan")]])
    with pytest.raises(ValueError, match=r"shape \(1, 2\)"):
        crossed_icc([[1, 2]])


def test_the_chance_of_the_ranking_check_by_enumeration():
    values = np.arange(100)
    below = (values[:, None] < values).astype(int)  # bad < mediocre
    assert int((below @ below).sum()) / 100**3 == ranking_chance() == 0.1617
