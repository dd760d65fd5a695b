"""What a study's highlights say: scores of summaries and agreement, or why they say nothing."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from annotation.scoring import exported
from annotation.tables import StudyTables, TablesError
from crowd.models import Study
from evaluation.further_tables import highlights_table
from metrics.agreement_report import AgreementReport, agreement_report
from metrics.hrouge_report import HrougeReport, hrouge_report
from metrics.paper_tables import overlap_table
from metrics.result_table import Figure, PaperTable
from metrics.rounding import MISSING, rounded
from metrics.scorer import Scorer

Row = dict[str, Any]


@dataclass(frozen=True)
class Highlights:
    """Reports of the study's export; without them, what is missing."""

    hrouge: HrougeReport | None = None
    agreement: AgreementReport | None = None
    missing: str | None = None

    @property
    def systems(self) -> set[str]:
        return {row["system"] for row in self.hrouge.systems} if self.hrouge else set()

    @property
    def scores(self) -> list[Row]:
        return self.hrouge.scores if self.hrouge else []

    def tables(self, systems: Sequence[str]) -> list[PaperTable]:
        """Table 5, and the agreement of annotators."""
        if self.hrouge is None or self.agreement is None:
            return []
        notes = _notes(self.hrouge, self.agreement)
        overlap = replace(_overlap(self.hrouge, systems), notes=notes)
        return [overlap, highlights_table(self.agreement)]

    def data(self) -> Row:
        """What report.json tells of them."""
        if self.hrouge is None or self.agreement is None:
            return {"missing": self.missing}
        return {
            "signature": self.hrouge.signature,
            "limit_used": self.hrouge.limit_used,
            "systems": self.hrouge.systems,
            "scores": self.hrouge.scores,
            "agreement": asdict(self.agreement),
        }


def read_highlights(study: Study, word_limit: int | None) -> Highlights:
    """Measure the study's export."""
    try:
        tables = StudyTables(study, word_limit)
    except TablesError as error:
        return Highlights(missing=str(error))
    with exported(tables) as files:
        return Highlights(
            hrouge_report(files, Scorer(word_limit=tables.word_limit)), agreement_report(files)
        )


def _notes(hrouge: HrougeReport, agreement: AgreementReport) -> list[str]:
    """What HROUGE must be read with: precision falls with the share of the limit used."""
    n_annotators = [row["n_annotators"] for row in agreement.documents]
    recalls = [row for row in hrouge.systems if row["n"] == 1]
    undefined, used_in = (sum(row[w]["recall"] for row in recalls) for w in ("undefined", "used"))
    used = MISSING if hrouge.limit_used is None else f"{rounded(100 * hrouge.limit_used, 1)} %"
    return [
        f"Annotators used {used} of the word limit on average; {min(n_annotators)} to "
        f"{max(n_annotators)} annotators a document; undefined for {undefined} of "
        f"{undefined + used_in} summaries. {hrouge.signature}"
    ]


def _overlap(report: HrougeReport, systems: Sequence[str]) -> PaperTable:
    measures = {"hrouge": "", "rouge": "rouge_"}
    scores = {
        (block, row["system"], str(row["n"]), measure): Figure(
            row[prefix + measure], row["used"][prefix + measure]
        )
        for row in report.systems
        for block, prefix in measures.items()
        for measure in ("precision", "recall")
    }
    return overlap_table(scores, systems)
