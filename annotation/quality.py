"""What each document's highlights are worth: what a researcher looks at before releasing them."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from annotation.annotators import Annotator, annotators
from annotation.models import HighlightItem
from corpus.models import Document
from crowd.models import Study
from metrics.agreement import document_agreement
from metrics.peers import agreement_with_others


@dataclass(frozen=True)
class Peer:
    """An annotator among the others of a document: mean kappa with them, None if undefined."""

    assignment_id: int
    kappa: float | None


@dataclass(frozen=True)
class DocumentQuality:
    """Usable highlights of one document.

    `n_annotators` people of `n_wanted` judges; `kappa` (Fleiss) and `coverage` as metrics.agreement
    has them, None where undefined; `has_weights` if the stored weights are of these highlights.
    """

    document: Document
    n_wanted: int
    n_annotators: int
    kappa: float | None
    coverage: float | None
    peers: list[Peer]
    has_weights: bool

    @property
    def lowest_peer(self) -> Peer | None:
        """Who agrees least with the others."""
        return min(
            (peer for peer in self.peers if peer.kappa is not None),
            key=attrgetter("kappa"),
            default=None,
        )


def highlight_quality(study: Study) -> list[DocumentQuality]:
    """Every document a study has offered for highlighting, by name; four statements."""
    wanted: defaultdict[int, int] = defaultdict(int)
    revisions: defaultdict[int, int] = defaultdict(int)
    items = HighlightItem.objects.filter(item__batch__study=study).exclude(
        item__batch__published_at=None, item__revision=0
    )
    for document, judges, revision in items.values_list(
        "document", "item__batch__judges", "item__revision"
    ):
        wanted[document] += judges
        revisions[document] += revision
    computed = dict(study.token_weights.values_list("document", "revision"))
    by_document = {
        key: list(group) for key, group in groupby(annotators(study.pk), attrgetter("document_id"))
    }
    documents = Document.objects.filter(pk__in=wanted).order_by("external_id", "pk")
    return [
        _quality(
            document,
            wanted[document.pk],
            by_document.get(document.pk, []),
            has_weights=computed.get(document.pk) == revisions[document.pk],
        )
        for document in documents.only("dataset", "external_id", "title", "n_tokens")
    ]


def _quality(
    document: Document, n_wanted: int, people: list[Annotator], *, has_weights: bool
) -> DocumentQuality:
    spans = [annotator.spans for annotator in people]
    agreement = document_agreement(spans, document.n_tokens)
    kappas = agreement_with_others(spans, document.n_tokens)
    return DocumentQuality(
        document=document,
        n_wanted=n_wanted,
        n_annotators=len(people),
        kappa=agreement.fleiss_kappa,
        coverage=agreement.coverage,
        peers=[
            Peer(annotator.assignment_id, kappa)
            for annotator, kappa in zip(people, kappas, strict=True)
        ],
        has_weights=has_weights,
    )
