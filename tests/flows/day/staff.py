"""The researcher's and the reviewers' side: what they publish, decide, pay and close.

Each step is one process of manage.py beside the real workers, which do what it enqueues. What the
reviewers choose is drawn from the seed and told, so that the diary knows it without asking.
"""

import json
from pathlib import Path
from typing import Any

from tests.flows.day.diary import Diary, Entry
from tests.flows.day.programs import (
    APPEALS,
    BEFORE,
    BONUSES,
    DENIED,
    OPEN,
    PUBLISH,
    REASON,
    RETRY,
    REVIEW,
    STATE,
    STUDIES,
    UNMADE,
)
from tests.flows.day.stage import Stage
from tests.flows.readings import read
from tests.flows.study import eventually, write_articles

DRAIN_S = 240


class Staff:
    def __init__(self, stage: Stage, diary: Diary, seed: int) -> None:
        self.stage, self.diary, self.seed = stage, diary, seed

    def run(self, program: str, **given: Any) -> Any:
        """A program of manage.py shell that prints JSON; it knows what is given by name."""
        known = {"SEED": self.seed, "UNMADE": UNMADE, "REASON": REASON, "DENIED": DENIED, **given}
        lines = [f"{name} = {value!r}" for name, value in known.items()]
        return read(self.stage, "\n".join([*lines, BEFORE, program]))

    def publish(self, units: dict[str, tuple[int, int]]) -> None:
        """Articles and judges of each study; and a batch the endpoint will have none of."""
        n = sum(n_articles for n_articles, _ in units.values())
        path = write_corpus(self.stage.folder / "articles.jsonl", n)
        names = [f"article-{number:03}" for number in range(n)]
        batches, first = [], 0
        for study, (n_articles, judges) in units.items():
            batches.append((study, "first", judges, names[first : first + n_articles]))
            first += n_articles
        self.run(OPEN, PATH=str(path), STUDIES=STUDIES)
        refusal = {"operation": "CreateHITWithHITType", "options": {"code": "InsufficientFunds"}}
        self.stage.market.arm("request_error", count=2, **refusal)
        self.run(PUBLISH, BATCHES=[("open", UNMADE, 3, names[:2])])
        self.drain()
        self.run(PUBLISH, BATCHES=batches)
        self.drain()

    def review(self) -> None:
        """Decide about everything that failed its check; it must be what the diary says failed."""
        for assignment_id, verdict in self.run(REVIEW):
            entry = self.diary.entries[assignment_id]
            assert (entry.state, entry.is_fair) == ("Submitted", False), entry
            entry.state = "Rejected" if verdict == "reject" else "Approved"
            entry.reason = REASON if verdict == "reject" else ""

    def answer_appeals(self) -> None:
        told = self.run(APPEALS)
        assert told["problems"] == []
        for assignment_id, message, outcome in told["answered"]:
            entry = self.diary.entries[assignment_id]
            assert entry.appeal == "Open", entry
            assert message == f"Person {entry.person} asks you to look again."
            entry.appeal = outcome
            entry.state = "Approved" if outcome == "Granted" else "Rejected"

    def give(self, bonuses: list[tuple[Entry, str]]) -> int:
        """How many cannot be given yet: not confirmed, or the account holds too little."""
        return self.run(BONUSES, GIVEN=[(entry.assignment_id, usd) for entry, usd in bonuses])

    def state(self) -> dict[str, Any]:
        return self.run(STATE)

    def drain(self) -> dict[str, Any]:
        """Until nothing is left to be said to the endpoint; raises with what is."""
        last: dict[str, Any] = {}

        def is_quiet() -> bool:
            last.update(self.state())
            return not last["open"]

        assert eventually(is_quiet, DRAIN_S, pause_s=2.0), last["open"]
        return last

    def retry(self) -> int:
        """A person says once more what had failed for want of money."""
        return self.run(RETRY)


def write_corpus(path: Path, n: int) -> Path:
    """Made-up articles, each with a statement of its own that everybody can check."""
    rows = [json.loads(line) for line in write_articles(path, n).read_text().splitlines()]
    for number, row in enumerate(rows):
        row["sanity"][0]["statement"] = f"{number} is an even number."
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
