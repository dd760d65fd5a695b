"""ICC of two-way designs, variance shares and Student's t against published and other figures."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from metrics.icc import crossed_icc
from metrics.rating_files import Rating
from metrics.rating_pairs import pairs_sharing
from metrics.reliability import reliability
from metrics.student import two_sided_p
from metrics.two_way_icc import two_way_icc
from metrics.variance_shares import COMPONENTS, variance_shares

# Shrout & Fleiss 1979, table 2: six targets, four judges.
TABLE = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
)
PLANTED = {"document": 60.0, "system": 50.0, "summary": 20.0, "judge": 40.0, "residual": 90.0}
N_DOCUMENTS, N_SYSTEMS, N_JUDGES = 60, 6, 24


def test_of_judges_who_rated_everything_icc_2_is_the_published_one():
    target, judge = np.arange(24) // 4, np.arange(24) % 4
    single, average = two_way_icc(target, judge, target, TABLE.ravel(), np.ones((1, 6)))
    crossed = crossed_icc(TABLE)
    assert [single[0], average[0]] == pytest.approx([crossed.single, crossed.average], abs=1e-12)
    assert [round(float(x[0]), 2) for x in (single, average)] == [0.29, 0.62]


def test_of_judges_who_rated_everything_shares_are_those_of_the_analysis_of_variance():
    target, judge = np.arange(24) // 4, np.arange(24) % 4
    found = variance_shares(target, np.zeros(24, int), judge, TABLE.ravel(), np.ones((1, 6)))
    variances = {share.component: share.variance for share in found}
    assert variances["system"] is variances["summary"] is None
    means = TABLE.mean(axis=1), TABLE.mean(axis=0)
    rest = TABLE - means[0][:, None] - means[1] + TABLE.mean()
    error = (rest**2).sum() / 15
    assert variances["residual"] == pytest.approx(error)
    assert variances["judge"] == pytest.approx(means[1].var(ddof=1) - error / 6)
    assert variances["document"] == pytest.approx(means[0].var(ddof=1) - error / 4)


def planted(seed: int):
    """Every summary by three of the judges, never one judge twice in a document."""
    draw = np.random.default_rng(seed)
    document = np.repeat(np.arange(N_DOCUMENTS), N_SYSTEMS * 3)
    system = np.tile(np.repeat(np.arange(N_SYSTEMS), 3), N_DOCUMENTS)
    judge = np.concatenate(
        [draw.permutation(N_JUDGES)[: N_SYSTEMS * 3] for _ in range(N_DOCUMENTS)]
    )
    sizes = {
        "document": (N_DOCUMENTS, document),
        "system": (N_SYSTEMS, system),
        "summary": (N_DOCUMENTS * N_SYSTEMS, document * N_SYSTEMS + system),
        "judge": (N_JUDGES, judge),
        "residual": (document.size, np.arange(document.size)),
    }
    value = 50 + sum(
        draw.normal(0, PLANTED[name] ** 0.5, size)[of] for name, (size, of) in sizes.items()
    )
    return document, system, judge, value


def test_planted_variances_are_recovered_on_average():
    once = np.ones((1, N_DOCUMENTS))
    found = [[s.variance for s in variance_shares(*planted(seed), once)] for seed in range(80)]
    means, errors = np.mean(found, axis=0), np.std(found, axis=0) / np.sqrt(len(found))
    for name, mean, error in zip(COMPONENTS, means, errors, strict=True):
        assert abs(mean - PLANTED[name]) < 3.5 * error, (name, mean, error)


def test_sums_of_pairs_are_those_of_a_loop_over_pairs():
    draw = np.random.default_rng(1)
    key, document = draw.integers(0, 4, 40), draw.integers(0, 5, 40)
    value, weight = draw.normal(size=40), draw.integers(0, 3, (3, 5)).astype(float)
    found = pairs_sharing(key, document, value, weight)
    for row, (number, half) in zip(weight, zip(found.number, found.half, strict=True), strict=True):
        expected = np.zeros(2)
        for a, b in combinations(range(40), 2):
            if key[a] == key[b]:
                one, other = row[document[a]], row[document[b]]
                often = one if document[a] == document[b] else one * other
                expected += often, often * (value[a] - value[b]) ** 2 / 2
        assert [number, half] == pytest.approx(expected)


def test_judges_who_rated_once_leave_their_variance_untold():
    rows = [
        Rating(f"d{n // 4}", "ab"[n // 2 % 2], None, "fluency", f"j{n}", (n * 7) % 5)
        for n in range(12)
    ]
    (found,) = reliability(rows)
    shares = {share["component"]: share for share in found["shares"]}
    assert shares["judge"]["variance"] is shares["judge"]["share"] is None
    assert shares["residual"]["variance"] is not None
    assert (found["n_documents"], found["n_summaries"], found["n_judges"]) == (3, 6, 12)


def test_shares_add_up_and_lie_in_their_intervals():
    document, system, judge, value = planted(3)
    rows = [
        Rating(f"d{d}", f"s{s}", None, "fluency", f"j{j}", float(v))
        for d, s, j, v in zip(document, system, judge, value, strict=True)
    ]
    (found,) = reliability(rows, seed=3)
    assert sum(share["share"] for share in found["shares"]) == pytest.approx(1)
    assert all(s["low"] <= s["share"] <= s["high"] for s in found["shares"])
    assert found["two_way_single"]["icc"] < found["two_way_average"]["icc"]


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 49, 150])
def test_students_t_is_scipys(freedom):
    for t in (0.0, 0.3, -1.0, 2.5, 8.0):
        assert two_sided_p(t, freedom) == pytest.approx(2 * stats.t.sf(abs(t), freedom), abs=1e-12)
