"""The tables of the crowd room; one file a subject."""

from crowd.models.assignment import Assignment, Consent, Worker
from crowd.models.decision import Decision
from crowd.models.finding import Finding, Reconciliation
from crowd.models.hit import HIT, Item
from crowd.models.money import AccountBalance, Bonus, LedgerEntry
from crowd.models.outbox import Call
from crowd.models.qualification import Qualification
from crowd.models.review import Appeal, Exclusion, Reading, ReviewEvent
from crowd.models.study import Batch, Study

__all__ = [
    "HIT",
    "AccountBalance",
    "Appeal",
    "Assignment",
    "Batch",
    "Bonus",
    "Call",
    "Consent",
    "Decision",
    "Exclusion",
    "Finding",
    "Item",
    "LedgerEntry",
    "Qualification",
    "Reading",
    "Reconciliation",
    "ReviewEvent",
    "Study",
    "Worker",
]
