"""The scores of a study as the page sets them out: like Table 5 of the paper, systems by n."""

from collections.abc import Iterator
from dataclasses import dataclass

from annotation.models import HighlightItem
from annotation.scoring import score_study
from annotation.tables import StudyTables
from crowd.models import Study
from metrics.hrouge_report import HrougeReport

# More documents than a page can wait for; the command has no such limit.
MOST_DOCUMENTS = 500
BLOCKS = {
    "HROUGE, against the highlights": {
        "precision": "Precision",
        "recall": "Recall",
        "f1": "F1",
    },
    "ROUGE, against the whole document": {
        "rouge_precision": "Precision",
        "rouge_recall": "Recall",
    },
}


@dataclass(frozen=True)
class Cell:
    """A mean in 0..1, None where it is undefined in every document."""

    mean: float | None
    n_used: int
    n_undefined: int


@dataclass(frozen=True)
class Block:
    """One table: a row a system, for each n the measures of the block."""

    title: str
    orders: list[int]
    measures: list[str]
    rows: list[tuple[str, list[Cell]]]


def word_limits(study: Study) -> list[int]:
    """The word limits the study offers documents with; scores need one of them."""
    items = HighlightItem.objects.filter(item__batch__study=study)
    return sorted(set(items.values_list("word_limit", flat=True)))


def is_too_large(study: Study) -> bool:
    items = HighlightItem.objects.filter(item__batch__study=study)
    return items.values("document").distinct().count() > MOST_DOCUMENTS


def study_scores(study: Study, word_limit: int) -> HrougeReport:
    """The report of `manage.py score_summaries`; raises TablesError as it does."""
    return score_study(StudyTables(study, word_limit))


def blocks(report: HrougeReport) -> Iterator[Block]:
    means = {(row["system"], row["n"]): row for row in report.systems}
    systems = list(dict.fromkeys(system for system, _ in means))
    orders = sorted({n for _, n in means})
    for title, measures in BLOCKS.items():
        rows = [
            (system, [_cell(means[system, n], measure) for n in orders for measure in measures])
            for system in systems
        ]
        yield Block(title, orders, list(measures.values()), rows)


def _cell(row: dict, measure: str) -> Cell:
    return Cell(row[measure], row["used"][measure], row["undefined"][measure])
