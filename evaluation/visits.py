"""Where a worker stands with a rating HIT: read in at most two statements, writing nothing."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from uuid import UUID

from django.db.models import F, QuerySet

from crowd.assignments import require_fit
from crowd.consent import has_consented
from crowd.frame import FrameClaims
from crowd.models import HIT, Assignment, Item
from evaluation.drafts import CONTENT_NAMES, Draft
from evaluation.models import CONTENT, QUALITY, Allocation
from evaluation.presenting import Shown, named

_ABOUT_HIT = ("item__batch__study",)
_JUDGED = {
    CONTENT: (
        "content_item__summary__document",
        "content_item__statement",
        "content_item__released",
    ),
    QUALITY: ("quality_item",),
}
_UNREAD = {
    CONTENT: (
        "content_item__summary__words",
        "content_item__summary__document__words",
        "content_item__released__num_h",
        "content_item__released__assignment_ids",
    ),
    QUALITY: (),
}


class Step(Enum):
    """What the page shows next."""

    PREVIEW = "preview"
    START = "start"
    RATE = "rate"
    QUESTION = "question"
    HAND_BACK = "hand_back"


@dataclass(frozen=True)
class Visit:
    """One worker at one HIT; without an assignment, or an allocation, before they began.

    `item` is what they judge. `hit.item` is not: it only says in which batch the place is. `sent`
    is work that could not be taken in, so that the page shows it again.
    """

    hit: HIT
    claims: FrameClaims
    assignment: Assignment | None
    sent: Draft | None = None

    @cached_property
    def allocation(self) -> Allocation | None:
        return getattr(self.assignment, "allocation", None)

    @property
    def item(self) -> Item:
        return self.allocation.item

    @cached_property
    def draft(self) -> Draft:
        return self.sent or Draft.of(self.assignment.draft if self.assignment else {})

    @cached_property
    def shown(self) -> list[Shown]:
        """The texts of a sheet, in this worker's order; none for content."""
        return named(self.assignment, self.allocation.shown)

    @property
    def names(self) -> list[str]:
        """What there is to rate, as the page names it, in its order; empty before they began."""
        if self.allocation is None:
            return []
        return [text.opaque_id for text in self.shown] or CONTENT_NAMES

    @property
    def step(self) -> Step:
        if self.claims.is_preview:
            return Step.PREVIEW
        if self.assignment and self.assignment.submitted_at:
            return Step.HAND_BACK
        if self.allocation is None:
            return Step.START
        return Step.QUESTION if self.draft.is_finished else Step.RATE

    def has_consented(self) -> bool:
        """Whether this worker agreed in this study before, so need not read it again."""
        batch = self.hit.item.batch
        return has_consented(
            batch.study, endpoint_url=batch.endpoint_url, worker_id=self.claims.worker_id
        )


def hits_of(kind: str) -> QuerySet[HIT]:
    return HIT.objects.select_related(*_ABOUT_HIT, f"item__batch__{kind}_batch").filter(
        **{f"item__batch__{kind}_batch__isnull": False}
    )


def find_visit(kind: str, public_id: UUID, claims: FrameClaims) -> Visit:
    """One statement for whoever has begun, else two.

    Raises HIT.DoesNotExist, and FrameError for claims that do not fit the HIT.
    """
    assignment = _begun(kind, public_id, claims)
    hit = assignment.hit if assignment else hits_of(kind).get(public_id=public_id)
    require_fit(hit, claims)
    return Visit(hit, claims, assignment)


def _begun(kind: str, public_id: UUID, claims: FrameClaims) -> Assignment | None:
    """The worker's assignment, with all that their page shows."""
    item = "allocation__item"
    return (
        Assignment.objects.filter(
            hit__public_id=public_id,
            mturk_id=claims.assignment_id,
            worker__mturk_id=claims.worker_id,
            worker__endpoint_url=F("hit__item__batch__endpoint_url"),
            **{f"hit__item__batch__{kind}_batch__isnull": False},
        )
        .select_related(
            "worker",
            *(f"hit__{path}" for path in _ABOUT_HIT),
            f"hit__item__batch__{kind}_batch",
            *(f"{item}__{path}" for path in _JUDGED[kind]),
        )
        .defer(*(f"{item}__{path}" for path in _UNREAD[kind]))
        .first()
    )
