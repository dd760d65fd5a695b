"""The review queue: what waits for this person, in the order in which time runs out."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from console.reasons import OPEN_APPEAL, OPEN_READING
from crowd.models import Appeal, Assignment, Call, Decision, Reading

RELATED = ("worker", "hit__item__batch__study", "allocation__item")


@dataclass(frozen=True)
class Place:
    """Where a case stands in the queue; a missing neighbour is None."""

    number: int
    n_cases: int
    previous: int | None
    next: int | None

    @property
    def after_deciding(self) -> int | None:
        """The case to look at when this one has left the queue."""
        return self.next or self.previous


def waiting_for(user: AbstractBaseUser) -> QuerySet[Assignment]:
    """Failed work and appeals, without the user's own work and what they have read already."""
    undecided = Assignment.objects.awaiting_decision().values("pk")
    appealed = Appeal.objects.open().values("assignment")
    asked = Reading.objects.open().filter(assignment=OuterRef("pk"), read_by=user.pk)
    own = Q(worker__account=user.pk)
    return Assignment.objects.filter(Q(pk__in=undecided) | Q(pk__in=appealed)).exclude(
        Q(own) | Q(Exists(asked))
    )


def in_order(work: QuerySet[Assignment], *, by_worker: bool = False) -> QuerySet[Assignment]:
    """First what the endpoint will pay by itself first; `by_worker` keeps a worker's together."""
    in_time = (F("auto_approval_at").asc(nulls_last=True), "pk")
    work = work.annotate(has_appeal=OPEN_APPEAL, has_reading=OPEN_READING)
    return (
        work.order_by("worker__mturk_id", "worker", *in_time)
        if by_worker
        else work.order_by(*in_time)
    )


def place_of(assignment: Assignment, cases: QuerySet[Assignment]) -> Place | None:
    """Where the assignment stands among the cases; None when it is not one of them."""
    keys = list(cases.values_list("pk", flat=True))
    if assignment.pk not in keys:
        return None
    i = keys.index(assignment.pk)
    return Place(
        number=i + 1,
        n_cases=len(keys),
        previous=keys[i - 1] if i else None,
        next=keys[i + 1] if i + 1 < len(keys) else None,
    )


def decided(decisions: QuerySet[Decision]) -> QuerySet[Decision]:
    """Decisions with everything a list of them shows, newest first."""
    related = ("decided_by", "call", *(f"assignment__{name}" for name in RELATED))
    return decisions.select_related(*related).order_by("-decided_at", "-pk")


def reasons_of(user: AbstractBaseUser) -> list[str]:
    """The last reasons this person wrote to workers, each once, newest first."""
    rejected = Decision.objects.filter(decided_by=user.pk, verdict=Decision.Verdict.REJECT)
    texts = rejected.order_by("-pk").values_list("reason", flat=True)[:50]
    return list(dict.fromkeys(texts))[:5]


def undoable(user: AbstractBaseUser) -> Decision | None:
    """The last decision of the user, if the endpoint was not told of it yet."""
    untold = Decision.objects.filter(call__state=Call.State.PENDING, call__attempts=0)
    mine = untold.filter(decided_by=user.pk).select_related("call", "assignment__worker")
    return mine.order_by("-pk").first()
