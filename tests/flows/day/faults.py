"""What goes wrong at the endpoint during the day, in an order drawn from the seed."""

import random
import threading
from collections import Counter
from typing import Self

from tests.flows.day.stage import ACCOUNT, Stage

FAULTS = (
    {"kind": "throttle", "count": 3},
    {"kind": "service_fault", "count": 2, "options": {"status": 500}},
    {"kind": "service_fault", "count": 3, "options": {"status": 400}},
    {"kind": "service_fault", "count": 9, "options": {"status": 503}},
    {"kind": "drop_after_commit", "count": 1},
    {"kind": "drop_after_commit", "count": 1, "operation": "ApproveAssignment"},
    {"kind": "drop_after_commit", "count": 1, "operation": "CreateAdditionalAssignmentsForHIT"},
    {"kind": "drop_after_commit", "count": 1, "operation": "CreateHITWithHITType"},
    {"kind": "drop_after_commit", "count": 1, "operation": "SendBonus"},
    {"kind": "drop_after_commit", "count": 1, "operation": "RejectAssignment"},
    {"kind": "duplicate_event", "count": 3},
    {"kind": "reordered_events", "count": 3},
)
HIDDEN_S = 15
"""So long the requester does not see what was handed in, where that is armed."""


class Faults:
    """One every few seconds, as long as the block runs; then all are taken away."""

    def __init__(self, stage: Stage, seed: int, *, every_s: float = 2.0) -> None:
        self.stage, self.every_s = stage, every_s
        self.random = random.Random(f"{seed} faults")
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.strike)
        self.armed: Counter[str] = Counter()

    def strike(self) -> None:
        while not self.over.wait(self.every_s * self.random.uniform(0.5, 1.5)):
            self.arm(**self.random.choice(FAULTS))

    def arm(self, kind: str, **fault: object) -> None:
        self.stage.market.arm(kind, account=ACCOUNT, **fault)
        self.armed[kind] += 1

    def hide(self) -> None:
        """New submissions are invisible for a while; holds until the end of the block."""
        self.arm("visibility_delay", options={"seconds": HIDDEN_S})

    def each_once(self) -> None:
        for fault in FAULTS:
            self.arm(**fault)

    def clear(self) -> None:
        self.stage.market.control("DELETE", "faults")

    def __enter__(self) -> Self:
        self.each_once()
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.over.set()
        self.thread.join()
        self.clear()
