"""What a source says about a document, before any of it is stored."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property

from corpus.splitting import SplitText, split_text
from metrics.tokenizer import TOKENIZER, words

Span = tuple[int, int]


@dataclass(frozen=True)
class SummaryContent:
    """A summary; `given` are its words where the source itself split it, by `tokenizer`."""

    system: str
    text: str
    is_reference: bool = False
    given: tuple[str, ...] | None = None
    tokenizer: str = TOKENIZER

    @cached_property
    def words(self) -> list[str]:
        return words(self.text) if self.given is None else list(self.given)


@dataclass(frozen=True)
class StatementContent:
    """A True/False statement about the document or about its reference."""

    about: str
    statement: str
    answer: bool


@dataclass(frozen=True)
class ControlContent:
    """A hand-made summary of known quality."""

    role: str
    text: str


@dataclass(frozen=True)
class DocumentContent:
    """A document with all that came with it.

    `given` is the body as the source split it; without it `paragraphs` (character intervals of
    `text`) are split here, and only when the document is new or changed: a stored text is never
    split a second time, by whatever newer tokenizer.
    """

    external_id: str
    title: str
    text: str
    paragraphs: tuple[Span, ...] = ()
    given: SplitText | None = None
    summaries: tuple[SummaryContent, ...] = ()
    statements: tuple[StatementContent, ...] = ()
    controls: tuple[ControlContent, ...] = ()

    @cached_property
    def body(self) -> SplitText:
        return self.given or split_text(self.text, self.paragraphs)

    def split(self) -> None:
        """Split everything now, which costs time, instead of where it is first asked for."""
        _ = self.body
        for summary in self.summaries:
            _ = summary.words

    @cached_property
    def content_hash(self) -> str:
        """Digest of what the source says about the document itself."""
        source = [self.title, self.text, self.paragraphs]
        if self.given:
            source += [
                self.given.tokens,
                self.given.words,
                self.given.sentence_ends,
                self.given.paragraph_ends,
            ]
        canonical = json.dumps(source, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()
