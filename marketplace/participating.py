"""Guests at a study: how a visit begins and resumes, and what a guest may take."""

from django.db import transaction
from django.db.models import QuerySet

from marketplace import clock, ledger, workers
from marketplace.claims import Claims
from marketplace.models import (
    Assignment,
    Guest,
    HITType,
    Participation,
    StudyLink,
    Worker,
)
from marketplace.refusals import Refused
from marketplace.tally import State

OTHER_VISIT = (
    "This visit was begun with another link. If it was yours, open the link you began with."
)
FULL = "This study has all the people it asked for."
PAUSED = "The requester has paused this study for now."
SHARE_DONE = "You have done your share of this study."
ONE_AT_A_TIME = "You are working on a task of this study already."
OVER = "Your visit to this study is over."


def begin(link: StudyLink, claims: Claims) -> Participation:
    """The visit of who claims this id; made on the first call, found again by the same address.

    An id of another site is no secret, the session of a visit is: once there is work in a visit,
    only the address it was begun with opens it. Raises Refused for any other. Locks the account:
    two tabs make one guest and one visit.
    """
    with transaction.atomic():
        ledger.lock(link.account_id)
        guest = find_guest(link, claims.external_id)
        visit = guest and guest.participations.filter(link=link).first()
        if visit is None:
            check_admits(link)
            guest = guest or make_guest(link, claims.external_id)
            return Participation.objects.create(
                link=link, guest=guest, session_value=claims.session, consented_at=clock.now()
            )
        if visit.session_value != claims.session:
            rebind(visit, claims.session)
    return visit


def find_guest(link: StudyLink, external_id: str) -> Guest | None:
    return link.account.guests.filter(provider=link.provider, external_id=external_id).first()


def make_guest(link: StudyLink, external_id: str) -> Guest:
    """A guest comes back by the link: the sign-in secret of its account is told to nobody."""
    worker, _ = workers.create()
    return Guest.objects.create(
        account=link.account, provider=link.provider, external_id=external_id, worker=worker
    )


def rebind(visit: Participation, session: str) -> None:
    """Let a visit without any work be begun anew, as after returning the study elsewhere."""
    if visit.outcome or work_of(visit).taking_a_slot().exists():
        raise Refused(OTHER_VISIT)
    visit.session_value = session
    visit.save(update_fields=["session_value"])


def find_visit(link: StudyLink, claims: Claims) -> Participation | None:
    """The visit that this address resumes, if there is one. Writes nothing. Raises Refused."""
    if not (guest := find_guest(link, claims.external_id)):
        return None
    visit = guest.participations.filter(link=link).first()
    if visit and visit.session_value != claims.session:
        if visit.outcome or work_of(visit).taking_a_slot().exists():
            raise Refused(OTHER_VISIT)
        return None
    return visit


def work_of(visit: Participation) -> QuerySet[Assignment]:
    """The guest's assignments of the study's HITs."""
    types = visit.link.hit_types.values("id")
    return Assignment.objects.filter(worker=visit.guest.worker_id, hit__hit_type__in=types)


def is_guest(worker: Worker) -> bool:
    return Guest.objects.filter(worker=worker).exists()


def offered_types(worker: Worker | None) -> QuerySet[HITType]:
    """The HIT types that this worker may be offered at all, whatever they require.

    A guest: those of the studies it visits. Others: all that are not reserved for a study link.
    """
    if worker and is_guest(worker):
        visited = Participation.objects.filter(guest__worker=worker)
        return HITType.objects.filter(study_links__participations__in=visited).distinct()
    return HITType.objects.exclude(id__in=HITType.objects.filter(study_links__reserved=True))


def lock(worker: Worker) -> None:
    """Hear one press of a worker at a time: the second one finds what the first one took."""
    Worker.objects.select_for_update(no_key=True).only("id").get(id=worker.id)


def check_share(worker: Worker, hit_type: HITType) -> None:
    """Raises Refused when a guest may not take a task of this type now; others may."""
    visits = Participation.objects.filter(guest__worker=worker, link__hit_types=hit_type)
    refusal = None
    for visit in visits.select_related("link", "guest"):
        try:
            return check_visit(visit)
        except Refused as refused:
            refusal = refused
    if refusal:
        raise refusal
    return None


def check_visit(visit: Participation) -> None:
    """Raises Refused when the visit has no room for another task."""
    check_room(visit, list(work_of(visit).taking_a_slot().values_list("state", flat=True)))


def check_room(visit: Participation, states: list[str]) -> None:
    """Raises Refused when a visit with work in these states has no room for another task."""
    if visit.outcome:
        raise Refused(OVER)
    check_running(visit.link)
    if State.ACCEPTED in states:
        raise Refused(ONE_AT_A_TIME)
    if len(states) >= visit.link.tasks or visit.ended_at:
        raise Refused(SHARE_DONE)


def check_admits(link: StudyLink) -> None:
    """Raises Refused when nobody new may come."""
    check_running(link)
    if link.places is not None and link.participations.count() >= link.places:
        raise Refused(FULL)


def check_running(link: StudyLink) -> None:
    if link.paused_at:
        raise Refused(PAUSED)
