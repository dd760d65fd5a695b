"""Many judges at once: what is sent, remembered beside what the server will have stored."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.flows.judge import Judge, Refused
from tests.flows.readings import Offer, Span
from tests.stack import Stack

WORD_LIMIT = 30


@dataclass(frozen=True)
class Sent:
    """One finished assignment, as its judge knows it."""

    assignment_id: str
    worker_id: str
    key: str
    spans: tuple[Span, ...]


def random_spans(random_: random.Random, n_tokens: int) -> list[Span]:
    """Disjoint spans with a gap between them, at least one word, at most the limit."""
    left = random_.randint(1, WORD_LIMIT)
    start, spans = 0, []
    while left and start < n_tokens:
        start += random_.randint(0, max(1, n_tokens // 8))
        length = min(random_.randint(1, 9), left, n_tokens - start)
        if length > 0:
            spans.append((start, start + length))
            left -= length
            start += length + 1
    return spans or [(0, 1)]


def take_one_of(judge: Judge, offer: Offer):
    """The first of the article's HITs with a free slot."""
    for hit_id in offer.hit_ids:
        try:
            return judge.take(hit_id)
        except Refused:
            continue
    raise LookupError(f"no HIT of {offer.key} takes {judge.worker_id}: {offer.hit_ids}")


def play_one(
    stack: Stack, offers: list[Offer], seed: str, finished: Callable[[Sent], None]
) -> list[Sent]:
    """One judge works through all articles in an order of their own, always answering truly."""
    random_ = random.Random(seed)
    judge = Judge(stack)
    sent = []
    for offer in random_.sample(offers, len(offers)):
        work = take_one_of(judge, offer)
        spans = random_spans(random_, offer.n_tokens)
        judge.highlight(work, spans, answer=offer.truth)
        sent.append(Sent(work.assignment_id, judge.worker_id, offer.key, tuple(spans)))
        finished(sent[-1])
    return sent


def play(
    stack: Stack,
    offers: list[Offer],
    *,
    workers: int,
    seed: int,
    finished: Callable[[Sent], None] = lambda _: None,
) -> list[Sent]:
    """All judges at the same time; returns once every article was judged by every one of them."""
    with ThreadPoolExecutor(workers) as pool:
        runs = [
            pool.submit(play_one, stack, offers, f"{seed}/{number}", finished)
            for number in range(workers)
        ]
        return [sent for run in runs for sent in run.result()]
