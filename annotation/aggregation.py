"""Computes token weights from the usable highlights: the worker that aggregates.

Nothing is ever added up: a document's weights are computed anew from the rows there are, so it
does not matter how often, in which order or beside whom this runs.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from annotation.annotators import annotators
from annotation.models import HighlightItem, TokenWeights
from corpus.models import Document
from metrics.signature import signature
from metrics.weights import token_weights

Pair = tuple[int, int]
"""A study's and a document's key."""


class AggregationError(ValueError):
    """The highlights of a document cannot be aggregated; the message names study and document."""


def aggregate_document(study_id: int, document_id: int) -> None:
    """Bring the weights of a document in a study up to date; safe to run at any time.

    Writes one row of TokenWeights, or none if nothing has changed. Enqueues nothing. Raises
    AggregationError if the study's items of the document differ in K.
    """
    with transaction.atomic():
        # One at a time for a document, whatever the database: whoever comes second reads what the
        # first one could not have seen. (SQLite takes its write lock where the transaction begins.)
        document = Document.objects.select_for_update(no_key=True).get(pk=document_id)
        items = HighlightItem.objects.filter(item__batch__study=study_id, document=document_id)
        # Read before the highlights: if one becomes usable in between, the weights are newer than
        # they say, and are found stale and computed again, never the other way round.
        revision = items.aggregate(sum=Sum("item__revision"))["sum"]
        if revision is None:
            return
        limits = set(items.values_list("word_limit", flat=True))
        if len(limits) > 1:
            raise AggregationError(
                f"study {study_id} offers document {document_id} with the word limits "
                f"{sorted(limits)}; weights need one K"
            )
        _store(study_id, document, revision, limits.pop())


def stale_documents() -> list[Pair]:
    """Where work has changed since the weights were computed, or none were: for the sweep."""
    revisions = _by_pair(
        HighlightItem.objects.values_list("item__batch__study", "document")
        .annotate(sum=Sum("item__revision"))
        .filter(sum__gt=0)
    )
    computed = _by_pair(TokenWeights.objects.values_list("study", "document", "revision"))
    return [pair for pair, revision in revisions.items() if computed.get(pair) != revision]


def documents_of(item_ids: Iterable[int]) -> list[Pair]:
    """Which documents, in which studies, these items offer."""
    pairs = HighlightItem.objects.filter(item__in=list(item_ids))
    return list(pairs.order_by().values_list("item__batch__study", "document").distinct())


def _store(study_id: int, document: Document, revision: int, word_limit: int) -> None:
    spans = [annotator.spans for annotator in annotators(study_id, document.pk)]
    weights = token_weights(spans, document.n_tokens, word_limit)
    values = {
        "counts": weights.counts,
        "num_h": weights.num_h,
        "n_annotators": weights.n_annotators,
        "word_limit": word_limit,
        "revision": revision,
        "signature": signature(
            "weights",
            word_limit=word_limit,
            n_annotators=[weights.n_annotators],
            tokenizer=[document.tokenizer],
        ),
    }
    before = TokenWeights.objects.filter(study=study_id, document=document).first()
    if before is None or any(getattr(before, name) != value for name, value in values.items()):
        TokenWeights.objects.update_or_create(
            study_id=study_id,
            document=document,
            defaults=values | {"computed_at": timezone.now()},
        )


def _by_pair(rows: Iterable[tuple[int, int, int]]) -> dict[Pair, int]:
    return {(study_id, document_id): number for study_id, document_id, number in rows}
