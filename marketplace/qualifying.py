"""Whether a worker meets the requirements of a HIT, for what they guard."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Count

from marketplace import requirements
from marketplace.models import (
    Assignment,
    HITType,
    Qualification,
    QualificationRequest,
    QualificationType,
    Worker,
)
from marketplace.requirements import Value

State = Assignment.State


@dataclass(frozen=True)
class Condition:
    """One requirement as a worker reads it; `kind` is None for a system qualification."""

    requirement: dict
    met: bool
    kind: QualificationType | None
    asked: bool


def values_of(worker: Worker) -> dict[str, Value]:
    """What the worker holds, by the id of the qualification type; system types are computed."""
    rows = worker.assignments.handed_in().values_list("state").annotate(Count("id")).order_by()
    counts = dict(rows)
    approved = counts.get(State.APPROVED, 0)
    rate = requirements.approval_percent(
        approved, rejected=counts.get(State.REJECTED, 0), waiting=counts.get(State.SUBMITTED, 0)
    )
    values: dict[str, Value] = {
        requirements.APPROVAL_RATE: rate,
        requirements.NUMBER_APPROVED: approved,
        requirements.ADULT: int(worker.adult),
    }
    if worker.country:
        values[requirements.LOCALE] = (worker.country, worker.subdivision)
    if worker.masters:
        values |= dict.fromkeys(requirements.MASTERS, 1)
    granted = worker.qualifications.filter(status=Qualification.Status.GRANTED)
    return values | dict(granted.values_list("kind__public_id", "value"))


def may(action: str, hit_type: HITType, values: dict[str, Value]) -> bool:
    """Whether somebody with these values may do this: one of requirements.ACTIONS."""
    return all(
        meets(row, values) for row in hit_type.requirements if requirements.guards(row, action)
    )


def meets(requirement: dict, values: dict[str, Value]) -> bool:
    return requirements.holds(
        requirement,
        values.get(requirement["QualificationTypeId"]),
        missing_differs=settings.MARKETPLACE_MISSING_DIFFERS,
    )


def worker_may(action: str, hit_type: HITType, worker: Worker) -> bool:
    return not hit_type.requirements or may(action, hit_type, values_of(worker))


def conditions(worker: Worker, hit_type: HITType) -> list[Condition]:
    """Every requirement of the type, and whether this worker meets it."""
    values = values_of(worker)
    ids = [row["QualificationTypeId"] for row in hit_type.requirements]
    kinds = {kind.public_id: kind for kind in QualificationType.objects.filter(public_id__in=ids)}
    asked = set(
        worker.qualification_requests.filter(state=QualificationRequest.State.PENDING).values_list(
            "kind__public_id", flat=True
        )
    )
    return [
        Condition(row, meets(row, values), kinds.get(type_id), type_id in asked)
        for type_id, row in zip(ids, hit_type.requirements, strict=True)
    ]
