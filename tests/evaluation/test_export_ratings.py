"""The export holds the usable ratings and nothing else, in one order, and tells nobody's name."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.annotators import worker_hash
from corpus.models import Dataset, Document, Summary
from crowd.models import Study
from evaluation.models import ControlRating
from evaluation.rating_rows import rating_rows, usable_ratings
from tests.evaluation.factories import (
    NOW,
    WORKER_SITE,
    make_content_batch,
    make_corpus,
    make_quality_batch,
    make_study,
)
from tests.evaluation.rated import rate, rate_controls

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    """One summary with content ratings, one with fluency ratings, and work that does not count."""
    study = make_study()
    dataset = make_corpus(2)
    first, second = Summary.objects.order_by("pk")[:2]
    content = make_content_batch(dataset, study=study, context="reference")
    rate(content, second, "AWORKER2", {"recall": 70, "precision": 71})
    rate(content, first, "AWORKER1", {"recall": 50, "precision": 51})
    rate(content, first, "AFAILED", {"recall": 1, "precision": 1}, sanity_passed=False)
    rate(content, first, "AUNKNOWN", {"recall": 2, "precision": 2}, confirmed_at=None)
    rate(content, first, "AVOID", {"recall": 3, "precision": 3}, voided_at=NOW)
    quality = make_quality_batch(dataset, [[first]], study=study)
    rate_controls(rate(quality, first, "AWORKER3", {"fluency": 90}), 99)
    return study


def run(out: Path, study: str = "pilot") -> str:
    told = StringIO()
    call_command("export_ratings", study, "--out", str(out), stdout=told)
    return told.getvalue()


def rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_it_holds_the_usable_ratings_in_order(study, tmp_path):
    out = run(tmp_path / "new" / "ratings.jsonl")
    judges = {n: worker_hash(study, WORKER_SITE, f"AWORKER{n}") for n in (1, 2, 3)}
    first, second = Summary.objects.order_by("pk")[:2]
    document = first.document.external_id
    of_first = {"document": document, "system": first.system.name}
    of_second = {"document": document, "system": second.system.name}
    seen = {"context": "reference"}
    wanted = [
        {**of_first, "criterion": "fluency", "judge": judges[3], "value": 90},
        {**of_first, **seen, "criterion": "precision", "judge": judges[1], "value": 51},
        {**of_first, **seen, "criterion": "recall", "judge": judges[1], "value": 50},
        {**of_second, **seen, "criterion": "precision", "judge": judges[2], "value": 71},
        {**of_second, **seen, "criterion": "recall", "judge": judges[2], "value": 70},
    ]
    wanted.sort(key=lambda row: row["system"])
    assert rows(tmp_path / "new" / "ratings.jsonl") == wanted
    assert "5 ratings by 3 judges" in out


def test_controls_are_never_in_it(study, tmp_path):
    assert ControlRating.objects.filter(value=99).count() == 3
    with CaptureQueriesContext(connection) as captured:
        run(tmp_path / "ratings.jsonl")
    assert all("control" not in query["sql"].lower() for query in captured.captured_queries)
    assert 99 not in [row["value"] for row in rows(tmp_path / "ratings.jsonl")]


def test_it_tells_nobodys_name(study, tmp_path):
    run(tmp_path / "ratings.jsonl")
    assert "AWORKER" not in (tmp_path / "ratings.jsonl").read_text()


def test_twice_the_same_bytes(study, tmp_path):
    for name in ("one", "two"):
        run(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_who_rated_a_summary_twice_counts_once(study):
    again = make_content_batch(Dataset.objects.get(), study=study, context="reference")
    rate(again, Summary.objects.order_by("pk").first(), "AWORKER1", {"recall": 5, "precision": 6})
    told = rating_rows(study, usable_ratings(study))
    assert [row["value"] for row in told if row["value"] < 10] == []
    assert len(told) == 5


def test_another_studys_ratings_stay_out(study):
    other = make_study(name="other")
    batch = make_content_batch(Dataset.objects.get(), study=other)
    rate(batch, Summary.objects.order_by("pk").first(), "AWORKER1", {"recall": 5})
    assert len(rating_rows(study, usable_ratings(study))) == 5


def test_two_documents_of_one_name_are_refused(study, tmp_path):
    first, last = Document.objects.order_by("pk")
    elsewhere = Dataset.objects.create(name="elsewhere")
    Document.objects.filter(pk=last.pk).update(dataset=elsewhere, external_id=first.external_id)
    batch = study.batches.get(kind="content")
    rate(batch, last.summaries.first(), "AWORKER4", {"recall": 5})
    with pytest.raises(CommandError, match="two documents named 'article-0000'"):
        run(tmp_path / "ratings.jsonl")


def test_an_unknown_study_and_a_folder_that_is_a_file_are_named(study, tmp_path):
    with pytest.raises(CommandError, match="no study 'nobody'"):
        run(tmp_path / "ratings.jsonl", "nobody")
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        run(tmp_path / "file" / "ratings.jsonl")
