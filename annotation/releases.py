"""The release desk: freezes the weights of documents under a name.

What raters are shown refers to a release; later highlights change the weights, never a release.
"""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Sum

from annotation.annotators import annotators
from annotation.models import HighlightItem, Release, ReleasedDocument, TokenWeights
from corpus.models import Document
from crowd.models import Study


class ReleaseError(ValueError):
    """The release cannot be made; the message names everything that is wrong."""


def make_release(
    study: Study,
    *,
    name: str,
    documents: Sequence[str],
    by: AbstractBaseUser | None,
    now: datetime,
    min_annotators: int = 1,
) -> Release:
    """Freeze the weights of the documents named (their ids in the dataset).

    One transaction; enqueues nothing. Raises ReleaseError for a name that is taken, a document
    that is unknown or named twice, without weights, with weights that are out of date, or with
    fewer annotators than `min_annotators`. A name makes one release: a repeat is refused.
    """
    release = Release(study=study, name=name, created_by=by, created_at=now)
    with transaction.atomic():
        rows = _locked(study, documents)
        problems = [*_problems_with_name(release), *_problems_with_names(documents, rows)]
        frozen = []
        for document in rows.values():
            try:
                frozen.append(_frozen(study, document, min_annotators))
            except ReleaseError as error:
                problems.append(str(error))
        if problems:
            raise ReleaseError("; ".join(problems))
        release.save()
        for row in frozen:
            row.release = release
        ReleasedDocument.objects.bulk_create(frozen)
    return release


def _locked(study: Study, names: Sequence[str]) -> dict[str, Document]:
    """By name, behind whoever is aggregating them; in the order in which everybody locks."""
    offered = HighlightItem.objects.filter(item__batch__study=study).values("document")
    rows = Document.objects.filter(pk__in=offered, external_id__in=names).order_by("pk")
    rows = rows.only("external_id", "n_tokens").select_for_update(no_key=True)
    return {row.external_id: row for row in rows}


def _problems_with_name(release: Release) -> list[str]:
    try:
        release.full_clean()
    except ValidationError as error:
        return [
            f"{field}: {text} (got {getattr(release, field, release.name)!r})"
            for field, texts in error.message_dict.items()
            for text in texts
        ]
    return []


def _problems_with_names(names: Sequence[str], rows: dict[str, Document]) -> list[str]:
    problems = []
    if not names:
        problems.append("a release needs at least one document")
    for name in sorted(set(names)):
        if name not in rows:
            problems.append(f"document {name!r} is not highlighted in this study")
        if (n := list(names).count(name)) > 1:
            problems.append(f"document {name!r} is named {n} times")
    return problems


def _frozen(study: Study, document: Document, min_annotators: int) -> ReleasedDocument:
    """A copy of the weights, and whose highlights they were made of."""
    weights = TokenWeights.objects.filter(study=study, document=document).first()
    if weights is None:
        raise ReleaseError(f"document {document.external_id!r} has no weights")
    revision = HighlightItem.objects.filter(item__batch__study=study, document=document).aggregate(
        sum=Sum("item__revision")
    )["sum"]
    assignment_ids = sorted(each.assignment_id for each in annotators(study.pk, document.pk))
    if weights.revision != revision or weights.n_annotators != len(assignment_ids):
        raise ReleaseError(
            f"the weights of document {document.external_id!r} are out of date (revision "
            f"{weights.revision} of {revision}): they must be computed again first"
        )
    if weights.n_annotators < min_annotators:
        raise ReleaseError(
            f"document {document.external_id!r} has {weights.n_annotators} usable annotators, "
            f"fewer than {min_annotators}"
        )
    return ReleasedDocument(
        document=document,
        counts=weights.counts,
        num_h=weights.num_h,
        n_annotators=weights.n_annotators,
        word_limit=weights.word_limit,
        assignment_ids=assignment_ids,
        signature=weights.signature,
    )
