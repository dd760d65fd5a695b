"""The tables of the crowd room; one file a subject."""

from crowd.models.assignment import Assignment, Consent, Worker
from crowd.models.decision import Decision
from crowd.models.hit import HIT, Item
from crowd.models.outbox import Call, LedgerEntry
from crowd.models.study import Batch, Study

__all__ = [
    "HIT",
    "Assignment",
    "Batch",
    "Call",
    "Consent",
    "Decision",
    "Item",
    "LedgerEntry",
    "Study",
    "Worker",
]
