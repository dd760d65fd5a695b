"""The benchmark measures what it says: equal work, the command's own code, honest memory."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.bench import report as bench_report
from metrics.bench.equal import check_equal
from metrics.bench.pairs import read_pairs
from metrics.bench.plain import score_document
from metrics.bench.scale import measure_scale
from metrics.bench.synthetic import documents
from metrics.commands import main
from metrics.problems import BadFiles
from metrics.scorer import Judged, Scorer

WORDS = st.lists(st.sampled_from("abcAB"), max_size=8)


@st.composite
def judged(draw):
    document = draw(WORDS)
    places = st.integers(0, max(len(document) - 1, 0)).map(lambda i: (i, i + 1))
    rows = draw(st.lists(st.lists(places, max_size=4), max_size=3)) if document else []
    return Judged(document, rows, draw(st.lists(WORDS, max_size=3)))


@given(st.lists(judged(), max_size=4), st.integers(1, 3))
def test_plain_python_scores_the_same(chunk, n):
    plain = [score_document(one, n=[1, n], word_limit=8) for one in chunk]
    check_equal(Scorer(n=[1, n], word_limit=8).score(chunk), plain)


def test_a_difference_is_an_error():
    chunk = list(documents(2))
    plain = [score_document(one) for one in chunk]
    ours = Scorer().score(chunk)
    ours.hrouge[2].recall[-1] += 1e-9
    with pytest.raises(ValueError, match="scores differ for n=2"):
        check_equal(ours, plain)
    ours.hrouge[2].recall[-1] = np.nan
    with pytest.raises(ValueError, match="scores differ for n=2"):
        check_equal(ours, plain)


def test_made_up_documents_are_as_large_as_said_and_always_the_same():
    chunk = list(documents(20))
    assert chunk == list(documents(20))
    for one in chunk:
        assert (len(one.document), len(one.highlights), len(one.summaries)) == (450, 10, 3)
        assert any(spans for spans in one.highlights)
    scores = Scorer().score(chunk)
    assert scores.lengths.max() <= 30
    assert 0.3 < scores.rouge[1].precision.mean() < 0.9
    assert 0 < scores.hrouge[2].recall.mean() < 0.5


def test_a_small_scale_runs_in_its_own_process_within_the_memory():
    ours = b"x" * (400 * 2**20)  # what the asking process holds is not the benchmark's
    scale = measure_scale(60)
    assert len(ours) > 300 * 2**20
    assert scale.documents_per_s > 0
    assert scale.ratio_to_plain > 0
    assert 10 < scale.peak_rss_mb < 300


def test_pairs_are_read_from_the_folder_or_the_one_below(tmp_path):
    folder = tmp_path / "hrouge_regression"
    folder.mkdir()
    (folder / "documents.jsonl").write_text('{"id": "fox", "tokens": ["a"]}')
    (folder / "highlights.jsonl").write_text("")
    (folder / "summaries.jsonl").write_text('{"document": "fox", "system": "S", "tokens": ["a"]}')
    pairs = [Judged(["a"], [], [["a"]])]
    assert read_pairs(str(folder)) == read_pairs(str(tmp_path)) == pairs
    with pytest.raises(BadFiles, match=r"documents\.jsonl: cannot be read"):
        read_pairs(str(tmp_path / "nowhere"))


def test_the_command_tells_the_figures_that_were_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(bench_report, "COUNT", 60)
    assert main(["bench", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["pairs", "ratio_to_rouge_score", "scale"]
    assert told["pairs"] == 150
    assert list(told["scale"]) == ["documents_per_s", "ratio_to_plain", "peak_rss_mb"]
    assert all(math.isfinite(value) for value in told["scale"].values())
