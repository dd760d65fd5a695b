"""Brings the stored rows of a dataset to what a source says about its documents.

Documents, summaries and control summaries are added or changed, never removed: another file may
bring another system's summaries of the same documents. The statements of a document are those of
its last file. A row that a room above relies on stays as it is: wanting it otherwise is a problem.
"""

from collections.abc import Iterable, Sequence

from django.db.models import Model

from corpus import wished
from corpus.content import DocumentContent
from corpus.merging import Merge, merge
from corpus.models import ControlSummary, Dataset, Document, SanityStatement, Summary, System
from corpus.problems import Problems
from corpus.use import used_ids

Placed = tuple[str, DocumentContent]
"""The place of a document in the source, and its content."""


class Storing:
    """Writes into one dataset inside the caller's transaction, some documents at a time.

    `added` and `updated` hold the ids of the documents that are new, or of which some part is.
    If `problems` holds any afterwards, the caller must roll back.
    """

    def __init__(self, dataset: Dataset, systems: dict[str, System], problems: Problems) -> None:
        self.dataset = dataset
        self.systems = systems
        self.problems = problems
        self.added: set[str] = set()
        self.updated: set[str] = set()

    def store(self, placed: Sequence[Placed]) -> None:
        """Add or change these documents with all that came with them."""
        self._places = {content.external_id: place for place, content in placed}
        contents = {content.external_id: content for _, content in placed}
        documents = self._store_documents(contents)
        self._names = {document.pk: document.external_id for document in documents}
        pairs = [(document, contents[document.external_id]) for document in documents]

        summaries = list(Summary.objects.filter(document__in=documents))
        self._store_parts(
            Summary,
            merge(
                summaries,
                wished.summaries(pairs, systems=self.systems, stored=summaries),
                key=("document_id", "system_id"),
                values=("text", "words", "tokenizer"),
            ),
        )
        self._store_parts(
            ControlSummary,
            merge(
                ControlSummary.objects.filter(document__in=documents),
                wished.controls(pairs),
                key=("document_id", "role"),
                values=("text",),
            ),
        )
        statements = merge(
            SanityStatement.objects.filter(document__in=documents),
            wished.statements(pairs),
            key=("document_id", "about", "statement"),
            values=("answer",),
        )
        self._store_parts(SanityStatement, statements)
        self._remove(SanityStatement, statements.gone)

    def _store_documents(self, contents: dict[str, DocumentContent]) -> list[Document]:
        """Save what is new or changed; returns every document of `contents`."""
        # Locked before anybody asks whether they are used: a batch made meanwhile must wait.
        rows = self.dataset.documents.select_for_update().filter(external_id__in=contents)
        stored = list(rows.defer(*wished.BODY).order_by("pk"))
        found = merge(
            stored,
            [wished.document(self.dataset, content) for content in contents.values()],
            key=("external_id",),
            values=("title", "text", "content_hash"),
        )
        self._names = {document.pk: document.external_id for document in stored}
        changed = self._unused(Document, found.changed)
        for row in [*found.new, *changed]:
            wished.fill_body(row, contents[row.external_id])
        Document.objects.bulk_create(found.new)
        Document.objects.bulk_update(changed, ["title", "text", "content_hash", *wished.BODY])
        self.added |= {row.external_id for row in found.new}
        self.updated |= {row.external_id for row in changed}
        return [*stored, *found.new]

    def _store_parts(self, model: type[Model], found: Merge) -> None:
        changed = self._unused(model, found.changed)
        fields = sorted({name for _, names in found.changed for name in names})
        model.objects.bulk_create(found.new)
        if changed:
            model.objects.bulk_update(changed, fields)
        self._touch([*found.new, *changed])

    def _remove(self, model: type[Model], gone: list[Model]) -> None:
        rows = self._unused(model, [(row, ["sanity"]) for row in gone])
        model.objects.filter(pk__in=[row.pk for row in rows]).delete()
        self._touch(rows)

    def _unused(self, model: type[Model], changed: list[tuple[Model, list[str]]]) -> list[Model]:
        """The rows that may be changed; of the others it is told which field differs."""
        used = used_ids(model, (row.pk for row, _ in changed))
        for row, fields in changed:
            if row.pk in used:
                name = self._names[row.pk if model is Document else row.document_id]
                field = "tokens" if fields[0] == "content_hash" else fields[0]
                self.problems.add(
                    self._places[name],
                    f"of document '{name}' has changed, but HITs show it; "
                    "a batch that is not yet published can be deleted first",
                    field,
                )
        return [row for row, _ in changed if row.pk not in used]

    def _touch(self, parts: Iterable[Model]) -> None:
        self.updated |= {self._names[part.document_id] for part in parts} - self.added
