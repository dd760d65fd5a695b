"""The tables of the marketplace."""

from marketplace.models.accounts import AccessKey, Account, IdempotencyToken, LedgerEntry
from marketplace.models.hits import HIT, HITType
from marketplace.models.qualifications import (
    Qualification,
    QualificationRequest,
    QualificationType,
)
from marketplace.models.relations import Message, WorkerBlock
from marketplace.models.work import Assignment, Bonus, Worker
from marketplace.models.world import Clock, Event, Fault

__all__ = [
    "HIT",
    "AccessKey",
    "Account",
    "Assignment",
    "Bonus",
    "Clock",
    "Event",
    "Fault",
    "HITType",
    "IdempotencyToken",
    "LedgerEntry",
    "Message",
    "Qualification",
    "QualificationRequest",
    "QualificationType",
    "Worker",
    "WorkerBlock",
]
