"""Time, faults, the event log, and a new beginning."""

from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest

from marketplace import clock, ledger, market
from marketplace.api.shapes import Choice, Required, Structure, Text, Whole
from marketplace.control.gate import ControlError, account_named, controlled, read
from marketplace.models import (
    HIT,
    Account,
    Assignment,
    Bonus,
    Clock,
    Event,
    Fault,
    HITType,
    IdempotencyToken,
    Invitation,
    LedgerEntry,
    Message,
    Notice,
    Qualification,
    QualificationRequest,
    QualificationType,
    StudyLink,
    Subscription,
    Worker,
    WorkerBlock,
)

ADVANCE = Structure(advance_s=Required(Whole(0, 100 * 365 * 24 * 3600)))
FAULT = Structure(
    kind=Required(Choice(frozenset(Fault.Kind.values))),
    account=Text(least=1),
    operation=Text(most=64),
    count=Whole(1, 10_000),
    options=Structure(
        status=Whole(400, 599), seconds=Whole(0, 30 * 24 * 3600), code=Text(least=1, most=64)
    ),
)
NEEDS = {
    Fault.Kind.SERVICE_FAULT: "status",
    Fault.Kind.VISIBILITY_DELAY: "seconds",
    Fault.Kind.REQUEST_ERROR: "code",
}


def show_clock(_: HttpRequest) -> dict:
    return {"now": clock.now().timestamp(), "ahead_s": clock.ahead().total_seconds()}


def advance_clock(request: HttpRequest) -> dict:
    """POST {"advance_s"}; what falls due meanwhile happens as soon as anybody looks."""
    try:
        clock.advance(timedelta(seconds=read(request, ADVANCE)["advance_s"]))
    except ValueError as error:
        raise ControlError(str(error)) from error
    return show_clock(request)


def arm_fault(request: HttpRequest) -> dict:
    """POST {"kind", "operation"?, "account"?, "count"?, "options"?}.

    throttle, service_fault {"status"}, request_error {"code"} and drop_after_commit strike `count`
    times, duplicate_event and reordered_events so many deliveries of notifications;
    visibility_delay {"seconds"}, trailing_page and expire_collision hold until disarmed.
    """
    wanted = read(request, FAULT)
    options = wanted.get("options", {})
    if (needed := NEEDS.get(wanted["kind"])) and needed not in options:
        raise ControlError(f"{wanted['kind']} needs options.{needed}")
    fault = Fault.objects.create(
        kind=wanted["kind"],
        account=account_named(wanted["account"]) if "account" in wanted else None,
        operation=wanted.get("operation", ""),
        remaining=wanted.get("count", 1),
        options=options,
    )
    return {"armed": describe(fault)}


def show_faults(_: HttpRequest) -> dict:
    return {"faults": [describe(fault) for fault in Fault.objects.filter(remaining__gt=0)]}


def disarm_faults(_: HttpRequest) -> dict:
    Fault.objects.all().delete()
    return {"faults": []}


def describe(fault: Fault) -> dict:
    return {
        "kind": fault.kind,
        "operation": fault.operation,
        "remaining": fault.remaining,
        "options": fault.options,
    }


def show_events(request: HttpRequest) -> dict:
    """GET ?account=: the account's event log, in the order of its times."""
    market.catch_up()
    account = account_named(request.GET.get("account"))
    log = account.events.select_related("hit", "assignment").order_by("at", "id")
    return {
        "events": [
            {
                "kind": event.kind,
                "at": event.at.timestamp(),
                "hit": event.hit and event.hit.public_id,
                "assignment": event.assignment and event.assignment.public_id,
                "detail": event.detail,
            }
            for event in log
        ]
    }


def begin_anew(_: HttpRequest) -> dict:
    """POST: accounts keep their keys and their first deposit; everything else is gone."""
    with transaction.atomic():
        opened = {}
        for line in LedgerEntry.objects.filter(kind=LedgerEntry.Kind.DEPOSIT).order_by("-id"):
            opened[line.account_id] = line.total_change
        told, log = [Notice, Subscription], [Event, LedgerEntry, IdempotencyToken, Fault]
        people = [Message, WorkerBlock, Invitation, StudyLink, QualificationRequest, Qualification]
        things = [Bonus, Assignment, HIT, HITType, QualificationType, Worker, Clock]
        for model in [*told, *log, *people, *things]:
            model.objects.all().delete()
        for account in Account.objects.filter(id__in=opened):
            ledger.deposit(account, opened[account.id], at=clock.now())
    return {"accounts": list(Account.objects.values_list("name", flat=True))}


time = controlled(GET=show_clock, POST=advance_clock)
faults = controlled(GET=show_faults, POST=arm_fault, DELETE=disarm_faults)
events = controlled(GET=show_events)
reset = controlled(POST=begin_anew)
