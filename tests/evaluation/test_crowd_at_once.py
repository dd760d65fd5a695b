"""Two hundred workers at once: no article twice, systems in balance, every quota met, none passed.

Through the desks, on many connections; the endpoint's word is written by hand. The workers are
hasty: all begin several HITs together, some fail the check, some give up or return their work.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest
from django.db import connection

from corpus.models import Dataset
from crowd.consent import text_hash
from crowd.models import HIT, Assignment, Batch, Worker
from evaluation import submissions
from evaluation.allocation import NoWork
from evaluation.drafts import CONTENT_NAMES, Draft
from evaluation.history import layout_of
from evaluation.models import Allocation, ContentItem, QualitySummary
from evaluation.visits import find_visit
from tests.crowd.factories import at_once as together
from tests.evaluation import factories
from tests.evaluation.factories import NOW

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

N_WORKERS = 200
# SQLite admits one writer at a time and wakes the waiting in no order: as many threads as its web
# process has, or one may wait for ever. PostgreSQL queues them.
N_THREADS = 24 if connection.vendor == "postgresql" else 8
JUDGES = 3
MOST_ROUNDS = 9
Job = tuple[str, HIT, datetime]


@pytest.fixture
def batches(transactional_db) -> list[Batch]:
    """Ten articles by three systems against article and reference, and in six sheets of five."""
    dataset: Dataset = factories.make_corpus(10)
    documents = list(dataset.documents.all())
    sheets = [
        [document.summaries.all()[(place + turn) % 3] for place, document in enumerate(block)]
        for block in (documents[:5], documents[5:])
        for turn in range(3)
    ]
    return [
        factories.make_content_batch(dataset, context="document", judges=JUDGES, seed=1),
        factories.make_content_batch(dataset, context="reference", judges=JUDGES, seed=2),
        factories.make_quality_batch(dataset, sheets, criterion="fluency", judges=JUDGES, seed=3),
        factories.make_quality_batch(dataset, sheets, criterion="clarity", judges=JUDGES, seed=4),
    ]


def work(job: Job) -> bool:
    """One worker at one HIT, behaving as their name and the HIT's number have it; whether given."""
    worker, hit, now = job
    rng = Random(f"{worker} {hit.pk}")
    kind, claims = hit.item.batch.kind, factories.claims_for(hit, worker)
    try:
        submissions.begin(find_visit(kind, hit.public_id, claims), now=now)
    except NoWork:
        return False
    if rng.random() < 0.1:  # gives up; the lease will end
        return True
    at = find_visit(kind, hit.public_id, claims)
    passes = rng.random() < 0.85
    if kind == "content":
        draft = Draft(values=dict.fromkeys(CONTENT_NAMES, 50), is_finished=True)
        submissions.finish_ratings(at, draft=draft, base_version=0, now=now)
        at = find_visit(kind, hit.public_id, claims)
        submissions.submit_content(at, answer=passes, events={}, now=now)
    else:
        steps = {"good": 90, "mediocre": 50, "bad": 10 if passes else 60, "summary": 70}
        values = {text.opaque_id: steps[text.part] for text in at.shown}
        submissions.submit_quality(at, draft=Draft(values=values), now=now)
    if rng.random() < 0.95:  # else the endpoint never hears of it
        Assignment.objects.filter(pk=at.assignment.pk).update(confirmed_at=now, status="Submitted")
    return True


def at_once(jobs: Iterable[Job]) -> list[bool]:
    def run(job: Job) -> bool:
        try:
            return work(job)
        finally:
            connection.close()

    with ThreadPoolExecutor(N_THREADS) as pool:
        return list(pool.map(run, jobs))


def usable(batch: Batch) -> Counter:
    """Judgments that count, by item."""
    rows = Allocation.objects.filter(
        item__batch=batch, assignment__in=Assignment.objects.usable()
    ).values_list("item", flat=True)
    return Counter(rows)


def is_done(batch: Batch) -> bool:
    return usable(batch) == dict.fromkeys(batch.items.values_list("pk", flat=True), JUDGES)


def given_to(worker: Worker) -> Iterator[tuple[int, int, int]]:
    """(batch, document, system) of every summary this worker was given, once an item."""
    items = set(Allocation.objects.filter(assignment__worker=worker).values_list("item", flat=True))
    for model, item in ((ContentItem, "item"), (QualitySummary, "quality_item__item")):
        yield from model.objects.filter(**{f"{item}__in": items}).values_list(
            f"{item}__batch", "summary__document", "summary__system"
        )


def test_two_hundred_workers_at_once_break_no_rule(batches):
    hits = {batch.pk: list(HIT.objects.with_batch().filter(item__batch=batch)) for batch in batches}
    rng = Random(5)
    workers = [f"A{number}" for number in range(N_WORKERS)]
    now = NOW
    for number in range(MOST_ROUNDS):
        open_batches = [batch for batch in batches if not is_done(batch)]
        if not open_batches:
            break
        # Everybody begins HITs of two batches at the same time.
        jobs = [
            (worker, rng.choice(hits[batch.pk]), now)
            for worker in rng.sample(workers, N_WORKERS if number == 0 else 60)
            for batch in rng.choices(open_batches, k=2)
        ]
        at_once(jobs)
        for batch in batches:
            assert max(usable(batch).values(), default=0) <= JUDGES
        now += timedelta(hours=3)

    assert all(is_done(batch) for batch in batches)
    systems_of = {batch.pk: layout_of(batch).all_systems for batch in batches}
    for worker in Worker.objects.all():
        given = list(given_to(worker))
        documents = Counter(document for _, document, _ in given)
        assert max(documents.values()) == 1, worker
        for batch, systems in systems_of.items():
            counts = Counter(system for own, _, system in given if own == batch)
            assert max(counts.values(), default=0) - min(counts[s] for s in systems) <= 1, worker


def test_a_worker_in_six_batches_at_once_is_given_an_article_once(transactional_db):
    dataset = factories.make_corpus(1)
    made = [factories.make_content_batch(dataset) for _ in range(6)]
    hits = [HIT.objects.with_batch().filter(item__batch=batch).first() for batch in made]
    # Known already, so that making the worker's row keeps nobody waiting.
    worker = Worker.objects.create(endpoint_url=factories.WORKER_SITE, mturk_id="A1")
    study = made[0].study
    worker.consents.create(study=study, text_hash=text_hash(study), given_at=NOW)
    given = together(*(partial(work, ("A1", hit, NOW)) for hit in hits))
    assert sorted(given) == [False] * 5 + [True]
