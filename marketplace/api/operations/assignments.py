"""Operations on submitted work."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from marketplace import clock, reviewing
from marketplace.api.caller import Caller
from marketplace.api.pages import Walk, in_order_of_submission
from marketplace.api.presenting import present_assignment, present_hit
from marketplace.models import HIT, Assignment, Worker
from marketplace.prepared import Prepared
from marketplace.refusals import unknown_hit
from marketplace.tally import tally

Members = dict[str, Any]
COLUMNS = tuple(field.attname for field in Assignment._meta.concrete_fields)


def list_assignments(caller: Caller, request: Members) -> Members:
    """Work handed in, at any time and of deleted HITs too; in the order in which it came."""
    hit_id, now = request["HITId"], clock.now()
    hit = next((HIT(id=row, public_id=hit_id) for (row,) in OWN(hit_id, caller.account.id)), None)
    if hit is None:
        raise unknown_hit(hit_id)
    wanted = tuple(sorted(set(request.get("AssignmentStatuses", []))))
    walk = Walk(
        account=caller.account,
        operation=caller.operation,
        filter=f"{hit.public_id}/{'+'.join(wanted)}",
        rows=listed(hit.id, now, wanted).select_related("worker"),
        following=in_order_of_submission,
        first=lambda size: [work_of(row) for row in first_page(wanted, size)(hit.id, now)],
    )
    here, members = walk.page(request)
    for row in here:
        row.hit = hit
    return {**members, "Assignments": [present_assignment(row) for row in here]}


def listed(hit_id: int, now: datetime, wanted: tuple[str, ...]) -> QuerySet:
    work = Assignment.objects.filter(hit=hit_id, visible_at__lte=now)
    work = work.filter(state__in=wanted) if wanted else work.handed_in()
    return work.order_by("submitted_at", "id")


@lru_cache(maxsize=1000)
def first_page(wanted: tuple[str, ...], size: int) -> Prepared:
    """Polls ask for it again and again."""

    def rows(hit_id: int, now: datetime) -> QuerySet:
        return listed(hit_id, now, wanted).values_list(*COLUMNS, "worker__public_id")[:size]

    return Prepared(rows, 10**9, datetime(2001, 1, 1, tzinfo=UTC))


def work_of(row: list) -> Assignment:
    *values, worker_id = row
    work = Assignment.from_db("default", COLUMNS, values)
    work.worker = Worker(id=work.worker_id, public_id=worker_id)
    return work


def own_hit(hit_id: str, account_id: int) -> QuerySet:
    return HIT.objects.filter(public_id=hit_id, account=account_id).values_list("id")


OWN = Prepared(own_hit, "A HIT", 10**9)


def get_assignment(caller: Caller, request: Members) -> Members:
    assignment = reviewing.visible(caller.account, request["AssignmentId"])
    hit = assignment.hit
    return {"Assignment": present_assignment(assignment), "HIT": present_hit(hit, tally(hit))}


def approve(caller: Caller, request: Members) -> Members:
    reviewing.approve(
        caller.account,
        request["AssignmentId"],
        feedback=request.get("RequesterFeedback", ""),
        override=request.get("OverrideRejection", False),
    )
    return {}


def reject(caller: Caller, request: Members) -> Members:
    reviewing.reject(caller.account, request["AssignmentId"], feedback=request["RequesterFeedback"])
    return {}
