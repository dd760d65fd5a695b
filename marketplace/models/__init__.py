"""The tables of the marketplace."""

from marketplace.models.accounts import AccessKey, Account, IdempotencyToken, LedgerEntry
from marketplace.models.appeals import Appeal
from marketplace.models.arrivals import Admission, Invitation
from marketplace.models.hits import HIT, HITType
from marketplace.models.notices import Notice, Subscription, Transport
from marketplace.models.qualifications import (
    Qualification,
    QualificationRequest,
    QualificationType,
)
from marketplace.models.relations import Message, WorkerBlock
from marketplace.models.studies import Guest, Outcome, Participation, StudyLink
from marketplace.models.work import Assignment, Bonus, Worker
from marketplace.models.world import Clock, Event, Fault

__all__ = [
    "HIT",
    "AccessKey",
    "Account",
    "Admission",
    "Appeal",
    "Assignment",
    "Bonus",
    "Clock",
    "Event",
    "Fault",
    "Guest",
    "HITType",
    "IdempotencyToken",
    "Invitation",
    "LedgerEntry",
    "Message",
    "Notice",
    "Outcome",
    "Participation",
    "Qualification",
    "QualificationRequest",
    "QualificationType",
    "StudyLink",
    "Subscription",
    "Transport",
    "Worker",
    "WorkerBlock",
]
