"""Processes are killed outright while judges work; what was acknowledged is there, once.

The marketplace stands for the outside world and lives; web, worker and broker die at ten seeded
moments. Only when all submissions are in are they handed to the endpoint: until then nothing that
was lost here could come back from there.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from tests.flows.forms import Form
from tests.flows.judge import Judge, Unexpected
from tests.flows.load import union
from tests.flows.play import random_spans, take_one_of
from tests.flows.readings import Offer, Span, offers, stored_work, weights
from tests.flows.study import eventually, publish_study, write_articles
from tests.stack import Stack

pytestmark = [pytest.mark.stack, pytest.mark.slow, pytest.mark.timeout(900)]

ARTICLES, WORKERS, KILLS, SEED = 20, 10, 10, 11
SUBMISSIONS = ARTICLES * WORKERS
# The embedded broker is files: whoever reads and writes them dies in its place.
VICTIMS = {
    "embedded": [("web",), ("worker",), ("web", "worker")],
    "production": [("web",), ("worker",), ("redis",)],
}


def persist(step: Callable[[], object], timeout_s: float = 120.0) -> object:
    """Tries again as a person does who reloads the page."""
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            return step()
        except (requests.RequestException, Unexpected):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


class Crowd:
    """All judges, what they sent, and what the server acknowledged to them."""

    def __init__(self, stack: Stack, offers: list[Offer]) -> None:
        self.offers = offers
        self.judges = [Judge(stack) for _ in range(WORKERS)]
        self.sent: dict[str, tuple[Span, ...]] = {}
        self.forms: list[tuple[Judge, Form]] = []

    @property
    def acknowledged(self) -> set[str]:
        return set().union(*(judge.acknowledged for judge in self.judges))

    def work(self, number: int) -> None:
        judge, random_ = self.judges[number], random.Random(f"{SEED}/{number}")
        for offer in random_.sample(self.offers, len(self.offers)):
            work = take_one_of(judge, offer)
            spans = random_spans(random_, offer.n_tokens)
            self.sent[work.assignment_id] = tuple(spans)
            form = persist(lambda w=work, s=spans, o=offer: judge.submit(w, s, answer=o.truth))
            self.forms.append((judge, form))


def kill_at_seeded_moments(stack: Stack, crowd: Crowd, done: threading.Event) -> list[str]:
    """Kills, restarts, and compares what is stored with what had been acknowledged before."""
    random_ = random.Random(SEED)
    moments = sorted(random_.sample(range(5, SUBMISSIONS - 5), KILLS))
    victims = VICTIMS[stack.profile]
    told = []
    for number, moment in enumerate(moments):
        while len(crowd.acknowledged) < moment and not done.is_set():
            time.sleep(0.005)
        time.sleep(random_.uniform(0, 0.05))  # somewhere inside whatever runs
        names = victims[number % len(victims)]
        acknowledged = crowd.acknowledged
        for name in names:
            stack.kill(name)
        for name in reversed(names):
            stack.start(name)
        times = Counter(row.assignment_id for row in stored_work(stack))
        wrong = [name for name in acknowledged if times[name] != 1]
        assert not wrong, f"after the death of {names}: acknowledged but not there once: {wrong}"
        told.append(f"{'+'.join(names)} at {moment}")
    return told


def test_acknowledged_work_survives_the_death_of_every_process(
    tmp_path: Path, profile: str
) -> None:
    with Stack(tmp_path, profile=profile) as stack:
        corpus = write_articles(tmp_path / "articles.jsonl", ARTICLES)
        publish_study(stack, corpus, judges=WORKERS)
        crowd = Crowd(stack, offers(stack))
        done = threading.Event()
        with ThreadPoolExecutor(WORKERS + 1) as pool:
            killer = pool.submit(kill_at_seeded_moments, stack, crowd, done)
            runs = [pool.submit(crowd.work, number) for number in range(WORKERS)]
            try:
                for run in runs:
                    run.result()
            finally:
                done.set()
            print("killed:", ", ".join(killer.result()))

        stored = {row.assignment_id: row.spans for row in stored_work(stack)}
        assert len(stored_work(stack)) == len(stored) == SUBMISSIONS
        assert stored == {name: union(spans) for name, spans in crowd.sent.items()}
        # A few were saved while the answer that says so was lost; their judges saw it on reload.
        assert crowd.acknowledged <= set(stored)
        assert_hand_in_survives_too(stack, crowd)


def assert_hand_in_survives_too(stack: Stack, crowd: Crowd) -> None:
    """All is handed to the endpoint while the worker that confirms and approves dies twice."""
    half = len(crowd.forms) // 2
    for part in (crowd.forms[:half], crowd.forms[half:]):
        for judge, form in part:
            judge.hand_in(form)
        time.sleep(1)
        stack.kill("worker")
        stack.start("worker")

    def is_settled() -> bool:
        usable = [row for row in stored_work(stack) if row.usable]
        return len(usable) == SUBMISSIONS and not weights(stack)["stale"]

    assert eventually(is_settled, 180, pause_s=2), (
        f"{sum(row.usable for row in stored_work(stack))} of {SUBMISSIONS} usable, "
        f"{weights(stack)['stale']} documents stale"
    )
    assert sum(row["n_annotators"] for row in weights(stack)["rows"]) == SUBMISSIONS
    assert eventually(lambda: approved(stack) == SUBMISSIONS, 120), "not all were approved"


def approved(stack: Stack) -> int:
    """By the endpoint's own word, as boto3 reads it."""
    mturk = stack.mturk()
    return sum(
        assignment["AssignmentStatus"] == "Approved"
        for page in mturk.get_paginator("list_hits").paginate()
        for hit in page["HITs"]
        for answers in mturk.get_paginator("list_assignments_for_hit").paginate(HITId=hit["HITId"])
        for assignment in answers["Assignments"]
    )
