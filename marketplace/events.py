"""The event log: what happened, written in the transaction in which it happened."""

from datetime import datetime

from marketplace.models import HIT, Assignment, Event


def record_hit(kind: Event.Kind, hit: HIT, *, at: datetime, detail: str = "") -> None:
    Event.objects.create(account_id=hit.account_id, kind=kind, hit=hit, at=at, detail=detail)


def record_assignment(
    kind: Event.Kind, hit: HIT, assignment: Assignment, *, at: datetime, detail: str = ""
) -> None:
    Event.objects.create(
        account_id=hit.account_id, kind=kind, hit=hit, assignment=assignment, at=at, detail=detail
    )
