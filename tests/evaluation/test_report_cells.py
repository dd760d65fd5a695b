"""Every cell of the report is what the exports say, recomputed from the definitions to 1e-9."""

import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tests.evaluation.oracle import (
    expected_cells,
    expected_intervals,
    expected_scores,
    grouped,
    printed,
    read_rows,
)
from tests.evaluation.whole_study import make_whole_study

pytestmark = pytest.mark.django_db
SEED = 5
# Not of what judges said: of the work there was, and of the model of test_differences below.
ELSEWHERE = {"table-exclusions", "table-wages", "table-comparisons", "table-highlights"}


@pytest.fixture
def told(tmp_path: Path) -> tuple[dict, list[dict], Path]:
    """The report, the ratings exported, and the folder of the exports."""
    make_whole_study(6, seed=2)
    quiet = {"stdout": StringIO(), "stderr": StringIO()}
    call_command("report", "whole", "--out", str(tmp_path / "out"), "--seed", str(SEED), **quiet)
    call_command("export_ratings", "whole", "--out", str(tmp_path / "ratings.jsonl"), **quiet)
    call_command("export_highlights", "whole", "--out", str(tmp_path), **quiet)
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    return report, read_rows(tmp_path / "ratings.jsonl"), tmp_path


def test_every_cell_equals_its_definition(told):
    report, rows, folder = told
    expected = expected_cells(rows, "reference", SEED) | expected_scores(folder, 30)
    counts = {key: cell for key, cell in printed(report) if key[0] not in ELSEWHERE}
    compared = 0
    for key, cell in counts.items():
        if cell["value"] is None or is_told_elsewhere(key):
            continue
        assert cell["value"] == pytest.approx(expected[key], abs=1e-9), key
        compared += 1
    assert compared > 220


def is_told_elsewhere(key: tuple[str, str, str]) -> bool:
    """All saved work is not in the export; its means are tested in test_report.py. The rest of
    these is counted and correlated below."""
    table, label, column = key
    return (
        column == "All saved work"
        or table == "table-distribution"
        or (table == "table-correlations" and "HROUGE" in label)
    )


def test_every_interval_of_a_mean_equals_its_definition(told):
    report, rows, _ = told
    expected = expected_intervals(rows, SEED)
    for (table, label, column), cell in printed(report):
        if table == "table-means" and column == "Usable work":
            assert (cell["low"], cell["high"]) == pytest.approx(expected[label], abs=1e-9)


def test_every_n_and_every_share_of_the_scale_is_counted(told):
    report, rows, _ = told
    cells = dict(printed(report))
    found = grouped(rows, "criterion", "context", "system")
    for (criterion, context, system), own in found.items():
        label = ", ".join(filter(None, (criterion, context, system)))
        assert cells["table-means", label, "Usable work"]["n"] == len(own)
        for first in range(1, 101, 10):
            n = sum(first <= row["value"] <= first + 9 for row in own)
            cell = cells["table-distribution", label, f"{first}-{first + 9}"]
            assert (cell["n"], cell["value"]) == (n, pytest.approx(n / len(own)))


def test_correlations_with_scores_are_of_the_summaries_rows(told):
    report, rows, _ = told
    summaries = report["summaries"]
    by_question = grouped(rows, "document", "system", "criterion", "context")
    for row in summaries:
        values = [
            r["value"] for r in by_question[row["document"], row["system"], "recall", "highlights"]
        ]
        assert row["recall_highlights"] == pytest.approx(np.mean(values), abs=1e-9)
    for found in report["correlations"]:
        x, y = found["pair"]
        own = [s for s in summaries if found["system"] in (None, s["system"])]
        r = stats.pearsonr([s[x] for s in own], [s[y] for s in own]).statistic
        assert found["r"] == pytest.approx(r, abs=1e-9)
        assert found["low"] <= found["r"] <= found["high"]


def test_differences_follow_from_the_ratings_and_the_models_variances(told):
    report, rows, _ = told
    for row in report["comparisons"]:
        own = [
            r for r in rows if (r["criterion"], r["context"]) == (row["criterion"], row["context"])
        ]
        differences, shares = paired(own, *row["systems"])
        n = len(differences)
        covariance = row["rest_variance"] * np.eye(n) + row["judge_variance"] * shares @ shares.T
        weight = np.linalg.inv(covariance).sum(axis=1)
        assert row["difference"] == pytest.approx(weight @ differences / weight.sum(), abs=1e-9)
        error = weight.sum() ** -0.5
        half = stats.t.ppf(0.975, n - 1) * error
        ends = row["difference"] - half, row["difference"] + half
        assert (row["low"], row["high"]) == pytest.approx(ends, abs=1e-9)
        p = 2 * stats.t.sf(abs(row["difference"]) / error, n - 1)
        assert row["p_model"] == pytest.approx(p, abs=1e-9)
        assert row["effect"] == pytest.approx(row["difference"] / np.std(differences, ddof=1))
    p_values = [row["p"] for row in report["comparisons"]]
    for name, method in (("p_holm", "holm"), ("p_bh", "fdr_bh")):
        corrected = multipletests(p_values, method=method)[1]
        assert [row[name] for row in report["comparisons"]] == pytest.approx(list(corrected))


def paired(own: list[dict], first: str, second: str) -> tuple[np.ndarray, np.ndarray]:
    """Each document's difference of means, and each judge's share in it."""
    judges = {name: i for i, name in enumerate(sorted({r["judge"] for r in own}))}
    by_summary = grouped(own, "document", "system")
    differences, shares = [], []
    for (document,) in grouped(own, "document"):
        one, other = by_summary[document, first], by_summary[document, second]
        differences.append(
            np.mean([r["value"] for r in one]) - np.mean([r["value"] for r in other])
        )
        share = np.zeros(len(judges))
        for sign, given in ((1, one), (-1, other)):
            for row in given:
                share[judges[row["judge"]]] += sign / len(given)
        shares.append(share)
    return np.array(differences), np.array(shares)
