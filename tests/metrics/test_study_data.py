"""The study's own articles: exact expected scores, and the ROUGE half of Table 5."""

import json
from pathlib import Path

import pytest

from metrics.commands import main

DATA = Path(__file__).parents[3] / "shared" / "data" / "hrouge_regression"
pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="needs the optional ../shared/data/hrouge_regression"
)

TABLE_5 = {  # P1 R1 P2 R2 as published: the documents normalised, the summaries not
    "system_tconvs2s": "77.17 4.20 26.12 1.21",
    "system_ptgen": "77.09 4.99 28.75 1.64",
    "ref_gold": "73.65 4.42 22.42 1.17",
}
BOTH_NORMALISED = {
    "system_tconvs2s": "78.36 4.28 26.41 1.22",
    "system_ptgen": "79.01 5.10 29.27 1.66",
    "ref_gold": "74.93 4.49 22.64 1.18",
}


def rows(name):
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def run(capsys):
    def run(command, *options):
        names = ("documents", "highlights", "summaries")[: 3 if command == "hrouge" else 2]
        files = [f"--{name}={DATA / name}.jsonl" for name in names]
        assert main([command, *files, *options]) == 0
        return capsys.readouterr().out

    return run


def test_all_scores_are_the_exact_ones(run):
    told = json.loads(run("hrouge", "--normalize", "none", "--json"))["scores"]
    expected = rows("expected_scores")
    assert len(told) == len(expected) == 150 * 2
    for score, exact in zip(told, expected, strict=True):
        assert score.pop("f1") is not None
        assert score == {
            name: value if name in ("document", "system", "n") else pytest.approx(value, abs=1e-9)
            for name, value in exact.items()
        }


def test_all_agreement_is_the_exact_one(run):
    told = json.loads(run("agreement", "--json"))
    expected = rows("expected_agreement")
    for document, exact in zip(told["documents"], expected, strict=True):
        exact["second_half"] = exact.pop("second_half_union")
        assert document == {
            name: value if name == "document" else pytest.approx(value, abs=1e-9)
            for name, value in exact.items()
        }
    kappas = [exact["fleiss_kappa"] for exact in expected]
    assert told["mean"]["fleiss_kappa"] == pytest.approx(sum(kappas) / 50, abs=1e-9)
    assert told["mean"]["undefined"]["fleiss_kappa"] == 0


@pytest.mark.parametrize(
    "mode, published", [("none", TABLE_5), ("document", TABLE_5), ("both", BOTH_NORMALISED)]
)
def test_the_rouge_half_of_table_5_comes_out_to_the_last_digit(run, mode, published):
    lines = run("hrouge", "--normalize", mode).splitlines()
    printed = {line.split()[0]: line.split()[1:] for line in lines[3:6]}
    assert printed == {system: figures.split() for system, figures in published.items()}


def test_one_at_a_time_the_scores_are_the_same(run, monkeypatch):
    together = run("hrouge", "--json")
    monkeypatch.setattr("metrics.scorer.CHUNK", 1)
    assert run("hrouge", "--json") == together
