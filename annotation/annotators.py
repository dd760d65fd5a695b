"""Whose highlights count: every worker once a document, by their first usable work on it.

N of the paper is a number of people. A worker who met an article in two batches of a study would
otherwise weigh twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from annotation.models import Highlight
from crowd.models import Assignment, Study

_HASH_LENGTH = 20


@dataclass(frozen=True)
class Annotator:
    """A worker and what they marked in one document."""

    document_id: int
    worker_id: int
    endpoint_url: str
    mturk_id: str
    spans: list[list[int]]
    assignment_id: int


def annotators(study_id: int, document_id: int | None = None) -> Iterator[Annotator]:
    """The annotators of one document, or of all of a study document after document.

    One statement, streamed. The order is that of the documents' keys, then of submission.
    """
    item = "assignment__hit__item"
    document = f"{item}__highlight_item__document"
    rows = Highlight.objects.filter(
        **{"assignment__in": Assignment.objects.usable(), f"{item}__batch__study": study_id}
    )
    if document_id is not None:
        rows = rows.filter(**{document: document_id})
    rows = rows.order_by(f"{document}_id", "assignment__submitted_at", "assignment_id").values_list(
        document,
        "assignment__worker",
        "assignment__worker__endpoint_url",
        "assignment__worker__mturk_id",
        "spans",
        "assignment",
    )
    seen: set[tuple[int, int]] = set()
    for row in rows.iterator():
        annotator = Annotator(*row)
        key = annotator.document_id, annotator.worker_id
        if key not in seen:
            seen.add(key)
            yield annotator


def worker_hash(study: Study, endpoint_url: str, mturk_id: str) -> str:
    """What exports call a worker: the same throughout a study, and untold without our key."""
    salt = f"annotation.tables {study.name}"
    who = f"{endpoint_url} {mturk_id}"
    return salted_hmac(salt, who, algorithm="sha256").hexdigest()[:_HASH_LENGTH]
