"""Operations on HITs and HIT types: the request's words to the market's, and back."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from marketplace import clock, faults, hit_types, publishing, requirements, tokens
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, newest_first
from marketplace.api.presenting import present_hit
from marketplace.hit_types import Attributes
from marketplace.models import HIT, Fault
from marketplace.publishing import Draft
from marketplace.questions import parse_question
from marketplace.refusals import invalid_parameter, unknown_hit
from marketplace.tally import Tally, tallies, tally

Members = dict[str, Any]


def create_hit_type(caller: Caller, request: Members) -> Members:
    kind = publishing.create_hit_type(caller.account, attributes(request))
    return {"HITTypeId": kind.public_id}


def create_hit(caller: Caller, request: Members) -> Members:
    return create(caller, attributes(request), request)


def create_hit_with_hit_type(caller: Caller, request: Members) -> Members:
    return create(caller, hit_types.find(caller.account, request["HITTypeId"]), request)


def create(caller: Caller, of, request: Members) -> Members:
    hit = publishing.create_hit(
        caller.account,
        of,
        draft(request),
        operation=caller.operation,
        token=request.get("UniqueRequestToken"),
    )
    return {"HIT": present_hit(hit, Tally())}  # nobody has accepted it yet


def get_hit(caller: Caller, request: Members) -> Members:
    mine = HIT.objects.of(caller.account).select_related("hit_type")
    if not settings.MARKETPLACE_SHOW_DISPOSED:
        mine = mine.undeleted()
    hit = mine.filter(public_id=request["HITId"]).first()
    if hit is None:
        raise unknown_hit(request["HITId"])
    return {"HIT": present_hit(hit, tally(hit))}


def list_hits(caller: Caller, request: Members) -> Members:
    return page_of_hits(caller, HIT.objects.of(caller.account).undeleted(), "", request)


def list_reviewable_hits(caller: Caller, request: Members) -> Members:
    status = request.get("Status", HIT.Status.REVIEWABLE)
    mine = HIT.objects.of(caller.account).filter(status=status)
    if kind := request.get("HITTypeId"):
        mine = mine.filter(hit_type=hit_types.find(caller.account, kind))
    return page_of_hits(caller, mine, f"{status}/{kind}", request)


def page_of_hits(caller: Caller, hits, chosen: str, request: Members) -> Members:
    rows = hits.select_related("hit_type").order_by("-id")
    walk = Walk(caller.account, caller.operation, chosen, rows, newest_first)
    here, members = walk.page(request)
    counts = tallies(here)
    return {**members, "HITs": [present_hit(hit, counts[hit.id]) for hit in here]}


def update_expiration(caller: Caller, request: Members) -> Members:
    hit_id, when = request["HITId"], request["ExpireAt"]
    with transaction.atomic():
        publishing.expire_at(caller.account, hit_id, when)
        refuse_collision(caller, f"{hit_id}{when:%Y-%m-%dT%H:%M:%SZ}")
    return {}


def refuse_collision(caller: Caller, token: str) -> None:
    """When a test arms it: the same call twice within a second fails as on Amazon's service."""
    kind, account = Fault.Kind.EXPIRE_COLLISION, caller.account
    if faults.armed(kind, account_id=account.id, operation=caller.operation).exists():
        lifetime, now = timedelta(seconds=1), clock.now()
        tokens.claim(account, caller.operation, token, made=token, at=now, lifetime=lifetime)


def create_additional_assignments(caller: Caller, request: Members) -> Members:
    publishing.extend(
        caller.account,
        request["HITId"],
        by=request["NumberOfAdditionalAssignments"],
        token=request.get("UniqueRequestToken"),
        request_id=caller.request_id,
    )
    return {}


def update_review_status(caller: Caller, request: Members) -> Members:
    revert = request.get("Revert", False)
    publishing.mark_reviewing(caller.account, request["HITId"], revert=revert)
    return {}


def update_hit_type(caller: Caller, request: Members) -> Members:
    kind = hit_types.find(caller.account, request["HITTypeId"])
    publishing.move_to_type(caller.account, request["HITId"], kind)
    return {}


def delete_hit(caller: Caller, request: Members) -> Members:
    publishing.delete(caller.account, request["HITId"])
    return {}


def attributes(request: Members) -> Attributes:
    delay = request.get("AutoApprovalDelayInSeconds", settings.MARKETPLACE_AUTO_APPROVAL_DEFAULT_S)
    return Attributes(
        title=request["Title"],
        description=request["Description"],
        keywords=request.get("Keywords", ""),
        reward=request["Reward"],
        duration_s=request["AssignmentDurationInSeconds"],
        auto_approval_delay_s=delay,
        requirements=requirements.checked(request.get("QualificationRequirements", [])),
    )


def draft(request: Members) -> Draft:
    xml = request.get("Question")
    if xml is None:
        raise invalid_parameter("Either Question or HITLayoutId must be given.")
    size, most = len(xml.encode()), settings.MARKETPLACE_QUESTION_MAX_BYTES
    if size > most:
        raise invalid_parameter(f"Question must have at most {most} bytes, got {size}")
    question = parse_question(
        xml,
        allow_http=settings.MARKETPLACE_ALLOW_HTTP_TASKS,
        own_origin=settings.MARKETPLACE_ORIGIN,
    )
    return Draft(
        question_xml=xml,
        question=question,
        lifetime_s=request["LifetimeInSeconds"],
        max_assignments=request.get("MaxAssignments", 1),
        annotation=request.get("RequesterAnnotation", ""),
    )
