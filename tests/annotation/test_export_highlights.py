"""The export holds the usable highlights, tells nobody's name, and is the same every time."""

import hashlib
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation import tasks
from annotation.exporting import export_study
from annotation.models import TokenWeights
from annotation.tables import StudyTables
from corpus.models import Summary, System
from crowd.models import Batch, Study
from metrics.weights import token_weights
from tests.annotation.work import NOW, highlight, make_document, make_item, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    """Two documents with two systems; the first with three highlights, the second with none."""
    study = make_study()
    for name in ("b", "a"):
        document = make_document(name)
        for number, system in enumerate(("x", "y")):
            Summary.objects.create(
                document=document,
                system=System.objects.get_or_create(dataset=document.dataset, name=system)[0],
                text="a b",
                words=["A", "b"][number:],
                tokenizer="blanks",
            )
        item = make_item(study, document)
        if name == "b":
            highlight(item, "AWORKER1", [(0, 2), (4, 5)])
            highlight(item, "AWORKER2", [])
            highlight(item, "AWORKER3", [(0, 1)])
            highlight(item, "AFAILED", [(5, 6)], sanity_passed=False)
            highlight(item, "AUNCONFIRMED", [(5, 6)], confirmed_at=None)
            highlight(item, "AVOID", [(5, 6)], voided_at=NOW)
    Batch.objects.update(published_at=NOW)
    return study


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def run(folder: Path, *arguments: str, study: str = "pilot") -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command(
        "export_highlights", study, "--out", str(folder), *arguments, stdout=out, stderr=err
    )
    return out.getvalue(), err.getvalue()


def test_the_files_hold_texts_and_usable_highlights(study: Study, tmp_path: Path) -> None:
    out, err = run(tmp_path / "new" / "folder")
    folder = tmp_path / "new" / "folder"
    words = list("abcdefghi")
    assert rows(folder / "documents.jsonl") == [
        {"id": "b", "tokens": words, "tokenizer": "letters"},
        {"id": "a", "tokens": words, "tokenizer": "letters"},
    ]
    assert rows(folder / "summaries.jsonl") == [
        {"document": name, "system": system, "tokens": tokens, "tokenizer": "blanks"}
        for name in ("b", "a")
        for system, tokens in (("x", ["A", "b"]), ("y", ["b"]))
    ]
    highlights = rows(folder / "highlights.jsonl")
    assert [row["document"] for row in highlights] == ["b", "b", "b"]
    assert sorted(row["spans"] for row in highlights) == [[], [[0, 1]], [[0, 2], [4, 5]]]
    assert "3 highlights by 3 annotators of 2 documents" in out
    assert "highlights.jsonl: 3 rows" in err


def test_the_weights_can_be_recomputed_from_it(study: Study, tmp_path: Path) -> None:
    tasks.aggregate_stale()
    run(tmp_path)
    spans = [row["spans"] for row in rows(tmp_path / "highlights.jsonl")]
    again = token_weights(spans, n_tokens=9, word_limit=5)
    stored = TokenWeights.objects.get()
    assert stored.counts == again.counts == [2, 1, 0, 0, 1, 0, 0, 0, 0]
    assert (stored.num_h, stored.n_annotators) == (again.num_h, 3)


def test_no_workers_id_is_in_any_file(study: Study, tmp_path: Path) -> None:
    run(tmp_path)
    for path in tmp_path.iterdir():
        text = path.read_text()
        assert "AWORKER" not in text
        assert "127.0.0.1" not in text


def test_a_worker_has_one_hash_in_a_study_and_another_in_the_next(
    study: Study, tmp_path: Path, settings: Any
) -> None:
    def hashes(name: str, folder: str) -> set[str]:
        run(tmp_path / folder, study=name)
        return {row["annotator"] for row in rows(tmp_path / folder / "highlights.jsonl")}

    second = make_item(study, make_document("c"), batch="second")
    highlight(second, "AWORKER1", [(0, 1)])
    other = make_item(make_study("other"), second.highlight_item.document)
    highlight(other, "AWORKER1", [(0, 1)])
    ours, theirs = hashes("pilot", "one"), hashes("other", "two")
    assert len(ours) == 3
    assert not ours & theirs
    settings.SECRET_KEY = "another"
    assert not hashes("pilot", "three") & ours


def test_the_same_rows_give_the_same_bytes(study: Study, tmp_path: Path) -> None:
    def content() -> dict[str, bytes]:
        run(tmp_path)
        return {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    first = content()
    assert first == content()
    assert set(first) == {
        "documents.jsonl",
        "summaries.jsonl",
        "highlights.jsonl",
        "manifest.json",
    }


def test_the_manifest_says_what_is_in_the_files(study: Study, tmp_path: Path) -> None:
    run(tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["study"] == {"name": "pilot", "title": "Pilot"}
    assert manifest["word_limit"] == 5
    assert manifest["counts"] == {
        "documents": 2,
        "documents_without_highlights": 1,
        "tokens": 18,
        "summaries": {"x": 2, "y": 2},
        "highlights": 3,
        "annotators": 3,
    }
    assert manifest["signature"] == (
        "hrouge|n:1,2|K:5|N:0-3|tok:blanks+letters|case:lower|norm:both|variant:highres|v:1.0"
    )
    for name, about in manifest["files"].items():
        data = (tmp_path / name).read_bytes()
        assert about == {
            "rows": data.count(b"\n"),
            "sha256": hashlib.sha256(data).hexdigest(),
        }


def test_a_batch_that_is_not_published_is_not_in_it(study: Study, tmp_path: Path) -> None:
    make_item(study, make_document("draft"), batch="second")
    run(tmp_path)
    assert [row["id"] for row in rows(tmp_path / "documents.jsonl")] == ["b", "a"]


def test_of_several_word_limits_one_must_be_chosen(study: Study, tmp_path: Path) -> None:
    item = make_item(study, make_document("c"), batch="second", word_limit=9)
    highlight(item, "AWORKER1", [(0, 9)])
    with pytest.raises(CommandError, match=r"documents with the word limits \[5, 9\]"):
        run(tmp_path)
    run(tmp_path, "--word-limit", "9")
    assert [row["id"] for row in rows(tmp_path / "documents.jsonl")] == ["c"]
    assert [row["document"] for row in rows(tmp_path / "highlights.jsonl")] == ["c"]
    with pytest.raises(CommandError, match=r"no document with the word limit 7, but \[5, 9\]"):
        run(tmp_path, "--word-limit", "7")


def test_documents_of_two_datasets_with_one_name_are_refused(study: Study, tmp_path: Path) -> None:
    item = make_item(study, make_document("a", dataset="blogs"), batch="second")
    highlight(item, "AWORKER1")
    with pytest.raises(CommandError, match="two documents of one name"):
        run(tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_exported_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no study 'pilot'"):
        run(tmp_path)
    study = make_study()
    make_item(study, make_document())
    with pytest.raises(CommandError, match="has published no document for highlighting"):
        run(tmp_path)
    Batch.objects.update(published_at=NOW)
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="cannot be written: "):
        run(tmp_path / "file")


def test_the_number_of_statements_is_the_same_for_any_number_of_documents(
    study: Study, tmp_path: Path
) -> None:
    def n_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            export_study(StudyTables(study), tmp_path)
        return len(queries)

    before = n_queries()
    for number in range(30):
        item = make_item(study, make_document(f"more-{number}"))
        highlight(item, "AWORKER1", [(0, 1)])
    assert n_queries() == before
