"""What is true in a simulated study: how good each system is, and what sways a judge.

A value is the planted mean of the system under the question, more or less for the article, the
judge and the day. The effects of the articles add up to nothing, so that the planted mean is the
mean of the articles at hand, and no value ever leaves the scale.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

LOWEST, HIGHEST = 43, 58
"""The planted means of the worst and of the best system."""
OF_ARTICLE, OF_JUDGE, OF_THE_DAY = 20.0, 6.0, 6.0
"""The largest effects, up or down."""
ROLES = {"bad": (1, 4), "mediocre": (5, 9), "good": (85, 95)}
"""What a careful judge gives a control: all below and above what any summary gets but the good."""

Question = tuple[str, str]
"""Criterion and context; the context is empty where only the summary is read."""


@dataclass(frozen=True)
class Planted:
    seed: int
    systems: Sequence[str]
    articles: Sequence[str]

    def mean(self, question: Question, system: str) -> float:
        """Each question ranks the systems in an order of its own."""
        names = sorted(self.systems)
        random.Random(f"{self.seed} {question}").shuffle(names)
        steps = max(1, len(names) - 1)
        return LOWEST + (HIGHEST - LOWEST) * names.index(system) / steps

    def of_article(self, article: str) -> float:
        names = sorted(self.articles)
        random.Random(f"{self.seed} articles").shuffle(names)
        steps = max(1, len(names) - 1)
        return OF_ARTICLE * (2 * names.index(article) / steps - 1)

    def value(
        self, question: Question, system: str, article: str, *, bias: float, rng: random.Random
    ) -> int:
        """What a careful judge of this bias says today."""
        today = rng.uniform(-OF_THE_DAY, OF_THE_DAY)
        return round(self.mean(question, system) + self.of_article(article) + bias + today)
