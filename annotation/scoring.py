"""Scores the summaries of a study by its highlights.

What is scored are the files of the export, written to a temporary folder and read by the code
behind `python -m metrics`: the numbers are the same because it is the same computation.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from annotation.exporting import Progress, export_study
from annotation.tables import StudyTables
from metrics.hrouge_report import HrougeReport, hrouge_report
from metrics.scorer import Scorer
from metrics.study import Study as StudyFiles


def score_study(tables: StudyTables, progress: Progress = lambda *_: None) -> HrougeReport:
    """HROUGE-1, HROUGE-2 and ROUGE against the document of every summary; changes nothing."""
    with exported(tables, progress) as files:
        return hrouge_report(files, Scorer(word_limit=tables.word_limit))


@contextmanager
def exported(tables: StudyTables, progress: Progress = lambda *_: None) -> Iterator[StudyFiles]:
    """The study's export, as long as it is being read."""
    with TemporaryDirectory(prefix="highres-") as name:
        folder = Path(name)
        export_study(tables, folder, progress)
        yield StudyFiles(
            documents=str(folder / "documents.jsonl"),
            highlights=str(folder / "highlights.jsonl"),
            summaries=str(folder / "summaries.jsonl"),
        )
