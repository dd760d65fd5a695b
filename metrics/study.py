"""Documents joined with what was marked in them and what summarises them."""

from collections.abc import Iterator
from dataclasses import dataclass

from metrics.problems import Problems, shown
from metrics.scorer import Judged
from metrics.spans import SpanError
from metrics.study_files import (
    Document,
    Highlight,
    Summary,
    read_documents,
    read_highlights,
    read_summaries,
)


@dataclass(frozen=True)
class Work:
    """A document with its highlights and its summaries, each in the order of their file."""

    document: Document
    highlights: list[Highlight]
    summaries: list[Summary]

    def judged(self) -> Judged:
        """Tokens and spans only, for a Scorer."""
        return Judged(
            self.document.tokens,
            [highlight.spans for highlight in self.highlights],
            [summary.tokens for summary in self.summaries],
        )


@dataclass(frozen=True)
class Study:
    """The files of a study, and what is wrong with them; "-" is the standard input.

    Attributes
    ----------
    documents, highlights : names of JSONL files, as `metrics.study_files` describes them
    summaries : the same, or None if no summary is wanted
    """

    documents: str
    highlights: str
    summaries: str | None = None

    def problems(self) -> Problems:
        """Problems of these files, none yet."""
        return Problems(filter(None, (self.documents, self.highlights, self.summaries)))

    def read(self, problems: Problems) -> Iterator[Work]:
        """Yield the documents one by one, the other files being read first and kept in memory.

        Unsound rows are left out and noted in `problems`; so are, at the end, rows that name no
        document of the file (not if a row of that file is unsound, for it may be the one meant).
        """
        marked = read_highlights(self.highlights, problems)
        written = read_summaries(self.summaries, problems) if self.summaries else {}
        for document in read_documents(self.documents, problems):
            yield Work(document, marked.pop(document.id, []), written.pop(document.id, []))
        if not problems.of(self.documents):
            for file, left in ((self.highlights, marked), (self.summaries or "", written)):
                for name, rows in left.items():
                    for row in rows:
                        message = f"'document' is not in {self.documents}, got {shown(name)}"
                        problems.add(file, row.line, message)

    def note_spans(self, error: SpanError, works: list[Work], problems: Problems) -> None:
        """Note spans that break the law in the rows of these documents, laid end to end."""
        rows = [(work.document, row) for work in works for row in work.highlights]
        for index, message in error.problems:
            document, row = rows[index]
            who = f"document {shown(document.id)}, annotator {shown(row.annotator)}"
            problems.add(self.highlights, row.line, f"{who}: {message}")
