"""What a requester does with HITs: create, extend, expire, mark, move to another type, delete."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from marketplace import clock, events, hit_types, ledger, qualification_types, tokens
from marketplace.hit_types import Attributes
from marketplace.market import changing, dispose, put_on
from marketplace.models import HIT, Account, Event, HITType
from marketplace.questions import ExternalQuestion
from marketplace.refusals import RequestError, invalid_hit_state, invalid_parameter, unknown_hit
from marketplace.tally import tally

# A HIT of up to nine assignments costs less per assignment; extension must not cross that line.
SMALL = 9
ANY_LIVING = ("Assignable", "Unassignable", "Reviewable", "Reviewing")


@dataclass(frozen=True)
class Draft:
    """A HIT as asked for, apart from its type."""

    question_xml: str
    question: ExternalQuestion
    lifetime_s: int
    max_assignments: int
    annotation: str


def create_hit_type(account: Account, attributes: Attributes) -> HITType:
    with transaction.atomic():
        qualification_types.check_usable(account, attributes.requirements)
        return hit_types.find_or_make(account, attributes, at=clock.now())


def create_hit(
    account: Account,
    of: Attributes | HITType,
    draft: Draft,
    *,
    operation: str,
    token: str | None,
) -> HIT:
    """A new HIT and its hold, in one transaction.

    Raises RequestError: HitAlreadyExists for a repeated token, InsufficientFunds.
    """
    with transaction.atomic():
        ledger.lock(account.id)
        now = clock.now()
        hit = HIT(account=account, created_at=now)
        tokens.claim(account, operation, token, made=hit.public_id, at=now)
        qualification_types.check_usable(account, of.requirements)
        known = isinstance(of, HITType)
        hit.hit_type = of if known else hit_types.find_or_make(account, of, at=now)
        fill(hit, draft)
        put_on(hit, now)
        events.record_hit(Event.Kind.HIT_CREATED, hit, at=now)
        for warning in warnings(hit, draft):
            events.record_hit(Event.Kind.WARNING, hit, at=now, detail=warning)
    return hit


def warnings(hit: HIT, draft: Draft) -> Iterator[str]:
    """What the requester should know although the HIT was taken."""
    if draft.question.uses_http:
        yield f"ExternalURL uses http, which Mechanical Turk refuses: {hit.external_url}"


def fill(hit: HIT, draft: Draft) -> None:
    hit.question = draft.question_xml
    hit.external_url = draft.question.url
    hit.frame_height = draft.question.frame_height
    hit.annotation = draft.annotation
    hit.max_assignments = draft.max_assignments
    hit.fee = hit_types.fee(hit.hit_type, draft.max_assignments)
    hit.expires_at = hit.created_at + timedelta(seconds=draft.lifetime_s)


def extend(account: Account, hit_id: str, *, by: int, token: str | None, request_id: str) -> None:
    """More assignments; a finished HIT that has not expired is open again."""
    with own_hit(account, hit_id) as (hit, now):
        must_live(hit)
        tokens.claim(account, "CreateAdditionalAssignmentsForHIT", token, made=request_id, at=now)
        most = settings.MARKETPLACE_ASSIGNMENTS_MAX
        if hit.max_assignments <= SMALL:
            most = SMALL
        if hit.max_assignments + by > most:
            raise RequestError(
                "InvalidMaximumAssignmentsIncrease",
                f"A HIT of {hit.max_assignments} assignments cannot be extended by {by}: "
                f"at most {most} in all.",
            )
        hit.max_assignments += by
        events.record_hit(Event.Kind.HIT_EXTENDED, hit, at=now, detail=f"by {by}")


def expire_at(account: Account, hit_id: str, when: datetime) -> None:
    """Move the expiration; a past time takes the HIT off the market at once."""
    with own_hit(account, hit_id) as (hit, now):
        must_live(hit)
        if when > now + timedelta(seconds=settings.MARKETPLACE_LIFETIME_MAX_S):
            raise invalid_parameter(f"ExpireAt is too far in the future, got {when.isoformat()}")
        if when > now:
            hit.expires_at, hit.expired_at = when, None
        elif hit.expired_at is None:
            hit.expires_at = hit.expired_at = now
            events.record_hit(Event.Kind.HIT_EXPIRED, hit, at=now)


def mark_reviewing(account: Account, hit_id: str, *, revert: bool) -> None:
    """Reviewable to Reviewing, or back."""
    before, after = HIT.Status.REVIEWABLE, True
    if revert:
        before, after = HIT.Status.REVIEWING, False
    with own_hit(account, hit_id) as (hit, _):
        if hit.status != before:
            raise invalid_hit_state(hit.status, before)
        hit.reviewing = after


def move_to_type(account: Account, hit_id: str, hit_type: HITType) -> None:
    """Give an untouched HIT other attributes; its hold follows the new price."""
    with own_hit(account, hit_id) as (hit, _):
        must_live(hit)
        if hit.assignments.exists():
            raise RequestError(
                "InvalidHITState", "The type of a HIT that was accepted cannot be changed."
            )
        qualification_types.check_usable(account, hit_type.requirements)
        hit.hit_type = hit_type
        hit.fee = hit_types.fee(hit_type, hit.max_assignments)


def delete(account: Account, hit_id: str) -> None:
    """Dispose of a finished HIT whose work is all reviewed."""
    with own_hit(account, hit_id) as (hit, now):
        finished = hit.status in (HIT.Status.REVIEWABLE, HIT.Status.REVIEWING)
        if not finished or tally(hit).submitted:
            # With unreviewed work the message contradicts itself, as Amazon's does.
            raise invalid_hit_state(hit.status, "Reviewing", "Reviewable")
        dispose(hit, now)


def own_hit(account: Account, hit_id: str):
    """Lock one of the account's HITs. Raises RequestError: another's HIT does not exist."""
    return changing(HIT.objects.of(account).named(hit_id), missing=unknown_hit(hit_id))


def must_live(hit: HIT) -> None:
    if hit.deleted_at:
        raise invalid_hit_state(hit.status, *ANY_LIVING)
