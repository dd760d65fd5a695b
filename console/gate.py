"""The gate before a release: what each document's highlights are worth, and which are proposed."""

from dataclasses import dataclass

from annotation.quality import DocumentQuality, highlight_quality
from crowd.models import Study


@dataclass(frozen=True)
class Bar:
    """What a document needs to be proposed; a kappa of None asks for none."""

    min_annotators: int | None = None
    min_kappa: float | None = None

    def is_passed_by(self, quality: DocumentQuality) -> bool:
        """All its judges, unless a number is given; and the agreement asked for."""
        wanted = quality.n_wanted if self.min_annotators is None else self.min_annotators
        if quality.n_annotators < max(1, wanted) or not quality.has_weights:
            return False
        if self.min_kappa is None:
            return True
        return quality.kappa is not None and quality.kappa >= self.min_kappa


@dataclass(frozen=True)
class GateRow:
    """A document at the gate. `problem`: why it cannot be released now, empty if it can.
    `lowest`: the least agreement of one annotator with the others."""

    quality: DocumentQuality
    is_proposed: bool
    problem: str
    lowest: float | None

    @property
    def name(self) -> str:
        return self.quality.document.external_id

    @property
    def n_missing(self) -> int:
        return max(0, self.quality.n_wanted - self.quality.n_annotators)


def gate_rows(study: Study, bar: Bar) -> list[GateRow]:
    """Every document the study offers for highlighting; as many statements as highlight_quality."""
    return [gate_row(quality, bar) for quality in highlight_quality(study)]


def gate_row(quality: DocumentQuality, bar: Bar) -> GateRow:
    lowest = quality.lowest_peer
    return GateRow(
        quality=quality,
        is_proposed=bar.is_passed_by(quality),
        problem=problem_with(quality),
        lowest=lowest.kappa if lowest else None,
    )


def problem_with(quality: DocumentQuality) -> str:
    if not quality.n_annotators:
        return "no usable work yet"
    return "" if quality.has_weights else "its weights are being computed"
