"""One document as a row of named values, the form that JSONL and CSV share."""

from typing import Any

from corpus.content import DocumentContent, StatementContent, SummaryContent
from corpus.fields import (
    checked_answer,
    checked_choice,
    checked_id,
    checked_system,
    checked_text,
    checked_title,
)
from corpus.models import SanityStatement
from corpus.paragraphs import paragraphs_of
from corpus.problems import RowChecks, RowErrors, shown

FIELDS = ("id", "title", "text", "paragraphs", "summaries", "reference", "sanity")
REFERENCE = "reference"
"""Name of the system that stands for the people who wrote the references."""


def content_of(row: dict[str, Any]) -> DocumentContent:
    """Read a row; raises RowErrors with everything that is wrong with it.

    `id`, `title`, `text`, `summaries` (system -> text) and `sanity` must be there; `paragraphs`
    and `reference` may be left out or null.
    """
    checks = RowChecks()
    with checks.next():
        external_id = checked_id(given(row, "id"))
    with checks.next():
        title = checked_title(given(row, "title"))
    with checks.next():
        text = checked_text(given(row, "text"), "text")
        paragraphs = paragraphs_of(row.get("paragraphs"), text)
    with checks.next():
        summaries = _summaries(given(row, "summaries"))
    with checks.next():
        reference = _reference(row.get("reference"))
    with checks.next():
        statements = _statements(given(row, "sanity"))
        _check_asked_reference(statements, row.get("reference"))
    checks.finish()
    return DocumentContent(
        external_id=external_id,
        title=title,
        text=text,
        paragraphs=tuple(paragraphs),
        summaries=(*summaries, *reference),
        statements=tuple(statements),
    )


def given(row: dict[str, Any], field: str) -> Any:
    """The value of a field that must be there."""
    if field not in row:
        raise RowErrors((field, "is missing"))
    return row[field]


def statement_of(row: Any) -> StatementContent:
    """Read a statement with its answer; raises RowErrors with everything wrong with it."""
    if not isinstance(row, dict):
        raise RowErrors(("sanity", f"must hold statements with answers, got {shown(row)}"))
    checks = RowChecks()
    with checks.next():
        about = checked_choice(given(row, "about"), "about", SanityStatement.About.values)
    with checks.next():
        statement = checked_text(given(row, "statement"), "statement").strip()
    with checks.next():
        answer = checked_answer(given(row, "answer"))
    checks.finish()
    return StatementContent(about, statement, answer)


def _summaries(by_system: Any) -> list[SummaryContent]:
    if not isinstance(by_system, dict):
        raise RowErrors(("summaries", f"must map systems to texts, got {shown(by_system)}"))
    checks = RowChecks()
    summaries = []
    for system, text in by_system.items():
        with checks.next():
            name = checked_system(system, "summaries")
            if name == REFERENCE:
                raise RowErrors(("summaries", "must not hold the reference: it has its field"))
            summaries.append(SummaryContent(name, checked_text(text, f"summaries.{name}").strip()))
    checks.finish()
    return summaries


def _reference(text: Any) -> list[SummaryContent]:
    if text is None:
        return []
    text = checked_text(text, "reference").strip()
    return [SummaryContent(REFERENCE, text, is_reference=True)]


def _statements(items: Any) -> list[StatementContent]:
    if not isinstance(items, list):
        raise RowErrors(("sanity", f"must be a list of statements, got {shown(items)}"))
    checks = RowChecks()
    statements: dict[tuple[str, str], StatementContent] = {}
    for number, item in enumerate(items, start=1):
        with checks.next(f" (statement {number})" if len(items) > 1 else ""):
            read = statement_of(item)
            if (read.about, read.statement) in statements:
                raise RowErrors(("statement", f"stands twice: {shown(read.statement)}"))
            statements[read.about, read.statement] = read
    checks.finish()
    return list(statements.values())


def _check_asked_reference(statements: list[StatementContent], reference: Any) -> None:
    about = SanityStatement.About.REFERENCE
    if reference is None and any(statement.about == about for statement in statements):
        raise RowErrors((REFERENCE, "is missing, and a statement is about it"))
