"""The heat map of one document in one study: runs to paint, a legend in words, agreement."""

from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from annotation.heat import LegendEntry, legend
from annotation.models import Highlight, TokenWeights
from annotation.runs import Run, paragraphs
from console.phrases import Phrase, marked_phrases
from corpus.models import Document
from crowd.models import Assignment, Item, Study
from metrics.agreement import DocumentAgreement, document_agreement


@dataclass(frozen=True)
class HeatMap:
    """is_stale: usable work has arrived since the weights were computed."""

    document: Document
    weights: TokenWeights | None
    paragraphs: list[list[Run]]
    legend: list[LegendEntry]
    phrases: list[Phrase]
    agreement: DocumentAgreement
    is_stale: bool


def heat_map(study: Study, document: Document) -> HeatMap:
    """Reads in a fixed number of statements."""
    weights = TokenWeights.objects.filter(study=study, document=document).first()
    counts = weights.counts if weights else [0] * document.n_tokens
    spans = list(_usable(study, document).values_list("spans", flat=True))
    return HeatMap(
        document=document,
        weights=weights,
        paragraphs=paragraphs(document, counts=counts),
        legend=legend(counts),
        phrases=marked_phrases(document, spans, counts),
        agreement=document_agreement(spans, document.n_tokens),
        is_stale=_revision(study, document) != (weights.revision if weights else 0),
    )


def _usable(study: Study, document: Document) -> QuerySet[Highlight]:
    work = Assignment.objects.usable().filter(
        hit__item__batch__study=study, hit__item__highlight_item__document=document
    )
    return Highlight.objects.filter(assignment__in=work).order_by("pk")


def _revision(study: Study, document: Document) -> int:
    items = Item.objects.filter(batch__study=study, highlight_item__document=document)
    return items.aggregate(n=Sum("revision"))["n"] or 0
