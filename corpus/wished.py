"""The rows, not yet saved, that a source wishes to be stored for its documents."""

from collections.abc import Iterable, Mapping

from corpus.content import DocumentContent, SummaryContent
from corpus.models import ControlSummary, Dataset, Document, SanityStatement, Summary, System

Pairs = Iterable[tuple[Document, DocumentContent]]

BODY = ("tokens", "words", "sentence_ends", "paragraph_ends", "n_tokens", "tokenizer")
"""The fields of a document that `fill_body` sets."""


def document(dataset: Dataset, content: DocumentContent) -> Document:
    """Everything but the body, which costs time: `fill_body` adds it where it is needed."""
    return Document(
        dataset=dataset,
        external_id=content.external_id,
        title=content.title,
        text=content.text,
        content_hash=content.content_hash,
    )


def fill_body(row: Document, content: DocumentContent) -> None:
    row.tokens = content.body.tokens
    row.words = content.body.words
    row.sentence_ends = content.body.sentence_ends
    row.paragraph_ends = content.body.paragraph_ends
    row.n_tokens = len(content.body.tokens)
    row.tokenizer = content.body.tokenizer


def summaries(
    pairs: Pairs, *, systems: Mapping[str, System], stored: Iterable[Summary]
) -> list[Summary]:
    """A text that is already stored keeps the words it was split into."""
    before = {(row.document_id, row.system_id): row for row in stored}
    rows = []
    for document, content in pairs:
        for summary in content.summaries:
            system = systems[summary.system]
            split, tokenizer = _split(summary, before.get((document.pk, system.pk)))
            rows.append(
                Summary(
                    document=document,
                    system=system,
                    text=summary.text,
                    words=split,
                    tokenizer=tokenizer,
                )
            )
    return rows


def statements(pairs: Pairs) -> list[SanityStatement]:
    return [
        SanityStatement(document=document, about=it.about, statement=it.statement, answer=it.answer)
        for document, content in pairs
        for it in content.statements
    ]


def controls(pairs: Pairs) -> list[ControlSummary]:
    return [
        ControlSummary(document=document, role=it.role, text=it.text)
        for document, content in pairs
        for it in content.controls
    ]


def _split(summary: SummaryContent, before: Summary | None) -> tuple[list[str], str]:
    if summary.given is None and before is not None and before.text == summary.text:
        return before.words, before.tokenizer
    return summary.words, summary.tokenizer
