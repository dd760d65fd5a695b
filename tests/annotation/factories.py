"""What tests of the highlight HIT are made of: articles, and HITs as they stand when published."""

from datetime import UTC, datetime
from decimal import Decimal
from urllib.parse import urlencode

from annotation.models import HighlightItem
from corpus.models import Dataset, Document, SanityStatement
from corpus.paragraphs import shown_paragraphs
from corpus.splitting import split_text
from crowd.frame import FrameClaims
from crowd.models import HIT, Batch, Item, Study

NOW = datetime(2030, 1, 7, 12, 0, tzinfo=UTC)
WORKER_SITE = "http://127.0.0.1:8001"
ARTICLE = """\
A walkout by train guards ended on Wednesday after two days without services.

Southern warned passengers to expect " difficult and frustrating " journeys. Two further strikes \
have been announced for May.

The union said it would attend talks with the company about the jobs and the safety of its members.
"""


def make_study(**fields) -> Study:
    usual = {"title": "Pilot", "contact_email": "lab@example.org", "budget_usd": Decimal("100.00")}
    return Study.objects.create(**{"name": "pilot", **usual, **fields})


def make_document(text: str = ARTICLE, **fields) -> Document:
    dataset, _ = Dataset.objects.get_or_create(name="news")
    split = split_text(text, shown_paragraphs(text))
    usual = {
        "external_id": f"article-{Document.objects.count()}",
        "title": "Guards return to work",
        "text": text,
        "tokens": split.tokens,
        "words": split.words,
        "sentence_ends": split.sentence_ends,
        "paragraph_ends": split.paragraph_ends,
        "n_tokens": len(split.tokens),
        "tokenizer": split.tokenizer,
        "content_hash": "0" * 64,
    }
    return Document.objects.create(dataset=dataset, **{**usual, **fields})


def make_hit(
    document: Document | None = None,
    *,
    study: Study | None = None,
    word_limit: int = 30,
    statement: str = "The walkout lasted two days.",
    answer: bool = True,
    **batch_fields,
) -> HIT:
    """A highlight HIT in a published batch."""
    document = document or make_document()
    study = study or Study.objects.first() or make_study()
    batch = Batch.objects.create(
        study=study,
        kind="highlights",
        title="Mark the important words",
        description="Read and mark.",
        reward_usd=Decimal("0.50"),
        endpoint_url=WORKER_SITE,
        published_at=NOW,
        **{"name": f"batch-{Batch.objects.count()}", **batch_fields},
    )
    item = Item.objects.create(batch=batch, key=document.external_id)
    sanity, _ = SanityStatement.objects.get_or_create(
        document=document, about="document", statement=statement, answer=answer
    )
    HighlightItem.objects.create(
        item=item, document=document, statement=sanity, word_limit=word_limit
    )
    return HIT.objects.create(item=item, max_assignments=9, mturk_id=f"3HIT{item.pk}")


def claims_for(hit: HIT, worker_id: str = "A1", assignment_id: str = "") -> FrameClaims:
    return FrameClaims(
        assignment_id=assignment_id or f"3ASG{worker_id}{hit.pk}",
        hit_id=hit.mturk_id,
        worker_id=worker_id,
        submit_to=WORKER_SITE,
    )


def address(hit: HIT, claims: FrameClaims | None = None, **changed: str) -> str:
    """The address the endpoint's worker site opens in its frame."""
    query = {**(claims or claims_for(hit)).as_query(), **changed}
    return f"/judge/highlights/{hit.public_id}/?{urlencode(query)}"
