"""What a stack's tables say, read by a process of its own: the tests' process has another database.

Every reading is a short program for `manage.py shell` that prints JSON.
"""

import json
from dataclasses import dataclass
from typing import Any

from tests.stack import Stack

Span = tuple[int, int]

OFFERS = """
from annotation.models import HighlightItem
print(json.dumps([
    {
        "key": row.item.key,
        "n_tokens": row.document.n_tokens,
        "truth": row.statement.answer,
        "hit_ids": [hit.mturk_id for hit in row.item.hits.order_by("number")],
    }
    for row in HighlightItem.objects.order_by("item")
]))
"""
WORK = """
from annotation.models import Highlight
from crowd.models import Assignment
usable = set(Assignment.objects.usable().values_list("pk", flat=True))
print(json.dumps([
    {
        "assignment_id": row.assignment.mturk_id,
        "worker_id": row.assignment.worker.mturk_id,
        "key": row.assignment.hit.item.key,
        "spans": row.spans,
        "usable": row.pk in usable,
    }
    for row in Highlight.objects.select_related("assignment__worker", "assignment__hit__item")
]))
"""
WEIGHTS = """
from annotation.aggregation import stale_documents
from annotation.models import TokenWeights
print(json.dumps({
    "stale": len(stale_documents()),
    "rows": [
        {
            "key": row.document.external_id, "num_h": row.num_h, "counts": row.counts,
            "n_annotators": row.n_annotators, "word_limit": row.word_limit,
        }
        for row in TokenWeights.objects.select_related("document")
    ],
}))
"""


def read(stack: Stack, program: str) -> Any:
    printed = stack.manage("shell", "--no-imports", "--command", f"import json\n{program}")
    return json.loads(printed.splitlines()[-1])


@dataclass(frozen=True)
class Offer:
    """An article on offer: its HITs at the endpoint, and what only the server knows of it."""

    key: str
    n_tokens: int
    truth: bool
    hit_ids: tuple[str, ...]


@dataclass(frozen=True)
class Stored:
    assignment_id: str
    worker_id: str
    key: str
    spans: tuple[Span, ...]
    usable: bool


def offers(stack: Stack) -> list[Offer]:
    """Of HITs that exist at the endpoint; those not delivered yet are left out."""
    rows = read(stack, OFFERS)
    return [
        Offer(**{**row, "hit_ids": tuple(hit for hit in row["hit_ids"] if hit)}) for row in rows
    ]


def stored_work(stack: Stack) -> list[Stored]:
    return [
        Stored(**{**row, "spans": tuple((start, end) for start, end in row["spans"])})
        for row in read(stack, WORK)
    ]


def weights(stack: Stack) -> dict[str, Any]:
    return read(stack, WEIGHTS)
