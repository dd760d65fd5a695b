"""What a worker has met in a study, and what a batch still wants: read for the allocation.

Every read is one statement, however many items, judgments and articles there are.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce

from annotation.meetings import highlighted_by
from crowd.models import HIT, Batch, Worker
from evaluation.allocation import Candidate, History
from evaluation.models import CONTENT, Allocation, ContentItem, QualitySummary

_CONTENT = "item__content_item__summary__"
_QUALITY = "item__quality_item__summaries__summary__"


@dataclass(frozen=True)
class Past:
    """A worker's history; `again` is the item they left unfinished in an earlier assignment of
    this HIT, which they must have returned: nobody holds two assignments of one HIT."""

    history: History
    again: int | None


@dataclass(frozen=True)
class Layout:
    """The articles of each item of a batch, and the system of each of its summaries."""

    documents: dict[int, frozenset[int]]
    systems: dict[int, tuple[int, ...]]

    @property
    def all_systems(self) -> set[int]:
        return {system for systems in self.systems.values() for system in systems}


def past_of(worker: Worker, hit: HIT) -> Past:
    """Two statements; one in a study whose workers may rate what they highlighted.

    What was ever given counts, whatever became of it: the worker has seen it. Systems are counted
    under the question of the HIT's batch, its context or criterion.
    """
    batch = hit.item.batch
    documents: set[int] = set()
    system_of: dict[int, int] = {}
    again = None
    for row in _met(worker, batch):
        documents.add(row["document"])
        if row["question"] == question_of(batch):
            system_of[row["document"]] = row["system"]
        if row["assignment__hit"] == hit.pk and row["assignment__submitted_at"] is None:
            again = row["item"]
    if not batch.study.may_rate_highlighted:
        documents |= highlighted_by(worker, batch.study_id)
    return Past(History(frozenset(documents), Counter(system_of.values())), again)


def question_of(batch: Batch) -> str:
    """What a batch asks: with another question, systems are counted anew."""
    if batch.kind == CONTENT:
        return batch.content_batch.context
    return batch.quality_batch.criterion


def layout_of(batch: Batch) -> Layout:
    """One statement; a published batch never changes its items."""
    if batch.kind == CONTENT:
        rows = ContentItem.objects.filter(item__batch=batch).values_list(
            "item", "summary__document", "summary__system"
        )
    else:
        rows = QualitySummary.objects.filter(quality_item__item__batch=batch).values_list(
            "quality_item", "summary__document", "summary__system"
        )
    documents: defaultdict[int, list[int]] = defaultdict(list)
    systems: defaultdict[int, list[int]] = defaultdict(list)
    for item, document, system in rows:
        documents[item].append(document)
        systems[item].append(system)
    return Layout(
        {item: frozenset(keys) for item, keys in documents.items()},
        {item: tuple(keys) for item, keys in systems.items()},
    )


def wanted(
    batch: Batch, layout: Layout, *, hit: HIT, worker: Worker, now: datetime
) -> list[Candidate]:
    """The items that want judges. One statement, behind the batch's lock.

    What the worker returned of this HIT takes up no place.
    """
    lease = timedelta(seconds=batch.assignment_duration_s)
    returned = Q(assignment__hit=hit, assignment__worker=worker, assignment__submitted_at=None)
    n_judges = dict(
        Allocation.objects.holding(now, lease)
        .filter(item__batch=batch)
        .exclude(returned)
        .order_by()
        .values_list("item")
        .annotate(Count("pk"))
    )
    return [
        Candidate(item, documents, layout.systems[item], n_judges.get(item, 0))
        for item, documents in layout.documents.items()
        if n_judges.get(item, 0) < batch.judges
    ]


def _met(worker: Worker, batch: Batch) -> QuerySet:
    """A row for each summary this worker was ever given in the study."""
    return (
        Allocation.objects.filter(assignment__worker=worker, item__batch__study=batch.study_id)
        .order_by("allocated_at", "pk")
        .values("item", "assignment__hit", "assignment__submitted_at")
        .annotate(
            document=Coalesce(f"{_CONTENT}document", f"{_QUALITY}document"),
            system=Coalesce(f"{_CONTENT}system", f"{_QUALITY}system"),
            question=Coalesce(
                "item__batch__content_batch__context", "item__batch__quality_batch__criterion"
            ),
        )
    )
