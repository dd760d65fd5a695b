"""A study's texts and highlights as the rows that `python -m metrics` reads."""

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Q

from annotation.annotators import Annotator, annotators, worker_hash
from annotation.models import HighlightItem
from corpus.models import Document, Summary
from crowd.models import Study

Row = dict[str, Any]


class TablesError(ValueError):
    """A study's highlights cannot be told in one set of tables."""


class StudyTables:
    """Rows of the documents a study has offered, their summaries and their usable highlights.

    Documents stand in the order they were loaded, everything else after its document, annotators
    by their hash: the same rows give the same bytes. A document without usable work is told too,
    for its scores are undefined and must be counted. Rows are streamed.
    """

    def __init__(self, study: Study, word_limit: int | None = None) -> None:
        """Raises TablesError if the study has no such documents, several word limits of which
        none is chosen, or two documents of one name."""
        self.study = study
        items = HighlightItem.objects.filter(
            Q(item__batch__published_at__isnull=False) | Q(item__revision__gt=0),
            item__batch__study=study,
        )
        limits = sorted(set(items.values_list("word_limit", flat=True)))
        if not limits:
            raise TablesError(f"study '{study}' has published no document for highlighting")
        if word_limit is None and len(limits) > 1:
            raise TablesError(
                f"study '{study}' has documents with the word limits {limits}; scores need one K, "
                "choose it with --word-limit"
            )
        self.word_limit = limits[0] if word_limit is None else word_limit
        if self.word_limit not in limits:
            raise TablesError(
                f"study '{study}' has no document with the word limit {word_limit}, but {limits}"
            )
        offered = items.filter(word_limit=self.word_limit).values("document")
        self._documents = Document.objects.filter(pk__in=offered).order_by("pk")
        self._check_names()

    @cached_property
    def names(self) -> dict[int, str]:
        """The documents' names by key."""
        return dict(self._documents.values_list("pk", "external_id"))

    def documents(self) -> Iterator[Row]:
        rows = self._documents.values_list("external_id", "words", "tokenizer")
        for name, words, tokenizer in rows.iterator():
            yield {"id": name, "tokens": words, "tokenizer": tokenizer}

    def summaries(self) -> Iterator[Row]:
        rows = (
            Summary.objects.filter(document__in=self._documents)
            .order_by("document_id", "system__name")
            .values_list("document", "system__name", "words", "tokenizer")
        )
        for document, system, words, tokenizer in rows.iterator():
            yield {
                "document": self.names[document],
                "system": system,
                "tokens": words,
                "tokenizer": tokenizer,
            }

    def highlights(self) -> Iterator[Row]:
        for document, group in groupby(annotators(self.study.pk), attrgetter("document_id")):
            if document in self.names:
                for name, spans in sorted((self._hash(each), each.spans) for each in group):
                    yield {"document": self.names[document], "annotator": name, "spans": spans}

    def _hash(self, annotator: Annotator) -> str:
        return worker_hash(self.study, annotator.endpoint_url, annotator.mturk_id)

    def _check_names(self) -> None:
        if len(set(self.names.values())) < len(self.names):
            raise TablesError(f"study '{self.study}' has two documents of one name")
