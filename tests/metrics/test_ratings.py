"""Ratings: hand-worked cases, the krippendorff package beside ours, and the command."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.alpha import krippendorff_alpha
from metrics.draws import Draws
from metrics.interval_alpha import interval_alpha
from metrics.rating_files import Rating
from metrics.ratings import ratings_report


def rated(*rows: tuple[str, str, str, str, float], context: str | None = None) -> list[Rating]:
    """Rows of (document, system, criterion, judge, value)."""
    return [
        Rating(d, s, context, criterion, judge, value) for d, s, criterion, judge, value in rows
    ]


# Two summaries with means 60 and 40: the system's mean is 50, not (50+60+70+10+20+90+...)/n.
TWO = rated(
    ("d1", "lead", "fluency", "a", 50),
    ("d1", "lead", "fluency", "b", 60),
    ("d1", "lead", "fluency", "c", 70),
    ("d2", "lead", "fluency", "a", 40),
)


def test_a_systems_mean_is_the_mean_of_its_summaries_means():
    (cell,) = ratings_report(TWO).cells
    assert (cell["n_summaries"], cell["n_ratings"], cell["mean"]) == (2, 4, 50.0)


def test_cv_is_averaged_over_the_summaries_rated_twice():
    # By hand: cv(50, 60, 70) = .18056; the summary with one rating has none.
    (cell,) = ratings_report(TWO).cells
    assert cell["cv"] == pytest.approx(13 / 12 * 10 / 60)


def test_what_was_rated_once_has_no_cv_and_no_alpha():
    report = ratings_report(TWO[:1] + TWO[3:])
    assert report.cells[0]["cv"] is None
    assert report.agreement[0]["alpha"] is None


def test_contexts_and_systems_are_told_apart():
    rows = rated(("d", "lead", "recall", "a", 10), context="document")
    rows += rated(("d", "lead", "recall", "a", 90), context="highlights")
    rows += rated(("d", "other", "recall", "a", 30), context="document")
    means = {(c["context"], c["system"]): c["mean"] for c in ratings_report(rows).cells}
    assert means == {
        ("document", "lead"): 10,
        ("document", "other"): 30,
        ("highlights", "lead"): 90,
    }


def test_the_interval_holds_the_mean_and_the_seed_decides_it():
    random = np.random.default_rng(1)
    rows = rated(
        *(
            (f"d{i}", "lead", "fluency", f"j{(i + k) % 7}", float(random.integers(1, 101)))
            for i in range(30)
            for k in range(3)
        )
    )
    one, again, other = (ratings_report(rows, seed=seed).cells[0] for seed in (1, 1, 2))
    assert one == again
    assert one["low"] < one["mean"] < one["high"]
    assert other["low"] != one["low"]


def test_the_interval_of_a_mean_covers_the_truth_as_often_as_it_says():
    covered = 0
    for seed in range(100):
        random = np.random.default_rng(seed)
        document, judge = random.normal(0, 10, 40), random.normal(0, 5, 20)
        rows = rated(
            *(
                (f"d{i}", "lead", "f", f"j{j}", 100 + document[i] + judge[j] + noise)
                for i in range(40)
                for j, noise in zip(
                    random.choice(20, 3, False), random.normal(0, 10, 3), strict=True
                )
            )
        )
        cell = ratings_report(rows, seed=seed).cells[0]
        covered += cell["low"] <= 100 <= cell["high"]
    # Binomial(100, .95) is below 89 once in a hundred seeds; resampling judges and documents
    # alike errs on the wide side.
    assert covered >= 89


def test_correlations_pair_the_summaries_rated_for_both():
    rows = rated(
        *((f"d{i}", "lead", "fluency", "a", v) for i, v in enumerate([10, 20, 40])),
        *((f"d{i}", "lead", "clarity", "b", v) for i, v in enumerate([30, 20, 90, 5])),
    )
    (pair,) = ratings_report(rows).correlations
    assert pair["criteria"] == ["fluency", "clarity"]
    assert pair["n"] == 3
    assert pair["r"] == pytest.approx(np.corrcoef([10, 20, 40], [30, 20, 90])[0, 1])


def test_a_criterion_that_does_not_vary_correlates_with_nothing():
    rows = rated(
        *((f"d{i}", "lead", "fluency", "a", 7) for i in range(3)),
        *((f"d{i}", "lead", "clarity", "a", i) for i in range(3)),
    )
    assert ratings_report(rows).correlations[0]["r"] is None


def test_efrons_law_schools():
    # Efron and Tibshirani: Pearson .7764 (LSAT and GPA of fifteen schools).
    lsat = [576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594]
    gpa = [3.39, 3.3, 2.81, 3.03, 3.44, 3.07, 3.0, 3.43, 3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96]
    rows = rated(
        *((f"d{i}", "s", "lsat", "a", float(v)) for i, v in enumerate(lsat)),
        *((f"d{i}", "s", "gpa", "a", v) for i, v in enumerate(gpa)),
    )
    assert round(ratings_report(rows).correlations[0]["r"], 4) == 0.7764


@given(
    st.lists(
        st.lists(st.none() | st.integers(1, 100), min_size=4, max_size=4), min_size=1, max_size=12
    )
)
def test_alpha_from_sums_is_the_packages_alpha(units):
    table = np.array(units, float).T  # judges x units, NaN where missing
    unit = np.array([i for i, row in enumerate(units) for v in row if v is not None], np.int64)
    value = np.array([v for row in units for v in row if v is not None], float)
    ours = interval_alpha(unit, value, np.ones((1, len(units)))).item()
    package = krippendorff_alpha(table, "interval")
    if package is None:
        assert np.isnan(ours)
    else:
        assert ours == pytest.approx(package, abs=1e-9)


def test_a_document_drawn_twice_counts_twice():
    value, unit = np.array([1.0, 3, 5, 6]), np.array([0, 0, 1, 1])
    doubled = interval_alpha(
        np.array([0, 0, 1, 1, 2, 2]), value[[0, 1, 2, 3, 2, 3]], np.ones((1, 3))
    )
    assert interval_alpha(unit, value, np.array([[1.0, 2.0]])) == pytest.approx(doubled)


def test_no_ratings_are_no_report():
    assert ratings_report([]).cells == []


def test_every_draw_has_as_many_clusters_as_there_are():
    draws = Draws.of(5, 3, seed=0)
    assert set(draws.documents.sum(axis=1)) == {5}
    assert set(draws.judges.sum(axis=1)) == {3}


def command(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    root = Path(__file__).resolve().parents[2]
    argv = [sys.executable, "-m", "metrics", "ratings", *arguments]
    return subprocess.run(argv, input=given, capture_output=True, text=True, cwd=root, timeout=120)


ROW = {"document": "d", "system": "s", "criterion": "fluency", "judge": "a", "value": 50}


def test_the_command_prints_the_keys_that_are_promised():
    rows = [ROW, {**ROW, "judge": "b", "value": 70}, {**ROW, "criterion": "clarity"}]
    done = command("--ratings", "-", "--json", given="\n".join(map(json.dumps, rows)))
    report = json.loads(done.stdout)
    assert set(report) == {"cells", "agreement", "correlations"}
    assert report["cells"][0] == {
        "criterion": "fluency",
        "context": None,
        "system": "s",
        "n_summaries": 1,
        "n_ratings": 2,
        "mean": 60.0,
        "low": 50.0,
        "high": 70.0,
        "cv": pytest.approx(9 / 8 * 200**0.5 / 60),
    }
    assert report["agreement"][0] == {
        "criterion": "fluency",
        "context": None,
        "alpha": 0.0,
        "low": 0.0,
        "high": 0.0,
    }
    assert report["correlations"] == [{"criteria": ["fluency", "clarity"], "r": None, "n": 1}]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"judge": "b", "value": "50"}, "-:2: 'value' must be a finite number, got '50'"),
        ({"judge": "b", "value": True}, "-:2: 'value' must be a finite number, got True"),
        ({"judge": "b", "value": -1}, "-:2: 'value' must be 0 or more, got -1"),
        ({"judge": ""}, "-:2: 'judge' must be a non-empty string, got ''"),
        ({"context": 3}, "-:2: 'context' must be a non-empty string, got 3"),
        ({}, "-:2: repeats line 1"),
    ],
)
def test_a_bad_row_is_named_with_its_line_and_value(row, said):
    done = command("--ratings", "-", given=f"{json.dumps(ROW)}\n{json.dumps({**ROW, **row})}\n")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""
