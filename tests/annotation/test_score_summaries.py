"""The application's scores are those of `python -m metrics` on its export."""

import json
import subprocess
import sys
from collections import defaultdict
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from annotation import tasks
from annotation.batches import create_highlight_batch
from annotation.models import TokenWeights
from corpus.loading import load_corpus
from corpus.models import Dataset, Document
from crowd.models import Batch, Item, Study
from metrics.weights import token_weights
from tests.annotation.work import NOW, highlight, make_study

SAMPLE = settings.BASE_DIR / "corpus" / "sample" / "news.jsonl"

pytestmark = pytest.mark.django_db


def offer(source: Path, name: str, study: Study) -> dict[str, Item]:
    """Load a corpus and offer all of it, as if published; returns its items by document."""
    load_corpus(source, name)
    batch = create_highlight_batch(study, Dataset.objects.get(name=name), name=name)
    Batch.objects.update(published_at=NOW)
    return {item.key: item for item in batch.items.select_related("highlight_item")}


@pytest.fixture
def study() -> Study:
    """The sample; three readers mark every article but the last, which nobody does."""
    study = make_study()
    items = list(offer(SAMPLE, "sample", study).values())
    for i, item in enumerate(items[:-1]):
        for k in range(3):
            start = 7 * i + 11 * k
            highlight(item, f"A{k}", [(start, start + 10 + k), (start + 60, start + 70)])
    return study


def export(study: Study, folder: Path) -> None:
    call_command("export_highlights", study.name, "--out", str(folder), stdout=StringIO())


def metrics(command: str, folder: Path, *options: str) -> Any:
    """What `python -m metrics` says of an export, run as a researcher would."""
    files = ["documents", "highlights"] + ["summaries"] * (command == "hrouge")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "metrics", command, "--json"),
            *(part for name in files for part in (f"--{name}", str(folder / f"{name}.jsonl"))),
            *options,
        ],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def scores(study: Study, *options: str) -> str:
    out = StringIO()
    call_command("score_summaries", study.name, *options, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_scores_are_those_of_the_metrics_command_on_the_export(
    study: Study, tmp_path: Path
) -> None:
    export(study, tmp_path)
    ours = json.loads(scores(study, "--json"))
    assert ours == metrics("hrouge", tmp_path)
    assert len(ours["scores"]) == 9 * 4 * 2
    scored = [row["recall"] for row in ours["scores"] if row["recall"] is not None]
    assert len(scored) == 8 * 4 * 2
    assert any(0 < recall < 1 for recall in scored)


def test_a_document_nobody_marked_is_undefined_and_counted(study: Study) -> None:
    ours = json.loads(scores(study, "--json"))
    for system in ours["systems"]:
        assert (system["used"]["recall"], system["undefined"]["recall"]) == (8, 1)


def test_the_manifest_has_the_signature_of_the_scores(study: Study, tmp_path: Path) -> None:
    export(study, tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["signature"] == json.loads(scores(study, "--json"))["signature"]


def test_without_json_a_table_of_means_by_system_is_printed(study: Study) -> None:
    table = scores(study)
    for system in ("lead", "abstractive-a", "abstractive-b", "reference"):
        assert system in table


def test_what_cannot_be_scored_is_told() -> None:
    with pytest.raises(CommandError, match="has published no document"):
        scores(make_study())
    with pytest.raises(CommandError, match="there is no study 'nope'"):
        call_command("score_summaries", "nope")


def test_known_highlights_of_the_real_articles_give_the_known_scores(
    shared_data: Path, tmp_path: Path
) -> None:
    """From the HighRES folder through our tables to the expected scores, all 300 of them."""
    study = make_study()
    items = offer(shared_data / "highres_bbc", "bbc", study)
    known = shared_data / "hrouge_regression"
    marked = defaultdict(list)
    for line in (known / "highlights.jsonl").open():
        row = json.loads(line)
        marked[row["document"]].append(row["spans"])
        highlight(items[row["document"]], row["annotator"], row["spans"])

    tasks.aggregate_stale()
    for document in Document.objects.all():
        weights = TokenWeights.objects.get(document=document)
        again = token_weights(marked[document.external_id], document.n_tokens)
        assert weights.counts == again.counts
        assert weights.num_h == pytest.approx(again.num_h, abs=1e-12)

    export(study, tmp_path)
    # The expected scores are "as published": only the documents are normalised.
    report = metrics("hrouge", tmp_path, "--normalize", "document")
    ours = {(row["document"], row["system"], row["n"]): row for row in report["scores"]}
    expected = [json.loads(line) for line in (known / "expected_scores.jsonl").open()]
    assert len(expected) == len(ours) == 300
    for row in expected:
        for measure in ("precision", "recall", "rouge_precision", "rouge_recall"):
            got = ours[row["document"], row["system"], row["n"]][measure]
            assert got == pytest.approx(row[measure], abs=1e-9)

    agreement = {row["document"]: row for row in metrics("agreement", tmp_path)["documents"]}
    for line in (known / "expected_agreement.jsonl").open():
        row = json.loads(line)
        row["second_half"] = row["second_half_union"]
        for measure in ("fleiss_kappa", "coverage", "second_half"):
            assert agreement[row["document"]][measure] == pytest.approx(row[measure], abs=1e-9)
