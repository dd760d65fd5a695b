"""The desk for content batches: which summaries are rated, and against what."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.db import transaction

from annotation.batches import chosen_documents, first_statements, some_of
from annotation.models import Release, ReleasedDocument
from corpus.models import Dataset, Document, SanityStatement
from crowd.batches import BatchError, create_batch
from crowd.models import Batch, Study
from evaluation.choosing import chosen_seed, chosen_summaries, chosen_systems
from evaluation.models import CONTENT, ContentBatch, ContentItem, Context

JUDGES = 3
REWARD_USD = Decimal("0.60")
TITLES = {
    Context.HIGHLIGHTS: "Read a news article with its important words marked and judge a summary",
    Context.DOCUMENT: "Read a news article and judge a summary of it",
    Context.REFERENCE: "Compare a summary with a reference sentence",
}
DESCRIPTIONS = {
    Context.HIGHLIGHTS: (
        "Read one news article with its important words marked, say how well a summary covers it, "
        "then answer one True/False question."
    ),
    Context.DOCUMENT: (
        "Read one news article, say how well a summary covers it, then answer one True/False "
        "question."
    ),
    Context.REFERENCE: (
        "Read one sentence, say how well a summary agrees with it, then answer one True/False "
        "question."
    ),
}
KEYWORDS = "reading, news, summary, rating, evaluation"
EXPECTED_S = 240
_KEY_LENGTH = 200


def create_content_batch(
    study: Study,
    dataset: Dataset,
    *,
    context: str,
    name: str,
    release: Release | None = None,
    judges: int = JUDGES,
    systems: Sequence[str] | None = None,
    document_ids: Sequence[str] | None = None,
    seed: int | None = None,
    reward_usd: Decimal = REWARD_USD,
    title: str = "",
    description: str = "",
    **details: Any,
) -> Batch:
    """Offer every chosen summary to `judges` raters, who read what `context` says beside it.

    One transaction; writes a batch that costs nothing and can be deleted until it is published.
    Enqueues nothing. With the context "highlights" a release of this study must cover the
    documents; with "reference" the reference itself is not rated. `details` are further fields of
    Batch. Raises BatchError with everything that is wrong.
    """
    if context not in Context.values:
        problem = f"context must be one of {', '.join(Context.values)}, got {context!r}"
        raise BatchError(("context", problem))
    is_reference = context == Context.REFERENCE
    documents = chosen_documents(dataset, document_ids)
    rated = chosen_systems(dataset, systems, with_reference=not is_reference)
    about = SanityStatement.About.REFERENCE if is_reference else SanityStatement.About.DOCUMENT
    statements = first_statements(dataset, about)
    frozen = released_documents(study, context, release)
    problems = [
        *_without(
            documents,
            statements,
            "document_ids",
            f"no statement about the {about} can be asked for",
        ),
        *(
            _without(documents, frozen, "release", f"release '{release}' does not cover")
            if release
            else ()
        ),
        *(_without_reference(dataset, documents) if is_reference else ()),
    ]
    if problems:
        raise BatchError(*problems)
    summaries = list(chosen_summaries(documents, rated).values())
    names = {document.pk: document.external_id for document in documents}
    keys = [
        key_of(names[summary.document_id], summary.system.name, summary.pk) for summary in summaries
    ]
    with transaction.atomic():
        batch = create_batch(
            study,
            name=name,
            kind=CONTENT,
            title=title or TITLES[Context(context)],
            description=description or DESCRIPTIONS[Context(context)],
            reward_usd=reward_usd,
            judges=judges,
            keys=keys,
            **{"keywords": KEYWORDS, "expected_duration_s": EXPECTED_S, **details},
        )
        ContentBatch.objects.create(
            batch=batch, context=context, release=release, seed=chosen_seed(seed)
        )
        items = {item.key: item for item in batch.items.all()}
        ContentItem.objects.bulk_create(
            ContentItem(
                item=items[key],
                summary=summary,
                released=frozen.get(summary.document_id),
                statement=statements[summary.document_id],
            )
            for key, summary in zip(keys, summaries, strict=True)
        )
    return batch


def released_documents(
    study: Study, context: str, release: Release | None
) -> dict[int, ReleasedDocument]:
    """By document; raises BatchError where a release is missing, of no use, or another study's."""
    if context != Context.HIGHLIGHTS:
        if release is not None:
            problem = f"context {context!r} shows no highlights, so takes no release"
            raise BatchError(("release", problem))
        return {}
    if release is None:
        problem = "context 'highlights' needs a release (manage.py make_release)"
        raise BatchError(("release", problem))
    if release.study_id != study.pk:
        problem = f"release '{release}' belongs to another study than '{study}'"
        raise BatchError(("release", problem))
    return {row.document_id: row for row in release.documents.only("document")}


def key_of(document: str, system: str, summary: int) -> str:
    """What staff read; it never leaves the console."""
    key = f"{document}/{system}"
    return key if len(key) <= _KEY_LENGTH else f"summary {summary} by {system}"


def _without(
    documents: list[Document], known: dict[int, Any], argument: str, problem: str
) -> Iterator[tuple[str, str]]:
    names = [document.external_id for document in documents if document.pk not in known]
    if names:
        yield argument, f"{problem} {some_of(names)}"


def _without_reference(dataset: Dataset, documents: list[Document]) -> Iterator[tuple[str, str]]:
    reference = [system for system in dataset.systems.all() if system.is_reference]
    if not reference:
        yield "dataset", f"dataset '{dataset}' has no reference"
        return
    known = {document for document, _ in chosen_summaries(documents, reference)}
    problem = "there is no reference summary of"
    yield from _without(documents, dict.fromkeys(known), "document_ids", problem)
