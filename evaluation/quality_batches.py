"""The desk for fluency and clarity batches: sheets of summaries with hidden controls."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.db import transaction

from annotation.batches import chosen_documents
from corpus.models import Dataset
from crowd.batches import BatchError, create_batch
from crowd.models import Batch, Study
from evaluation.choosing import chosen_seed, chosen_systems
from evaluation.controls import Role
from evaluation.models import (
    OF_QUALITY,
    QUALITY,
    ControlText,
    QualityBatch,
    QualityControl,
    QualityItem,
    QualitySummary,
)
from evaluation.sheets import Sheet, make_sheets

JUDGES = 3
N_SUMMARIES = 5
N_EDITS = 3
REWARD_USD = Decimal("0.60")
EXPECTED_S = 240
KEYWORDS = "reading, news, summary, rating, evaluation"
_TITLE = "Say how {adjective} short summaries are"
_DESCRIPTION = "Read {n} short summaries, one after another, and say how {adjective} each is."
_ADJECTIVES = {"fluency": "fluent", "clarity": "clear"}
MOST = 50
"""Summaries on a sheet, and edits of a mediocre control."""


def create_quality_batch(
    study: Study,
    dataset: Dataset,
    *,
    criterion: str,
    name: str,
    judges: int = JUDGES,
    n_summaries: int = N_SUMMARIES,
    n_edits: int = N_EDITS,
    systems: Sequence[str] | None = None,
    document_ids: Sequence[str] | None = None,
    seed: int | None = None,
    reward_usd: Decimal = REWARD_USD,
    title: str = "",
    description: str = "",
    **details: Any,
) -> Batch:
    """Deal every chosen summary to one sheet, with three controls on each.

    Fluency and clarity of one study are dealt by one seed unless others are given: then their
    sheets hold the same articles, and a worker who judged some of either can still judge others.

    One transaction; writes a batch that costs nothing and can be deleted until it is published.
    Enqueues nothing. `details` are further fields of Batch. Raises BatchError.
    """
    _check(criterion, n_summaries=n_summaries, n_edits=n_edits)
    made_by = {
        "n_summaries": n_summaries,
        "n_edits": n_edits,
        "seed": chosen_seed(_siblings_seed(study, dataset) if seed is None else seed),
        "criterion": criterion,
    }
    sheets = make_sheets(
        chosen_documents(dataset, document_ids), chosen_systems(dataset, systems), **made_by
    )
    told = {"adjective": _ADJECTIVES[criterion], "n": len(sheets[0].summaries) + len(Role)}
    with transaction.atomic():
        batch = create_batch(
            study,
            name=name,
            kind=QUALITY,
            title=title or _TITLE.format(**told),
            description=description or _DESCRIPTION.format(**told),
            reward_usd=reward_usd,
            judges=judges,
            keys=[f"sheet {number}" for number in range(1, len(sheets) + 1)],
            **{"keywords": KEYWORDS, "expected_duration_s": EXPECTED_S, **details},
        )
        QualityBatch.objects.create(batch=batch, **made_by)
        _write(batch, sheets)
    return batch


def _check(criterion: str, **numbers: int) -> None:
    if criterion not in OF_QUALITY:
        problem = f"criterion must be one of {', '.join(OF_QUALITY)}, got {criterion!r}"
        raise BatchError(("criterion", problem))
    for field, value in numbers.items():
        if type(value) is not int or not 1 <= value <= MOST:
            problem = f"{field} must be a whole number from 1 to {MOST}, got {value!r}"
            raise BatchError((field, problem))


def _siblings_seed(study: Study, dataset: Dataset) -> int | None:
    """That of the study's latest fluency or clarity batch over the dataset."""
    siblings = QualityBatch.objects.filter(
        batch__study=study,
        batch__items__quality_item__summaries__summary__document__dataset=dataset,
    )
    return siblings.order_by("-pk").values_list("seed", flat=True).first()


def _write(batch: Batch, sheets: Sequence[Sheet]) -> None:
    items = QualityItem.objects.bulk_create(
        QualityItem(item=item) for item in batch.items.order_by("pk")
    )
    QualitySummary.objects.bulk_create(
        QualitySummary(quality_item=item, summary=summary)
        for item, sheet in zip(items, sheets, strict=True)
        for summary in sheet.summaries
    )
    # A control on two sheets is one text.
    texts = {
        control.identity: ControlText(
            batch=batch,
            role=control.role,
            document_id=control.document_id,
            text=control.text,
            seed=control.seed,
            edits=control.edits,
        )
        for sheet in sheets
        for control in sheet.controls
    }
    ControlText.objects.bulk_create(texts.values())
    QualityControl.objects.bulk_create(
        QualityControl(quality_item=item, control=texts[control.identity])
        for item, sheet in zip(items, sheets, strict=True)
        for control in sheet.controls
    )
