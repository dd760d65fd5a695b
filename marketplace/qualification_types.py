"""Qualification types of a requester: made, changed, deleted, and named by HITs."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from marketplace import clock, faults, ledger
from marketplace.models import Account, QualificationRequest, QualificationType
from marketplace.refusals import RequestError
from marketplace.requirements import SYSTEM_TYPES


@dataclass(frozen=True)
class Draft:
    """A qualification type as asked for."""

    name: str
    description: str
    keywords: str
    status: str
    retry_delay_s: int | None
    auto_granted: bool
    auto_granted_value: int


def create(account: Account, draft: Draft) -> QualificationType:
    """A new type. Raises RequestError when the account has one of this name."""
    with transaction.atomic():
        ledger.lock(account.id)
        if account.qualification_types.living().filter(name=draft.name).exists():
            raise RequestError(
                "QualificationTypeAlreadyExists",
                "You have already created a QualificationType with this name.",
            )
        now = clock.now()
        return QualificationType.objects.create(
            account=account,
            created_at=now,
            listed_at=now + faults.visibility_delay(account.id),
            **draft.__dict__,
        )


def find(account: Account, type_id: str) -> QualificationType:
    """One of the account's own types. Raises RequestError: another's does not exist."""
    if known := account.qualification_types.living().named(type_id).first():
        return known
    raise unknown(type_id)


def update(account: Account, type_id: str, changes: dict) -> QualificationType:
    """Change what is named; name and keywords are fixed."""
    kind = find(account, type_id)
    for field, value in changes.items():
        setattr(kind, field, value)
    kind.save(update_fields=list(changes))
    return kind


def delete(account: Account, type_id: str) -> None:
    """Take the type away at once and reject what is pending; HITs that name it stay guarded.

    Mechanical Turk takes up to two days and waits for those HITs.
    """
    with transaction.atomic():
        kind = find(account, type_id)
        state = QualificationRequest.State
        kind.requests.filter(state=state.PENDING).update(state=state.REJECTED)
        kind.deleted_at = clock.now()
        kind.save(update_fields=["deleted_at"])


def check_usable(account: Account, requirements: list[dict]) -> None:
    """Raises RequestError unless every requirement names a system type or an active own one."""
    asked = {row["QualificationTypeId"] for row in requirements} - SYSTEM_TYPES
    own = account.qualification_types.living().filter(public_id__in=asked)
    states = dict(own.values_list("public_id", "status"))
    for type_id in sorted(asked):
        if type_id not in states:
            raise unknown(type_id)
        if states[type_id] != QualificationType.Status.ACTIVE:
            raise RequestError(
                "InvalidQualificationTypeState", f"QualificationType {type_id} is not Active."
            )


def listed(account: Account, *, query: str, at: datetime) -> QuerySet[QualificationType]:
    """The account's types whose name, description or keywords hold every word of the query."""
    found = account.qualification_types.living().filter(listed_at__lte=at)
    for word in query.split():
        texts = ("name", "description", "keywords")
        found = found.filter(any_of(texts, word))
    return found.order_by("-id")


def any_of(fields: tuple[str, ...], word: str) -> Q:
    return Q(*[(f"{field}__icontains", word) for field in fields], _connector=Q.OR)


def unknown(type_id: str) -> RequestError:
    return RequestError(
        "QualificationTypeDoesNotExist", f"QualificationType {type_id} does not exist."
    )
