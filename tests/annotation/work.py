"""Finished work without a browser: a study, its items, and highlights by named workers."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

from django.db.models import F

from annotation.models import Highlight, HighlightItem
from corpus.models import Dataset, Document
from crowd.models import HIT, Assignment, Batch, Item, Study, Worker

NOW = datetime(2030, 1, 7, 12, 0, tzinfo=UTC)
_MINUTES = count()  # work is submitted in the order it is made


def make_study(name: str = "pilot") -> Study:
    return Study.objects.create(
        name=name, title="Pilot", contact_email="lab@example.org", budget_usd=Decimal("100")
    )


def make_document(
    external_id: str = "a", n_tokens: int = 9, dataset: str = "news", **fields: Any
) -> Document:
    """A document of one-letter words, with a statement about it."""
    words = [chr(ord("a") + i % 26) for i in range(n_tokens)]
    document = Document.objects.create(
        dataset=Dataset.objects.get_or_create(name=dataset)[0],
        external_id=external_id,
        **{
            "text": " ".join(words),
            "tokens": [[2 * i, 2 * i + 1] for i in range(n_tokens)],
            "words": words,
            "sentence_ends": [n_tokens],
            "paragraph_ends": [n_tokens],
            "n_tokens": n_tokens,
            "tokenizer": "letters",
            "content_hash": "",
        }
        | fields,
    )
    document.statements.create(about="document", statement="It is so.", answer=True)
    return document


def make_item(
    study: Study, document: Document, *, batch: str = "first", word_limit: int = 5
) -> Item:
    offered, _ = Batch.objects.get_or_create(
        study=study,
        name=batch,
        defaults={"kind": "highlights", "title": "T", "description": "D", "reward_usd": "0.50"},
    )
    item = Item.objects.create(batch=offered, key=document.external_id)
    HighlightItem.objects.create(
        item=item,
        document=document,
        statement=document.statements.get(about="document"),
        word_limit=word_limit,
    )
    return item


def make_worker(name: str) -> Worker:
    worker, _ = Worker.objects.get_or_create(endpoint_url="http://127.0.0.1:1", mturk_id=name)
    return worker


def highlight(
    item: Item, worker: str, spans: Sequence[tuple[int, int]] = (), **fields: Any
) -> Assignment:
    """Usable work, unless `fields` of the assignment say otherwise; the item's revision grows."""
    hit, _ = HIT.objects.get_or_create(item=item, number=0, defaults={"max_assignments": 10})
    assignment = Assignment.objects.create(
        hit=hit,
        worker=make_worker(worker),
        **{
            "mturk_id": f"ASG-{item.pk}-{worker}",
            "opened_at": NOW,
            "submitted_at": NOW + timedelta(minutes=next(_MINUTES)),
            "sanity_passed": True,
            "confirmed_at": NOW,
        }
        | fields,
    )
    Highlight.objects.create(
        assignment=assignment,
        spans=[list(span) for span in spans],
        n_words=len({token for start, end in spans for token in range(start, end)}),
        statement=item.highlight_item.statement,
    )
    bump(item)
    return assignment


def bump(item: Item) -> None:
    Item.objects.filter(pk=item.pk).update(revision=F("revision") + 1)
