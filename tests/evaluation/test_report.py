"""The report tells what the export tells, its exclusions, and the same bytes every time."""

import csv
import json
from dataclasses import asdict
from io import StringIO
from pathlib import Path
from statistics import fmean, stdev

import pytest
from django.core.management import CommandError, call_command

from corpus.models import Summary
from crowd.models import Assignment, Study, Worker
from evaluation.models import ControlRating
from metrics.problems import Problems
from metrics.rating_files import read_ratings
from metrics.ratings import ratings_report
from tests.annotation.factories import make_hit
from tests.annotation.work import highlight
from tests.evaluation.factories import (
    NOW,
    make_content_batch,
    make_corpus,
    make_quality_batch,
    make_study,
)
from tests.evaluation.rated import rate, rate_controls

pytestmark = pytest.mark.django_db

TABLES = ("table-2", "table-3", "table-4", "table-5", "table-6")
FURTHER = (
    "table-means",
    "table-comparisons",
    "table-reliability",
    "table-variance",
    "table-correlations",
    "table-distribution",
    "table-highlights",
    "table-exclusions",
)


@pytest.fixture
def study() -> Study:
    """Two articles of three systems, rated by three judges; and work that does not count."""
    study = make_study()
    dataset = make_corpus(2)
    summaries = list(Summary.objects.order_by("pk"))
    content = make_content_batch(dataset, study=study)
    fluency, clarity = (
        make_quality_batch(dataset, [summaries], study=study, criterion=criterion)
        for criterion in ("fluency", "clarity")
    )
    for number, summary in enumerate(summaries):
        for judge in range(3):
            value = 10 + 7 * number + 5 * judge
            rate(content, summary, f"AC{judge}", {"recall": value, "precision": value + 20})
            rate(fluency, summary, f"AF{judge}", {"fluency": value + 11 * (number % 2)})
            rate(clarity, summary, f"AL{judge}", {"clarity": value + 1})
    rate_controls(Assignment.objects.filter(hit__item__batch=fluency).first(), 100)
    rate(content, summaries[0], "AFAILED", {"recall": 100, "precision": 1}, sanity_passed=False)
    rate(content, summaries[0], "AUNKNOWN", {"recall": 99, "precision": 2}, confirmed_at=None)
    rate(
        content,
        summaries[0],
        "AVOID",
        {"recall": 98, "precision": 3},
        voided_at=NOW,
        sanity_passed=False,
    )
    return study


@pytest.fixture
def highlighted(study) -> Study:
    """The same, its first article marked by two people."""
    hit = make_hit(Summary.objects.order_by("pk").first().document, study=study)
    highlight(hit.item, "AWORKER1", [(0, 2)])
    highlight(hit.item, "AWORKER2", [(1, 3)])
    return study


def run(out: Path, *arguments: str, study: str = "pilot") -> tuple[str, str]:
    told, shown = StringIO(), StringIO()
    call_command("report", study, "--out", str(out), *arguments, stdout=told, stderr=shown)
    return told.getvalue(), shown.getvalue()


def data(out: Path) -> dict:
    return json.loads((out / "report.json").read_text(encoding="utf-8"))


def test_its_ratings_are_what_the_command_says_of_the_export(study, tmp_path):
    run(tmp_path, "--seed", "7")
    export = tmp_path / "ratings.jsonl"
    call_command("export_ratings", "pilot", "--out", str(export), stdout=StringIO())
    problems = Problems([str(export)])
    again = asdict(ratings_report(read_ratings(str(export), problems), seed=7))
    assert data(tmp_path)["ratings"] == json.loads(json.dumps(again))


def test_every_printed_cell_can_be_recomputed_from_the_export(highlighted, tmp_path):
    run(tmp_path)
    export = tmp_path / "ratings.jsonl"
    call_command("export_ratings", "pilot", "--out", str(export), stdout=StringIO())
    by_cell: dict = {}
    for row in map(json.loads, export.read_text().splitlines()):
        key = row["system"], row.get("context"), row["criterion"]
        by_cell.setdefault(key, {}).setdefault(row["document"], []).append(row["value"])
    table_2, table_3, table_4 = (_cells(tmp_path / f"table-{n}.csv") for n in (2, 3, 4))
    criteria = {"Prec": "precision", "Rec": "recall"}
    for (system, _, column), (value, n) in table_2.items():
        if " - " not in system:
            found = list(by_cell[system, "document", criteria[column]].values())
            assert value == pytest.approx(fmean(map(fmean, found)), abs=1e-9)
            assert n == sum(map(len, found))
    for (system, _, column), (value, n) in table_3.items():
        found = by_cell[system, "document", criteria[column]].values()
        by_hand = [(1 + 1 / (4 * len(v))) * stdev(v) / fmean(v) for v in found]
        assert value == pytest.approx(fmean(by_hand), abs=1e-9)
        assert n == len(by_hand)
    for (system, _, column), (value, n) in table_4.items():
        found = list(by_cell[system, None, column.lower()].values())
        assert value == pytest.approx(fmean(map(fmean, found)), abs=1e-9)
        assert n == sum(map(len, found))
    assert [len(table) for table in (table_2, table_3, table_4)] == [8, 6, 6]


def _cells(path: Path) -> dict:
    with path.open(newline="") as file:
        return {
            (row["row"], row["heading"], row["column"]): (
                float(row["value"]),
                int(row["n"]) if row["n"] else None,
            )
            for row in csv.DictReader(file)
        }


def test_work_that_does_not_count_is_told_by_its_first_rule(study, tmp_path):
    run(tmp_path)
    told = {row["judged"]: row for row in data(tmp_path)["exclusions"]}
    assert told["document"] == {
        "kind": "content",
        "judged": "document",
        "handed_in": 21,
        "voided": 1,
        "without_work": 0,
        "failed_check": 1,
        "unconfirmed": 1,
        "usable": 18,
    }
    assert told["fluency"]["usable"] == told["clarity"]["usable"] == 18


def test_the_means_without_exclusions_stand_beside_the_others(study, tmp_path):
    run(tmp_path)
    report = data(tmp_path)
    system = Summary.objects.order_by("pk").first().system.name

    def cell(name: str) -> dict:
        return next(
            row
            for row in report[name]["cells"]
            if (row["criterion"], row["system"]) == ("recall", system)
        )

    used, every = cell("ratings"), cell("ratings_without_exclusions")
    assert (used["n_ratings"], every["n_ratings"]) == (6, 9)
    # Work of the first article: 10, 15, 20 and, not usable, 100, 99, 98.
    second = fmean([31, 36, 41])
    assert used["mean"] == pytest.approx(fmean([15, second]))
    assert every["mean"] == pytest.approx(fmean([57, second]))


def test_wages_are_by_the_hour_of_active_time_and_rejected_work_earns_nothing(study, tmp_path):
    work = list(Assignment.objects.filter(hit__item__batch__kind="content").usable())
    for assignment, active_s in zip(work, (60, 90, 120, 600), strict=False):
        assignment.active_duration_s = active_s
    work[3].status = Assignment.Status.REJECTED
    Assignment.objects.bulk_update(work, ["active_duration_s", "status"])
    run(tmp_path)
    (found,) = (row for row in data(tmp_path)["wages"] if row["judged"] == "document")
    # 0.50 USD in 60, 90 and 120 seconds, and nothing for 600: 30, 20, 15 and 0 an hour.
    assert found["median_usd"] == pytest.approx(17.5)
    assert found["p10_usd"] == pytest.approx(4.5)
    assert (found["n"], found["n_untimed"], found["median_s"]) == (4, 16, 105)


def test_table_6_stands_with_the_summaries_themselves(study, tmp_path):
    run(tmp_path)
    rows = data(tmp_path)["tables"]["table-6"]["rows"]
    texts = {(s.system.name, s.document.external_id): s.text for s in Summary.objects.all()}
    assert len(rows) == 6
    for row in rows:
        assert row["text"] == texts[tuple(row["label"].split(": "))]
        assert row["text"] in (tmp_path / "table-6.tex").read_text()
        assert row["text"] in (tmp_path / "tables.txt").read_text()
    with (tmp_path / "table-6.csv").open(newline="") as file:
        assert {row["text"] for row in csv.DictReader(file)} == set(texts.values())


def test_controls_reach_no_file(study, tmp_path):
    assert ControlRating.objects.count()
    run(tmp_path / "with")
    ControlRating.objects.all().delete()
    run(tmp_path / "without")
    assert _bytes(tmp_path / "with") == _bytes(tmp_path / "without")


def test_twice_the_same_bytes_and_no_workers_name(highlighted, tmp_path):
    for name in ("one", "two"):
        run(tmp_path / name)
    assert _bytes(tmp_path / "one") == _bytes(tmp_path / "two")
    for worker in Worker.objects.all():
        assert not any(
            worker.mturk_id.encode() in text for text in _bytes(tmp_path / "one").values()
        )


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_comparisons_are_of_the_tables_differences(study, tmp_path):
    run(tmp_path)
    report = data(tmp_path)
    rows = {row["label"]: row["cells"] for row in report["tables"]["table-2"]["rows"]}
    printed = [cell["value"] for cell in rows["ptgen - tconvs2s"]]
    found = {
        row["criterion"]: row["difference"]
        for row in report["comparisons"]
        if row["systems"] == ["ptgen", "tconvs2s"]
    }
    assert [found["precision"], found["recall"]] == pytest.approx(printed)
    assert len(report["comparisons"]) == 4 * 3
    assert all(row["p"] <= row["p_holm"] <= 1 for row in report["comparisons"])
    assert report["check_strength"]["ranking"] == 0.1617
    assert {row["criterion"] for row in report["reliability"]} == {
        "recall",
        "precision",
        "fluency",
        "clarity",
    }
    with (tmp_path / "comparisons.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 12


def test_highlights_give_table_5_and_agreement(highlighted, tmp_path):
    run(tmp_path)
    report = data(tmp_path)
    assert set(report["tables"]) == {*TABLES, *FURTHER}
    for name in (*TABLES, *FURTHER):
        assert (tmp_path / f"{name}.tex").exists()
        assert (tmp_path / f"{name}.csv").exists()
    (note,) = report["tables"]["table-5"]["notes"]
    assert note.startswith("Annotators used 6.7 % of the word limit on average; 2 to 2 annotators")
    assert "undefined for 0 of 3 summaries. hrouge|" in note
    agreement = report["highlights"]["agreement"]["documents"][0]
    n_tokens = agreement["n_tokens"]
    assert agreement["coverage"] == pytest.approx(3 / n_tokens)
    assert {cell["n"] for row in report["tables"]["table-5"]["rows"] for cell in row["cells"]} == {
        1
    }


def test_without_highlights_it_says_why_there_is_no_table_5(study, tmp_path):
    run(tmp_path)
    report = data(tmp_path)
    assert "table-5" not in report["tables"]
    assert "has published no document" in report["highlights"]["missing"]


def test_a_study_without_work_has_an_empty_report(tmp_path):
    make_study()
    run(tmp_path)
    report = data(tmp_path)
    assert report["ratings"]["cells"] == report["exclusions"] == []
    assert report["counts"]["ratings"] == 0
    assert report["tables"] == {}


def test_progress_goes_to_stderr(study, tmp_path):
    told, shown = run(tmp_path)
    assert "72 ratings of 6 summaries by 9 judges" in told
    assert "measuring 72 usable ratings ..." in shown


def test_the_reference_stands_last_and_in_no_difference(study, tmp_path):
    run(tmp_path)
    rows = [row["label"] for row in data(tmp_path)["tables"]["table-2"]["rows"]]
    assert rows == ["ptgen", "tconvs2s", "reference", "ptgen - tconvs2s"]


def test_what_is_wrong_is_named(study, tmp_path):
    with pytest.raises(CommandError, match="no study 'nobody'"):
        run(tmp_path, study="nobody")
    with pytest.raises(CommandError, match="0 or more, got -1"):
        run(tmp_path, "--seed", "-1")
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        run(tmp_path / "file")
