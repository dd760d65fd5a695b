"""Plays a whole study through real HTTP with all processes running, and checks every number.

python -m tests.flows.load --articles 50 --workers 10 --profile production
"""

import argparse
import json
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from tests.flows.play import WORD_LIMIT, Sent, play
from tests.flows.readings import Span, offers, stored_work, weights
from tests.flows.study import eventually, publish_study, write_articles
from tests.stack import PROFILES, Stack

SETTLING_S = 180


@dataclass(frozen=True)
class Rate:
    """How fast it went, from the first accept to the last hand-back, and until all was counted."""

    profile: str
    assignments: int
    played_s: float
    settled_s: float

    def __str__(self) -> str:
        return (
            f"{self.profile}: {self.assignments} assignments in {self.played_s:.1f} s, "
            f"{self.assignments / self.played_s:.1f} a second; all confirmed, approved and "
            f"aggregated {self.settled_s:.1f} s later"
        )


def run_load(stack: Stack, *, articles: int, workers: int, seed: int = 7) -> Rate:
    """Raises AssertionError naming the first number that is not what was sent."""
    publish_study(stack, write_articles(stack.folder / "articles.jsonl", articles), judges=workers)
    started = time.monotonic()
    sent = play(stack, offers(stack), workers=workers, seed=seed)
    played = time.monotonic()
    check_settled(stack, len(sent))
    settled = time.monotonic()
    check_stored(stack, sent, articles=articles, workers=workers)
    check_weights(stack, sent)
    return Rate(stack.profile, len(sent), played - started, settled - played)


def check_settled(stack: Stack, n: int) -> None:
    """Confirmation, approval and aggregation come by themselves, from worker and beat."""

    def is_settled() -> bool:
        work = stored_work(stack)
        return sum(row.usable for row in work) >= n and not weights(stack)["stale"]

    assert eventually(is_settled, SETTLING_S, pause_s=2.0), (
        f"{sum(row.usable for row in stored_work(stack))} of {n} usable, "
        f"{weights(stack)['stale']} documents stale"
    )


def check_stored(stack: Stack, sent: list[Sent], *, articles: int, workers: int) -> None:
    """Every assignment is stored once, with the spans that were sent, and usable."""
    assert len(sent) == articles * workers
    stored = {row.assignment_id: row for row in stored_work(stack)}
    assert len(stored) == len(stored_work(stack)) == articles * workers
    for one in sent:
        row = stored[one.assignment_id]
        assert (row.worker_id, row.key) == (one.worker_id, one.key)
        assert row.spans == union(one.spans), f"{one.assignment_id}: {row.spans} of {one.spans}"
        assert row.usable, one.assignment_id
    assert set(Counter(one.key for one in sent).values()) == {workers}


def check_weights(stack: Stack, sent: list[Sent]) -> None:
    """The weights in the tables are those of the export, recomputed here from the formula."""
    exported = export(stack)
    by_document: dict[str, list[list[Span]]] = defaultdict(list)
    for row in exported["highlights"]:
        by_document[row["document"]].append([(start, end) for start, end in row["spans"]])
    lengths = {row["id"]: len(row["tokens"]) for row in exported["documents"]}
    stored = weights(stack)["rows"]
    assert {row["key"] for row in stored} == set(by_document) == {one.key for one in sent}
    for row in stored:
        expected = num_h(by_document[row["key"]], lengths[row["key"]], row["word_limit"])
        assert row["n_annotators"] == len(by_document[row["key"]])
        assert len(row["num_h"]) == len(expected)
        worst = max(abs(a - b) for a, b in zip(row["num_h"], expected, strict=True))
        assert worst <= 1e-12, f"{row['key']}: off by {worst}"


def num_h(annotators: list[list[Span]], n_tokens: int, word_limit: int) -> list[float]:
    """NumH of the paper, written down a second time on purpose."""
    marked = [{i for start, end in spans for i in range(start, end)} for spans in annotators]
    return [
        sum(len(one) / word_limit for one in marked if position in one)
        for position in range(n_tokens)
    ]


def export(stack: Stack) -> dict[str, list[dict]]:
    folder = stack.folder / "export"
    stack.manage("export_highlights", "flow", "--out", str(folder))
    return {
        name: [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]
        for name in ("documents", "highlights", "summaries")
    }


def union(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Touching spans are one: what is stored is sorted and disjoint."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    assert sum(end - start for start, end in joined) <= WORD_LIMIT
    return tuple(joined)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--articles", type=int, default=50)
    parser.add_argument("--workers", type=int, default=10)
    parser.add_argument("--profile", choices=PROFILES, default="embedded")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    size = {"articles": options.articles, "workers": options.workers, "seed": options.seed}
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack(Path(folder), profile=options.profile) as stack,
    ):
        print(run_load(stack, **size))


if __name__ == "__main__":
    main()
