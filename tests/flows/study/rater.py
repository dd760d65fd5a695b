"""A simulated person who takes one HIT after another until there is nothing for them.

A careful one reads and answers as planted; a careless one flips a coin and rates at random.
"""

import json
import random
import re
from dataclasses import dataclass

from tests.flows.judge import Entry, Judge, NothingForMe, Refused, Work
from tests.flows.play import random_spans, take_one_of
from tests.flows.readings import Offer
from tests.flows.study.planted import OF_JUDGE, ROLES, Planted
from tests.flows.study.reading import plain, seen_on
from tests.marketplace.harness import Worker
from tests.stack import Stack

MARKS = "marks"
CRITERIA_OF_CONTENT = ("recall", "precision")
SCALE = (1, 100)
SHORTEST_ARTICLE = 60
"""Tokens among which everybody marks."""


@dataclass(frozen=True)
class Offered:
    """A batch at the marketplace, named by its question: a context, fluency or clarity."""

    name: str
    hit_type_id: str


@dataclass(frozen=True)
class Truth:
    """What the texts on the pages are, by their words, and what judges think of them."""

    planted: Planted
    statements: dict[str, bool]
    summaries: dict[str, tuple[str, str]]
    controls: dict[str, str]
    references: list[str]


Rated = tuple[str, str, str, str, int]
"""Article, system, criterion, context and value."""


@dataclass(frozen=True)
class Done:
    """One task that was handed in, with what was sent about summaries."""

    batch: str
    assignment_id: str
    worker_id: str
    is_careless: bool
    rated: tuple[Rated, ...]


class Rater:
    def __init__(self, stack: Stack, number: int, *, is_careless: bool, truth: Truth) -> None:
        self.random = random.Random(f"{truth.planted.seed} rater {number}")
        self.is_careless = is_careless
        self.truth = truth
        self.bias = self.random.uniform(-OF_JUDGE, OF_JUDGE)
        self.judge = Judge(stack, Worker.join(stack.marketplace_origin))
        self.done: list[Done] = []
        self.rated: list[Rated] = []
        # Batches in which this person was told that there is nothing for them, and in what words.
        self.told: dict[str, str] = {}

    def work(self, offers: list[Offered], patience: int) -> None:
        """Through the batches in an order of their own, at most so many tasks of each."""
        for offer in self.random.sample(offers, len(offers)):
            for _ in range(patience):
                if offer.name in self.told or not self.take(offer):
                    break

    def mark(self, articles: list[Offer]) -> None:
        """Once each article that is still on offer."""
        for article in self.random.sample(articles, len(articles)):
            try:
                work = take_one_of(self.judge, article)
            except LookupError:
                continue
            self.finish(work, MARKS)

    def take(self, offer: Offered) -> bool:
        """Do one task of the batch; False if there was none."""
        try:
            work = self.judge.take_from(offer.hit_type_id)
        except Refused:
            return False
        try:
            self.finish(work, offer.name)
        except NothingForMe as why:
            self.told[offer.name] = re.search(r"<h1>(.*?)</h1>", str(why))[1]
            self.judge.site.give_back(work.assignment_id)
            return False
        return True

    def finish(self, work: Work, batch: str) -> None:
        """From the first page to the endpoint's receipt."""
        self.rated = []
        self.judge.hand_in(self.judge.walk(work, self.entries(batch)))
        names = (batch, work.assignment_id, self.judge.worker_id)
        self.done.append(Done(*names, self.is_careless, tuple(self.rated)))

    def entries(self, batch: str) -> dict[str, Entry]:
        return {
            "/consent/": lambda _: {},
            "/begin/": lambda _: {},
            "/marks/": lambda _: {"spans": json.dumps(random_spans(self.random, SHORTEST_ARTICLE))},
            "/ratings/": lambda page: self.rate_content(batch, page),
            "/finish/": lambda page: self.rate_sheet(batch, page),
            "/answer/": self.answer,
        }

    def answer(self, page: str) -> dict[str, str]:
        (statement,) = seen_on(page).statements
        answer = self.truth.statements[plain(statement)]
        if self.is_careless:
            answer = self.random.random() < 0.5
        return {"answer": "true" if answer else "false"}

    def rate_content(self, context: str, page: str) -> dict[str, str]:
        seen = seen_on(page)
        assert tuple(seen.names) == CRITERIA_OF_CONTENT, seen.names
        (summary,) = seen.summaries
        return as_sent({name: self.value(name, context, summary) for name in seen.names})

    def rate_sheet(self, criterion: str, page: str) -> dict[str, str]:
        seen = seen_on(page)
        return as_sent(
            {
                name: self.value(criterion, "", text)
                for name, text in zip(seen.names, seen.summaries, strict=True)
            }
        )

    def value(self, criterion: str, context: str, text: str) -> int:
        """What this person says of the text; remembered where it is no control."""
        summary = self.truth.summaries.get(plain(text))
        if summary is None:
            role = self.truth.controls[plain(text)]
            return self.random.randint(*(SCALE if self.is_careless else ROLES[role]))
        system, article = summary
        value = self.random.randint(*SCALE)
        if not self.is_careless:
            value = self.truth.planted.value(
                (criterion, context), system, article, bias=self.bias, rng=self.random
            )
        self.rated.append((article, system, criterion, context, value))
        return value


def as_sent(values: dict[str, int]) -> dict[str, str]:
    return {"values": json.dumps(values)}
