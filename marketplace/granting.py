"""How a worker comes to hold a qualification: granted, asked for, decided, revoked."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction

from marketplace import clock, qualification_types, workers
from marketplace.models import (
    Account,
    Message,
    Qualification,
    QualificationRequest,
    QualificationType,
    Worker,
)
from marketplace.refusals import Refused, RequestError

Status, State = Qualification.Status, QualificationRequest.State
NOT_OFFERED = "This qualification does not exist, or cannot be asked for now."


def associate(account: Account, type_id: str, worker_id: str, *, value: int, tell: bool) -> None:
    """Grant a qualification, or give the one that is held a new value. `tell`: in a message."""
    kind, worker = qualification_types.find(account, type_id), workers.named(worker_id)
    with transaction.atomic():
        now = clock.now()
        grant(lock(kind), worker, value=value, at=now)
        if tell:
            Message.objects.create(
                account=account,
                worker=worker,
                subject=f"You were given the qualification “{kind.name}”",
                text=kind.description,
                sent_at=now,
            )


def grant(kind: QualificationType, worker: Worker, *, value: int, at: datetime) -> None:
    given = {"value": value, "status": Status.GRANTED, "granted_at": at, "reason": ""}
    Qualification.objects.update_or_create(kind=kind, worker=worker, defaults=given)


def lock(kind: QualificationType) -> QualificationType:
    """Grants, requests and decisions about one type queue here."""
    return QualificationType.objects.select_for_update(no_key=True).get(id=kind.id)


def revoke(account: Account, type_id: str, worker_id: str, *, reason: str) -> None:
    """Take a qualification away. Raises RequestError unless it is held."""
    with transaction.atomic():
        lock(qualification_types.find(account, type_id))
        held = holding(account, type_id, worker_id)
        held.status, held.reason = Status.REVOKED, reason
        held.save(update_fields=["status", "reason"])


def holding(account: Account, type_id: str, worker_id: str) -> Qualification:
    """A qualification in force. Raises RequestError: never granted, or revoked."""
    kind = qualification_types.find(account, type_id)
    rows = kind.qualifications.select_related("kind", "worker")
    found = rows.filter(worker__public_id=worker_id).first()
    if found is None:
        raise RequestError(
            "QualificationDoesNotExist",
            f"Qualification {type_id} of worker {worker_id} does not exist.",
        )
    if found.status != Status.GRANTED:
        raise RequestError(
            "InvalidQualificationState",
            "This operation can be called with a status of: Granted",
        )
    return found


def ask(worker: Worker, type_id: str) -> QualificationRequest:
    """A worker asks for a qualification; some are granted at once, some begin with a test.

    Twice: the same request.

    Raises Refused when it is held, or when it is too early to ask again.
    """
    offered = QualificationType.objects.living().filter(status=QualificationType.Status.ACTIVE)
    with transaction.atomic():
        kind = offered.named(type_id).select_for_update(no_key=True).first()
        if kind is None:
            raise Refused(NOT_OFFERED, not_found=True)
        asked = kind.requests.filter(worker=worker)
        now = clock.now()
        if (going := asked.filter(state__in=QualificationRequest.OPEN).first()) and not overran(
            going, now
        ):
            return going
        check_may_ask(kind, worker, asked.order_by("-id").first(), now)
        request = QualificationRequest(kind=kind, worker=worker, submitted_at=now)
        if kind.test:
            begin_test(request, kind, now)
        elif kind.auto_granted:
            request.state = State.GRANTED
            grant(kind, worker, value=kind.auto_granted_value, at=now)
        request.save()
    return request


def begin_test(request: QualificationRequest, kind: QualificationType, now: datetime) -> None:
    """The time runs from now, on the test as it is now."""
    request.state = State.TAKING
    request.test, request.answer_key = kind.test, kind.answer_key
    request.deadline = now + timedelta(seconds=kind.test_duration_s)


def overran(request: QualificationRequest, now: datetime) -> bool:
    """Whether the time of its test is over; then it is noted."""
    if request.state != State.TAKING or now <= request.deadline:
        return False
    request.state = State.EXPIRED
    request.save(update_fields=["state"])
    return True


def check_may_ask(
    kind: QualificationType, worker: Worker, last: QualificationRequest | None, now: datetime
) -> None:
    held = kind.qualifications.filter(worker=worker, status=Status.GRANTED).exists()
    if held and not (kind.test and last and kind.retry_delay_s is not None):
        raise Refused("You have this qualification.")
    if last and kind.retry_delay_s is None:
        raise Refused("This qualification can be asked for once, and you have asked.")
    if last and now < last.submitted_at + timedelta(seconds=kind.retry_delay_s):
        raise Refused("You have asked for this qualification; it is too early to ask again.")


def accept(account: Account, request_id: str, *, value: int) -> None:
    """Grant what was asked for."""
    with deciding(account, request_id) as request:
        request.state = State.GRANTED
        grant(request.kind, request.worker, value=value, at=clock.now())


def reject(account: Account, request_id: str, *, reason: str) -> None:
    """Refuse what was asked for; the worker reads the reason."""
    with deciding(account, request_id) as request:
        request.state, request.reason = State.REJECTED, reason


@contextmanager
def deciding(account: Account, request_id: str) -> Iterator[QualificationRequest]:
    """Lock a pending request to the account. Raises RequestError otherwise."""
    mine = QualificationRequest.objects.filter(kind__account=account, public_id=request_id)
    with transaction.atomic():
        request = mine.select_for_update(no_key=True, of=("self",)).first()
        if request is None:
            raise RequestError(
                "QualificationRequestDoesNotExist",
                f"QualificationRequest {request_id} does not exist.",
            )
        if request.state != State.PENDING:
            raise RequestError(
                "InvalidQualificationRequestState",
                "This operation can be called with a status of: Pending",
            )
        yield request
        request.save(update_fields=["state", "reason"])
