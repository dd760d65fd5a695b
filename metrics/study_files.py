"""Documents, highlights and summaries as they stand in JSONL files, checked row by row.

    documents   {"id", "tokens": ["The", ...]}
    highlights  {"document", "annotator", "spans": [[start, end), ...]}   over token indexes
    summaries   {"document", "system", "tokens": ["The", ...]}

"text" may stand for "tokens": it is split by `metrics.tokenizer`; tokens may name what split them
as "tokenizer". Other keys are passed over. Every (document, annotator) row is one annotator, also
with empty spans.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from metrics.fields import Fields, Once, value_of
from metrics.jsonl import read_rows
from metrics.problems import Problems, shown
from metrics.signature import GIVEN, checked_name
from metrics.spans import Span, is_pair
from metrics.tokenizer import TOKENIZER, words


@dataclass(frozen=True)
class Document:
    """A document, and the name of what split it."""

    id: str
    tokens: list[str]
    tokenizer: str


@dataclass(frozen=True)
class Highlight:
    """What one annotator marked in one document, and the line where it stands."""

    annotator: str
    spans: list[Span]
    line: int


@dataclass(frozen=True)
class Summary:
    """A summary by one system, what split it, and the line where it stands."""

    system: str
    tokens: list[str]
    tokenizer: str
    line: int


def read_documents(file: str, problems: Problems) -> Iterator[Document]:
    """Yield the sound documents of a file, in order; note what is wrong with the other rows."""
    once = Once("id")
    for line, fields in read_rows(file, problems):
        with problems.noted(file, line):
            (document,) = once.key(line, fields)
            yield Document(document, *_text(fields))


def read_highlights(file: str, problems: Problems) -> dict[str, list[Highlight]]:
    """Read the sound highlights of a file, by document; note what is wrong with the other rows."""
    highlights: dict[str, list[Highlight]] = {}
    once = Once("document", "annotator")
    for line, fields in read_rows(file, problems):
        with problems.noted(file, line):
            document, annotator = once.key(line, fields)
            row = Highlight(annotator, _spans(fields), line)
            highlights.setdefault(document, []).append(row)
    return highlights


def read_summaries(file: str, problems: Problems) -> dict[str, list[Summary]]:
    """Read the sound summaries of a file, by document; note what is wrong with the other rows."""
    summaries: dict[str, list[Summary]] = {}
    once = Once("document", "system")
    for line, fields in read_rows(file, problems):
        with problems.noted(file, line):
            document, system = once.key(line, fields)
            summaries.setdefault(document, []).append(Summary(system, *_text(fields), line))
    return summaries


def _text(fields: Fields) -> tuple[list[str], str]:
    """Tokens, and the name of what split them."""
    if "tokens" not in fields and "text" in fields:
        if not isinstance(fields["text"], str):
            raise ValueError(f"'text' must be a string, got {shown(fields['text'])}")
        return words(fields["text"]), TOKENIZER
    tokens = value_of(fields, "tokens")
    if not isinstance(tokens, list):
        raise ValueError(f"'tokens' must be a list of strings, got {shown(tokens)}")
    if not set(map(type, tokens)) <= {str}:
        at, token = next((i, t) for i, t in enumerate(tokens) if not isinstance(t, str))
        raise ValueError(f"'tokens' must be a list of strings, got {shown(token)} at index {at}")
    return tokens, checked_name(fields.get("tokenizer", GIVEN))


def _spans(fields: Fields) -> list[Span]:
    spans = value_of(fields, "spans")
    if not isinstance(spans, list):
        raise ValueError(f"'spans' must be a list of [start, end) pairs, got {shown(spans)}")
    for span in spans:
        if not is_pair(span):
            raise ValueError(f"a span must be a pair of whole numbers, got {shown(span)}")
    return spans
