"""Invitation links: how a requester's people become workers, without an e-mail address."""

from datetime import datetime

from django.conf import settings
from django.core import signing
from django.db import models, transaction

from marketplace import clock, identifiers, workers
from marketplace.models import Account, Admission, Invitation, Worker
from marketplace.refusals import Refused

UNKNOWN = "This invitation does not exist. Check that you copied the whole link."
ALL_USED = "Every place of this invitation has been taken."
INVITATION_ENDED = "The time in which this invitation could be used is over."
WITHDRAWN = "Whoever invited you has taken this invitation back."
STALE = "This page was open for too long. Nothing was done; please press once more."
# How long the page of an invitation can be answered.
TICKET_LIFETIME_S = 2 * 60 * 60
# How many people a link may let in, and how long its texts may be, in characters.
MOST_PLACES = 100_000
NOTE_MAX, CONSENT_MAX = 200, 20_000
CONSENT = """\
You are invited to take part in research on texts and their summaries. You read short texts here \
and mark or judge them. Taking part is voluntary: you can stop at any time, return any task, and \
nothing is held against you.

What you mark, answer and judge is stored with the times at which you did it, under a worker id \
that says nothing about you. We ask for no name and no e-mail address. The research group may \
publish the results and, without your worker id, the judgments themselves.

Each task says before you begin what it pays and how long you may take."""


class State(models.TextChoices):
    """Whether an invitation still admits somebody, and if not, why."""

    OPEN = "open", ""
    USED_UP = "used up", ALL_USED
    ENDED = "ended", INVITATION_ENDED
    WITHDRAWN = "closed", WITHDRAWN


def issue(
    account: Account,
    *,
    places: int,
    ends_at: datetime,
    consent: str = "",
    contact: str = "",
    note: str = "",
    secret: str = "",
) -> tuple[Invitation, str]:
    """A new invitation and the secret of its link, which is told this once.

    With a secret that was drawn for it before, issuing it twice makes one invitation, the first.
    """
    secret = secret or identifiers.new_secret()
    invitation, _ = account.invitations.get_or_create(
        link_digest=workers.digest(secret),
        defaults={
            "places": places,
            "ends_at": ends_at,
            "consent": consent.strip() or CONSENT,
            "contact": contact,
            "note": note,
            "created_at": clock.now(),
        },
    )
    return invitation, secret


def address(secret: str) -> str:
    """The link as it is given to people."""
    return f"{settings.MARKETPLACE_ORIGIN}/invitations/{secret}"


def withdraw(account: Account, public_id: str) -> bool:
    """Close the invitation to further people; whether it was this account's and open."""
    mine = account.invitations.filter(public_id=public_id, withdrawn_at=None)
    return bool(mine.update(withdrawn_at=clock.now()))


def find(secret: str) -> Invitation:
    """An invitation that still admits somebody. Raises Refused."""
    invitation = named(secret).select_related("account").first()
    check_open(invitation)
    return invitation


def named(secret: str):
    return Invitation.objects.filter(link_digest=workers.digest(secret))


def check_open(invitation: Invitation | None) -> None:
    if invitation is None:
        raise Refused(UNKNOWN, not_found=True)
    state = state_of(invitation, invitation.admissions.count())
    if state != State.OPEN:
        raise Refused(state.label)


def state_of(invitation: Invitation, n_admitted: int) -> State:
    if invitation.withdrawn_at:
        return State.WITHDRAWN
    if invitation.ends_at <= clock.now():
        return State.ENDED
    return State.USED_UP if n_admitted >= invitation.places else State.OPEN


def new_ticket(secret: str) -> str:
    """What the page of an invitation carries: the sign-in secret of the account to be made.

    So nothing is written before somebody agrees, and agreeing twice (a double click, a reload)
    makes one account and shows the same link, though only a fingerprint of it is stored.
    """
    return signer(secret).sign(identifiers.new_secret())


def admit(secret: str, ticket: str) -> tuple[Worker, str]:
    """Make the account of somebody who agreed; again with the same ticket: the same account.

    Raises Refused when no place is left, and for a ticket that is old or was made elsewhere.
    Checked and done under the invitation's lock: the last place is given once.
    """
    try:
        sign_in = signer(secret).unsign(ticket, max_age=TICKET_LIFETIME_S)
    except signing.BadSignature:
        raise Refused(STALE) from None
    with transaction.atomic():
        invitation = named(secret).select_for_update(no_key=True).first()
        if invitation and (worker := workers.by_sign_in(sign_in)):
            return worker, sign_in
        check_open(invitation)
        worker = workers.create_with(sign_in)
        Admission.objects.create(
            invitation=invitation, worker=worker, consented_at=worker.created_at
        )
    return worker, sign_in


def signer(secret: str) -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=f"ticket of invitation {workers.digest(secret)}")
