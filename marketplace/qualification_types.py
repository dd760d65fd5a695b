"""Qualification types of a requester: made, changed, deleted, and named by HITs."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from marketplace import answer_key, clock, faults, ledger, question_form_reading
from marketplace.models import Account, QualificationRequest, QualificationType
from marketplace.refusals import RequestError, invalid_parameter
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
    test: str = ""
    test_duration_s: int | None = None
    answer_key: str = ""


def create(account: Account, draft: Draft) -> QualificationType:
    """A new type. Raises RequestError when the account has one of this name."""
    check_test(draft.__dict__)
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
    """Change what is named; name and keywords are fixed.

    A new test comes with its duration and, without a new key, has none; a test cannot be removed.
    """
    if "test" in changes:
        changes = {"answer_key": "", **changes}
    check_test(changes)
    with transaction.atomic():
        kind = QualificationType.objects.select_for_update(no_key=True).get(
            id=find(account, type_id).id
        )
        for field, value in changes.items():
            setattr(kind, field, value)
        if kind.test and kind.auto_granted:
            raise invalid_parameter("A qualification type with a Test cannot be AutoGranted.")
        kind.save(update_fields=list(changes))
    return kind


def check_test(given: dict) -> None:
    """Raises RequestError unless test, duration, key and automatic granting go together."""
    test, duration, key = (given.get(k) for k in ("test", "test_duration_s", "answer_key"))
    if not test and (duration is not None or key):
        raise invalid_parameter("TestDurationInSeconds and AnswerKey must come with a Test.")
    if not test:
        return
    if duration is None:
        raise invalid_parameter("Test must come with TestDurationInSeconds.")
    if given.get("auto_granted"):
        raise invalid_parameter("A qualification type with a Test cannot be AutoGranted.")
    form = question_form_reading.parse(test)
    if key:
        answer_key.parse(key, form)


def delete(account: Account, type_id: str) -> None:
    """Take the type away at once and reject what is pending; HITs that name it stay guarded.

    Mechanical Turk takes up to two days and waits for those HITs.
    """
    with transaction.atomic():
        kind = find(account, type_id)
        open_requests = kind.requests.filter(state__in=QualificationRequest.OPEN)
        open_requests.update(state=QualificationRequest.State.REJECTED)
        kind.deleted_at = clock.now()
        kind.save(update_fields=["deleted_at"])


def check_usable(account: Account, requirements: list[dict]) -> None:
    """Raises RequestError unless every requirement names a system type or an active own one."""
    asked = {row["QualificationTypeId"] for row in requirements} - SYSTEM_TYPES
    if not asked:
        return
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
