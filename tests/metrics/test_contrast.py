"""The default test of a difference keeps its level where judges differ; simpler tests do not."""

import numpy as np
import pytest
from scipy import stats

from metrics.comparisons import comparisons
from metrics.contrast import contrast
from metrics.permutation import sign_flip
from metrics.rating_files import Rating
from metrics.reliability import reliability

N_DOCUMENTS, N_JUDGES = 50, 30
SEEDS = 200


def planted(seed: int, difference: float = 0, *, preference: float = 0.7) -> tuple:
    """Two systems, three judges each a document; sd of judges 15, documents 8, both 6, rest 12.

    A judge takes work on their favourite system with weight `preference`, on the other with the
    rest of 1.
    """
    random = np.random.default_rng(seed)
    favourite = np.arange(N_JUDGES) % 2 == 0
    rows = []
    for document in range(N_DOCUMENTS):
        chance = np.where(favourite, preference, 1 - preference)
        first = random.choice(N_JUDGES, 3, replace=False, p=chance / chance.sum())
        chance = 1 - chance
        chance[first] = 0
        second = random.choice(N_JUDGES, 3, replace=False, p=chance / chance.sum())
        rows += [(document, judge, True) for judge in first]
        rows += [(document, judge, False) for judge in second]
    document, judge, is_first = map(np.array, zip(*rows, strict=True))
    value = (
        50
        + difference * is_first
        + random.normal(0, 8, N_DOCUMENTS)[document]
        + random.normal(0, 6, (N_DOCUMENTS, 2))[document, is_first.astype(int)]
        + random.normal(0, 15, N_JUDGES)[judge]
        + random.normal(0, 12, len(rows))
    )
    return document, judge, is_first, value


def rejected(preference: float) -> list[float]:
    """How often p <= .05 under a true null: our test, one of documents, one of ratings."""
    found = []
    for seed in range(SEEDS):
        document, judge, is_first, value = planted(seed, preference=preference)
        means = [np.bincount(document[s], value[s]) / 3 for s in (is_first, ~is_first)]
        found.append(
            (
                contrast(document, judge, is_first, value, seed=0, draws=400).p,
                sign_flip(means[0] - means[1], seed=0, draws=400),
                stats.ttest_ind(value[is_first], value[~is_first]).pvalue,
            )
        )
    return (np.array(found) <= 0.05).mean(axis=0).tolist()


def test_a_true_null_is_rejected_at_the_level():
    assert 0.03 <= rejected(preference=0.5)[0] <= 0.07


def test_tests_that_ignore_judges_reject_more_where_judges_have_favourites():
    ours, of_documents, of_ratings = rejected(preference=0.7)
    assert 0.03 <= ours <= 0.07
    assert min(of_documents, of_ratings) >= 0.1


def test_a_planted_difference_lies_in_its_interval():
    found = [contrast(*planted(seed, 6), seed=0, draws=100) for seed in range(60)]
    assert 0.9 <= np.mean([each.low <= 6 <= each.high for each in found]) <= 1
    assert np.mean([each.difference for each in found]) == pytest.approx(6, abs=0.8)


def test_the_variance_of_judges_is_found():
    found = [contrast(*planted(seed), seed=0, draws=10).judge_variance for seed in range(30)]
    assert np.median(found) == pytest.approx(15**2, rel=0.4)


def test_without_judges_in_common_the_interval_is_that_of_the_t_test():
    random = np.random.default_rng(3)
    document = np.repeat(np.arange(20), 2)
    is_first = np.tile([True, False], 20)
    value = random.normal(50, 10, 40)
    found = contrast(document, document, is_first, value, seed=0)
    theirs = stats.ttest_rel(value[is_first], value[~is_first]).confidence_interval()
    assert (found.low, found.high) == pytest.approx(theirs, rel=1e-3)
    assert found.judge_variance == 0


def test_equal_differences_have_no_effect_size_and_no_error():
    document, is_first = np.array([0, 0, 1, 1]), np.array([True, False] * 2)
    found = contrast(document, document, is_first, np.array([3.0, 1, 5, 3]), seed=0)
    assert (found.difference, found.effect) == (pytest.approx(2), None)
    assert found.standard_error == pytest.approx(0, abs=1e-5)


def test_a_single_document_in_common_is_no_comparison():
    rows = [
        Rating("d", "a", None, "clarity", "x", 1),
        Rating("d", "b", None, "clarity", "x", 2),
        Rating("e", "a", None, "clarity", "x", 3),
    ]
    assert comparisons(rows, ["a", "b"]) == []


def test_p_is_corrected_over_all_comparisons_and_a_seed_repeats_them():
    rows = [
        Rating(f"d{document}", "ab"[1 - first], context, "recall", f"j{judge}", value)
        for context in ("document", "highlights")
        for document, judge, first, value in zip(*planted(1), strict=True)
    ]
    found = comparisons(rows, ["a", "b"], seed=4)
    assert [row["context"] for row in found] == ["document", "highlights"]
    assert [row["p_holm"] for row in found] == [min(1, 2 * found[0]["p"])] * 2
    assert found == comparisons(rows, ["a", "b"], seed=4)
    agreement = reliability(rows, seed=4)[0]
    assert agreement["single"]["low"] < agreement["single"]["icc"] < agreement["single"]["high"]
    assert agreement["single"]["icc"] < agreement["average"]["icc"]
