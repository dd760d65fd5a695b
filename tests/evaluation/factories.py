"""What tests of the rating HITs are made of: a corpus of a few systems, and published batches."""

from collections.abc import Sequence
from decimal import Decimal

from annotation.models import Release, ReleasedDocument
from corpus.models import Dataset, Document, SanityStatement, Summary, System
from crowd.frame import FrameClaims
from crowd.models import HIT, Batch, Item, Study
from evaluation.models import (
    ContentBatch,
    ContentItem,
    ControlText,
    QualityBatch,
    QualityControl,
    QualityItem,
    QualitySummary,
)
from tests.annotation.factories import NOW, WORKER_SITE, make_document, make_study

SYSTEMS = ("reference", "ptgen", "tconvs2s")
COUNTS = (0, 1, 3, 4, 4, 7)
ROLES = ("good", "mediocre", "bad")

__all__ = ["NOW", "WORKER_SITE", "make_document", "make_study"]


def make_corpus(n_documents: int = 4, systems: Sequence[str] = SYSTEMS) -> Dataset:
    """Articles with a summary of each system and both statements, of which the first is right."""
    for number in range(n_documents):
        make_document(external_id=f"article-{number:04}")
    dataset = Dataset.objects.get(name="news")
    made = [
        System.objects.create(dataset=dataset, name=name, is_reference=name == "reference")
        for name in systems
    ]
    for document in dataset.documents.all():
        Summary.objects.bulk_create(
            Summary(
                document=document,
                system=system,
                text=f"the {system.name} says {document.external_id} .",
                words=["the", system.name, "says", document.external_id, "."],
                tokenizer="blanks",
            )
            for system in made
        )
        SanityStatement.objects.bulk_create(
            SanityStatement(
                document=document, about=about, statement=f"The {about} is read.", answer=True
            )
            for about in ("document", "reference")
        )
    return dataset


def make_batch(study: Study, kind: str, n_items: int, *, judges: int = 3, **fields) -> Batch:
    """A published batch of bare items, each with one HIT."""
    batch = Batch.objects.create(
        study=study,
        kind=kind,
        title="Rate summaries",
        description="Read and rate.",
        reward_usd=Decimal("0.50"),
        judges=judges,
        endpoint_url=WORKER_SITE,
        published_at=NOW,
        **{"name": f"{kind}-{Batch.objects.count()}", **fields},
    )
    items = Item.objects.bulk_create(
        Item(batch=batch, key=f"item {number}") for number in range(n_items)
    )
    HIT.objects.bulk_create(
        HIT(item=item, max_assignments=judges, mturk_id=f"3HIT{item.pk}") for item in items
    )
    return batch


def make_content_batch(
    dataset: Dataset,
    *,
    context: str = "document",
    study: Study | None = None,
    seed: int = 1,
    **fields,
) -> Batch:
    study = study or Study.objects.first() or make_study()
    summaries = list(Summary.objects.filter(document__dataset=dataset).order_by("pk"))
    batch = make_batch(study, "content", len(summaries), **fields)
    release = make_release(study, dataset) if context == "highlights" else None
    ContentBatch.objects.create(batch=batch, context=context, release=release, seed=seed)
    released = {row.document_id: row for row in release.documents.all()} if release else {}
    about = "reference" if context == "reference" else "document"
    statements = {
        row.document_id: row
        for row in SanityStatement.objects.filter(document__dataset=dataset, about=about)
    }
    ContentItem.objects.bulk_create(
        ContentItem(
            item=item,
            summary=summary,
            statement=statements[summary.document_id],
            released=released.get(summary.document_id),
        )
        for item, summary in zip(batch.items.all(), summaries, strict=True)
    )
    return batch


def make_release(study: Study, dataset: Dataset) -> Release:
    """Heat maps in which the words were marked by 0, 1, 3, 4, 4, 7, and so on again."""
    release = Release.objects.create(
        study=study, name=f"heat-{Release.objects.count()}", created_at=NOW
    )
    ReleasedDocument.objects.bulk_create(
        ReleasedDocument(
            release=release,
            document=document,
            counts=[COUNTS[i % len(COUNTS)] for i in range(document.n_tokens)],
            num_h=[0.0] * document.n_tokens,
            n_annotators=10,
            word_limit=30,
            assignment_ids=[],
            signature="test",
        )
        for document in dataset.documents.all()
    )
    return release


def make_content_hit(context: str = "document", **fields) -> HIT:
    batch = make_content_batch(make_corpus(2), context=context, **fields)
    return HIT.objects.filter(item__batch=batch).first()


def make_quality_batch(
    dataset: Dataset,
    sheets: Sequence[Sequence[Summary]],
    *,
    criterion: str = "fluency",
    study: Study | None = None,
    seed: int = 1,
    **fields,
) -> Batch:
    """Sheets of these summaries; the controls of all are of the last article."""
    study = study or Study.objects.first() or make_study()
    batch = make_batch(study, "quality", len(sheets), **fields)
    QualityBatch.objects.create(batch=batch, criterion=criterion, seed=seed)
    document = Document.objects.filter(dataset=dataset).last()
    controls = [
        ControlText.objects.create(
            batch=batch, document=document, role=role, text=f"a {role} text ."
        )
        for role in ROLES
    ]
    for item, summaries in zip(batch.items.all(), sheets, strict=True):
        sheet = QualityItem.objects.create(item=item)
        QualitySummary.objects.bulk_create(
            QualitySummary(quality_item=sheet, summary=summary) for summary in summaries
        )
        QualityControl.objects.bulk_create(
            QualityControl(quality_item=sheet, control=control) for control in controls
        )
    return batch


def make_quality_hit(criterion: str = "fluency", n_summaries: int = 5, **fields) -> HIT:
    """A HIT of one task: a summary of each of so many articles, and three controls of another."""
    dataset = make_corpus(n_summaries + 1, SYSTEMS)
    documents = list(dataset.documents.all())[:n_summaries]
    task = [document.summaries.all()[n % 3] for n, document in enumerate(documents)]
    batch = make_quality_batch(dataset, [task], criterion=criterion, **fields)
    return HIT.objects.get(item__batch=batch)


def claims_for(hit: HIT, worker_id: str = "A1", assignment_id: str = "") -> FrameClaims:
    return FrameClaims(
        assignment_id=assignment_id or f"3ASG{worker_id}{hit.pk}",
        hit_id=hit.mturk_id,
        worker_id=worker_id,
        submit_to=WORKER_SITE,
    )
