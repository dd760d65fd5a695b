"""What happened to every piece of work, as the people themselves know it; nothing is asked."""

from dataclasses import dataclass, field
from decimal import Decimal

REWARD_USD = Decimal("0.50")


@dataclass
class Entry:
    """One assignment. `state` is what its worker is to read in the end."""

    assignment_id: str
    person: int
    study: str
    state: str = "Accepted"
    is_fair: bool = True
    is_late: bool = False
    evidence: tuple[str, ...] = ()
    """What must stand beside a rejection: the statement and the worker's answer."""
    reason: str = ""
    appeal: str = ""
    bonuses: list[Decimal] = field(default_factory=list)

    @property
    def is_handed_in(self) -> bool:
        return self.state in ("Submitted", "Approved", "Rejected")

    @property
    def pay_usd(self) -> Decimal:
        return REWARD_USD if self.state in ("Submitted", "Approved") else Decimal("0.00")


class Diary:
    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def begin(self, assignment_id: str, *, person: int, study: str) -> Entry:
        """Who is led back to work that was begun writes on where they were."""
        entry = self.entries.get(assignment_id) or Entry(assignment_id, person, study)
        assert entry.person == person, f"{assignment_id} was given to {entry.person} and {person}"
        self.entries[assignment_id] = entry
        return entry

    def of(self, person: int) -> dict[str, Entry]:
        return {row.assignment_id: row for row in self.entries.values() if row.person == person}

    def in_state(self, state: str, **facts: object) -> list[Entry]:
        return [
            row
            for row in self.entries.values()
            if row.state == state
            and all(getattr(row, name) == value for name, value in facts.items())
        ]
