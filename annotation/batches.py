"""The desk for highlight batches: which articles are offered, with which word limit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from django.db import transaction

from annotation.models import KIND, HighlightItem
from corpus.models import Dataset, Document, SanityStatement
from crowd.batches import BatchError, create_batch
from crowd.models import Batch, Study

TITLE = "Read a news article and mark its most important words"
DESCRIPTION = (
    "Read one short article, mark the words that matter most (at most {word_limit}), "
    "then answer one True/False question about it."
)
KEYWORDS = "reading, news, text, highlight, annotation, summary"
REWARD_USD = Decimal("0.50")
_MOST_WORDS = 1000
_SHOWN = 10


def create_highlight_batch(
    study: Study,
    dataset: Dataset,
    *,
    name: str,
    judges: int = 10,
    word_limit: int = 30,
    document_ids: Sequence[str] | None = None,
    reward_usd: Decimal = REWARD_USD,
    title: str = TITLE,
    description: str = "",
    keywords: str = KEYWORDS,
    **details: str | int,
) -> Batch:
    """Offer documents of a dataset, all of them or those named, to `judges` readers each.

    One transaction; writes a batch that costs nothing and can be deleted until it is published.
    Enqueues nothing. `details` are further fields of Batch. Raises BatchError with everything that
    is wrong: a document that is unknown, has no statement to ask, or is in this study with another
    word limit or from another dataset under the same id.
    """
    if isinstance(word_limit, bool) or not 1 <= word_limit <= _MOST_WORDS:
        problem = f"word_limit must be 1 to {_MOST_WORDS}, got {word_limit!r}"
        raise BatchError(("word_limit", problem))
    with transaction.atomic():
        # Two batches made at once must see each other's word limits.
        Study.objects.select_for_update().get(pk=study.pk)
        documents = chosen_documents(dataset, document_ids)
        statements = first_statements(dataset, SanityStatement.About.DOCUMENT)
        problems = [
            *_without_statement(documents, statements),
            *_at_odds(study, documents, word_limit),
        ]
        if problems:
            raise BatchError(*problems)
        batch = create_batch(
            study,
            name=name,
            kind=KIND,
            title=title,
            description=description or DESCRIPTION.format(word_limit=word_limit),
            keywords=keywords,
            reward_usd=reward_usd,
            judges=judges,
            keys=[document.external_id for document in documents],
            **details,
        )
        items = {item.key: item for item in batch.items.all()}
        HighlightItem.objects.bulk_create(
            HighlightItem(
                item=items[document.external_id],
                document=document,
                statement=statements[document.pk],
                word_limit=word_limit,
            )
            for document in documents
        )
    return batch


def chosen_documents(dataset: Dataset, document_ids: Sequence[str] | None) -> list[Document]:
    """In the order of the ids; of a whole dataset, in that of its documents. Raises BatchError."""
    documents = {
        document.external_id: document
        for document in dataset.documents.only("dataset", "external_id")
    }
    if document_ids is None:
        return list(documents.values())
    unknown = [external_id for external_id in document_ids if external_id not in documents]
    if unknown:
        problem = f"dataset '{dataset}' has no document {some_of(unknown)}"
        raise BatchError(("document_ids", problem))
    if repeated := [name for name, n in Counter(document_ids).items() if n > 1]:
        raise BatchError(("document_ids", f"named more than once: document {some_of(repeated)}"))
    return [documents[external_id] for external_id in document_ids]


def first_statements(dataset: Dataset, about: str) -> dict[int, SanityStatement]:
    """By document, the first statement about the document or the reference: the one asked."""
    rows = SanityStatement.objects.filter(document__dataset=dataset, about=about, voided_at=None)
    return {row.document_id: row for row in rows.order_by("-pk")}


def _without_statement(
    documents: list[Document], statements: dict[int, SanityStatement]
) -> Iterator[tuple[str, str]]:
    names = [document.external_id for document in documents if document.pk not in statements]
    if names:
        problem = f"no statement about the document can be asked for {some_of(names)}"
        yield "document_ids", problem


def _at_odds(study: Study, documents: list[Document], word_limit: int) -> Iterator[tuple[str, str]]:
    """What this study already says otherwise about these documents.

    Weights need one K a document; exports name documents by the id they have in their dataset.
    """
    wanted = {document.external_id: document for document in documents}
    offered = HighlightItem.objects.filter(item__batch__study=study).values_list(
        "document", "document__external_id", "document__dataset__name", "word_limit"
    )
    for key, external_id, dataset, limit in sorted(set(offered)):
        if external_id not in wanted:
            continue
        if wanted[external_id].pk != key:
            yield (
                "dataset",
                f"study '{study}' has another document {external_id!r}, of dataset '{dataset}'",
            )
        elif limit != word_limit:
            yield (
                "word_limit",
                f"study '{study}' offers document {external_id!r} with the word limit {limit}, "
                f"so not with {word_limit}",
            )


def some_of(names: list[str]) -> str:
    """The first few names, and how many more there are."""
    shown = ", ".join(repr(name) for name in names[:_SHOWN])
    return shown if len(names) <= _SHOWN else f"{shown} and {len(names) - _SHOWN} more"
