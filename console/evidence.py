"""What a reviewer looks at before deciding: the check, the work, others' work, the worker."""

from dataclasses import dataclass
from datetime import timedelta
from statistics import median
from typing import Any

from annotation.models import Highlight
from annotation.runs import Run, paragraphs
from console.checks import check_of
from console.counting import tallies
from console.matter import Matter, matter_of
from console.phrases import phrase
from console.ratings import Answered, RatedWork, rated_work
from console.record import Record, record_of
from crowd.models import Assignment
from metrics.peers import agreement_with_others
from metrics.weights import token_weights


@dataclass(frozen=True)
class Marks:
    """What the worker marked, beside usable work of others on the same document.

    n_shared: of the worker's words, those somebody else marked too. kappa: mean agreement with each
    of the others, None where undefined.
    """

    phrases: list[str]
    n_words: int
    word_limit: int
    n_others: int
    n_shared: int
    kappa: float | None
    paragraphs: list[list[Run]]


@dataclass(frozen=True)
class Evidence:
    """None stands for what never arrived. `history` counts this worker's work in the study, `check`
    says how strong the check is, `usual_active_s` is the median of others' usable work."""

    assignment: Assignment
    highlight: Highlight | None
    marks: Marks | None
    rated: RatedWork | None
    history: dict[str, int]
    accepted_for: timedelta | None
    usual_active_s: float | None
    check: str
    record: Record
    matter: Matter | None

    @property
    def pace(self) -> float | None:
        """The time worked as a multiple of what others usually need."""
        worked = self.assignment.active_duration_s
        return worked / self.usual_active_s if worked and self.usual_active_s else None

    @property
    def answered(self) -> Answered | None:
        if self.highlight:
            return Answered(self.highlight.statement, self.highlight.statement_answer)
        return self.rated.answered if self.rated else None

    def as_stored(self) -> dict[str, Any]:
        """What the reviewer saw, as a decision keeps it."""
        facts: dict[str, Any] = {
            "active_duration_s": self.assignment.active_duration_s,
            "usual_active_s": self.usual_active_s,
            "check": self.check,
            "worker": {"handed_in": self.record.n_handed_in, "failed": self.record.n_failed},
        }
        if self.answered:
            facts |= {
                "statement": self.answered.statement.statement,
                "answered": self.answered.answer,
                "right": self.answered.statement.answer,
            }
        if self.marks:
            facts |= {
                "n_words": self.marks.n_words,
                "n_shared": self.marks.n_shared,
                "n_others": self.marks.n_others,
                "kappa": self.marks.kappa,
            }
        return facts | (self.rated.as_stored() if self.rated else {})


def evidence(assignment: Assignment) -> Evidence:
    """Reads in a fixed number of statements; `assignment` comes with its HIT, item and batch."""
    highlight = (
        Highlight.objects.filter(pk=assignment.pk)
        .select_related("statement__document", "assignment__hit__item__highlight_item")
        .first()
    )
    others = list(_others(highlight)) if highlight else []
    usual = [other.assignment for other in others] if highlight else _peers(assignment)
    active = [work.active_duration_s for work in usual if work.active_duration_s]
    study = assignment.hit.item.batch.study_id
    work = Assignment.objects.filter(worker=assignment.worker_id, hit__item__batch__study=study)
    took = assignment.handed_in_at and assignment.accepted_at
    return Evidence(
        assignment=assignment,
        highlight=highlight,
        marks=_marks(highlight, others) if highlight else None,
        rated=None if highlight else rated_work(assignment),
        history=tallies(work, by="worker")[assignment.worker_id],
        accepted_for=assignment.handed_in_at - assignment.accepted_at if took else None,
        usual_active_s=median(active) if active else None,
        check=check_of(assignment.hit.item.batch),
        record=record_of(assignment),
        matter=None if highlight else matter_of(assignment),
    )


def _others(highlight: Highlight):
    """Usable highlights of the same document in the same study, without this one."""
    item = highlight.assignment.hit.item
    work = Assignment.objects.usable().filter(
        hit__item__batch__study=item.batch.study_id,
        hit__item__highlight_item__document=highlight.statement.document_id,
    )
    others = Highlight.objects.filter(assignment__in=work).exclude(pk=highlight.pk)
    return others.select_related("assignment")


def _peers(assignment: Assignment) -> list[Assignment]:
    """Usable work of others in the batch."""
    batch = assignment.hit.item.batch_id
    work = Assignment.objects.usable().filter(hit__item__batch=batch).exclude(pk=assignment.pk)
    return list(work.only("active_duration_s"))


def _marks(highlight: Highlight, others: list[Highlight]) -> Marks:
    document = highlight.statement.document
    theirs = {i for start, end in highlight.spans for i in range(start, end)}
    spans = [other.spans for other in others]
    counts = token_weights(spans, document.n_tokens, max(document.n_tokens, 1)).counts
    return Marks(
        phrases=[phrase(document, span) for span in highlight.spans],
        n_words=len(theirs),
        word_limit=highlight.assignment.hit.item.highlight_item.word_limit,
        n_others=len(others),
        n_shared=sum(1 for i in theirs if counts[i]),
        kappa=agreement_with_others([highlight.spans, *spans], document.n_tokens)[0],
        paragraphs=paragraphs(document, counts=counts, theirs=theirs),
    )
