"""A study of the paper's shape as rows: highlights, content in three contexts, fluency, clarity.

Everything is drawn from a seed. Systems, articles and judges differ by planted effects; a judge
meets an article once under a question. Some work failed its check.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import count

from annotation.models import Highlight, HighlightItem
from corpus.models import Dataset, Document, Summary, System
from crowd.models import HIT, Assignment, Batch, Item, Study, Worker
from evaluation.models import ContentBatch, QualityBatch, Rating
from tests.annotation.factories import NOW, WORKER_SITE
from tests.evaluation.factories import SYSTEMS, make_batch, make_release, make_study

WORDS = (
    "minister river bridge city storm report people council train school doctor market farmer "
    "island harbour winter engine letter court union budget museum forest captain station village"
).split()
LEVELS = {"reference": 66, "ptgen": 48, "tconvs2s": 55}
CONTEXTS = ("highlights", "document", "reference")
N_HIGHLIGHTERS, N_JUDGES, N_PEOPLE = 10, 3, 30
ONE_FAILS_OF = 20


class WholeStudy:
    """Makes the rows of a study with `n_documents` articles, table by table."""

    def __init__(self, n_documents: int, seed: int) -> None:
        self.random = random.Random(seed)
        self.numbers = count()
        self.study = make_study(name="whole", title="The whole study")
        self.dataset = Dataset.objects.create(name="whole")
        self.systems = [
            System.objects.create(dataset=self.dataset, name=name, is_reference=name == "reference")
            for name in SYSTEMS
        ]
        self.documents = [self.document(number) for number in range(n_documents)]
        Summary.objects.bulk_create(
            self.summary(d, s) for d in self.documents for s in self.systems
        )
        self.people = Worker.objects.bulk_create(
            Worker(endpoint_url=WORKER_SITE, mturk_id=f"AWHOLE{n:04}") for n in range(N_PEOPLE)
        )
        self.bias = {worker.pk: self.random.gauss(0, 6) for worker in self.people}
        self.of_document = {each.pk: self.random.gauss(0, 8) for each in self.documents}

    def document(self, number: int) -> Document:
        n = 60 + self.random.randrange(120)
        words = [self.random.choice(WORDS) for _ in range(n)]
        starts = [sum(len(word) + 1 for word in words[:i]) for i in range(n)]
        return Document.objects.create(
            dataset=self.dataset,
            external_id=f"article-{number:04}",
            title=f"Article {number}",
            text=" ".join(words),
            tokens=[[at, at + len(w)] for at, w in zip(starts, words, strict=True)],
            words=words,
            sentence_ends=[n],
            paragraph_ends=[n // 2, n],
            n_tokens=n,
            tokenizer="blanks",
            content_hash=f"{number:064}",
        )

    def summary(self, document: Document, system: System) -> Summary:
        words = [*self.random.sample(document.words, 12), self.random.choice(WORDS), "."]
        text = " ".join(words)
        return Summary(document=document, system=system, text=text, words=words, tokenizer="blanks")

    def highlight(self) -> None:
        batch = make_batch(self.study, "highlights", 0, judges=N_HIGHLIGHTERS, name="marks")
        for document in self.documents:
            item = Item.objects.create(batch=batch, key=document.external_id, revision=1)
            statement = document.statements.create(about="document", statement="So.", answer=True)
            HighlightItem.objects.create(
                item=item, document=document, statement=statement, word_limit=30
            )
            hit = HIT.objects.create(item=item, max_assignments=10, mturk_id=f"3HIT{item.pk}")
            who = self.random.sample(self.people, N_HIGHLIGHTERS)
            work = Assignment.objects.bulk_create(self.work(hit, worker, 240) for worker in who)
            Highlight.objects.bulk_create(self.marked(row, document, statement) for row in work)

    def marked(self, row: Assignment, document: Document, statement) -> Highlight:
        """Two phrases, more often near the beginning."""
        first = int(self.random.betavariate(1, 3) * (document.n_tokens // 2 - 10))
        later = document.n_tokens // 2 + self.random.randrange(document.n_tokens // 2 - 10)
        spans = [[first, first + 8], [later, later + 6]]
        return Highlight(assignment=row, spans=spans, n_words=14, statement=statement, events={})

    def work(self, hit: HIT, worker: Worker, seconds: int, **fields) -> Assignment:
        number = next(self.numbers)
        usual = {
            "opened_at": NOW,
            "submitted_at": NOW + timedelta(seconds=number),
            "confirmed_at": NOW,
            "status": "Approved",
            "sanity_passed": True,
            "active_duration_s": round(seconds * self.random.uniform(0.5, 2)),
        }
        return Assignment(
            hit=hit, worker=worker, mturk_id=f"3WHOLE{number:06}", **{**usual, **fields}
        )

    def rate(self, criteria: Sequence[str], context: str = "") -> None:
        """Every summary by its judges, and now and then by one more, whose check failed."""
        name = context or criteria[0]
        batch = make_batch(self.study, "content" if context else "quality", 1, name=name)
        if context:
            release = make_release(self.study, self.dataset) if context == "highlights" else None
            ContentBatch.objects.create(batch=batch, context=context, release=release, seed=1)
        else:
            QualityBatch.objects.create(batch=batch, criterion=criteria[0], seed=1)
        hit = HIT.objects.get(item__batch=batch)
        given = [
            (summary, self.work(hit, worker, 100, sanity_passed=passed))
            for summary, worker, passed in self.dealt(context)
        ]
        Assignment.objects.bulk_create(work for _, work in given)
        Rating.objects.bulk_create(
            Rating(
                assignment=work,
                summary=summary,
                criterion=criterion,
                context=context,
                value=self.value(criterion, summary, work),
            )
            for summary, work in given
            for criterion in criteria
        )

    def dealt(self, context: str) -> Iterator[tuple[Summary, Worker, bool]]:
        for document in self.documents:
            found = document.summaries.select_related("system").order_by("pk")
            rated = [s for s in found if not (context == "reference" and s.system.is_reference)]
            people = self.random.sample(self.people, len(rated) * N_JUDGES + 1)
            for summary in rated:
                for _ in range(N_JUDGES):
                    yield summary, people.pop(), True
            if self.random.randrange(ONE_FAILS_OF // 3) == 0:
                yield rated[0], people.pop(), False

    def value(self, criterion: str, summary: Summary, work: Assignment) -> int:
        if not work.sanity_passed:
            return self.random.randint(1, 100)
        level = LEVELS[summary.system.name] + (5 if criterion == "precision" else 0)
        sway = self.of_document[summary.document_id] + self.bias[work.worker_id]
        return min(100, max(1, round(level + sway + self.random.gauss(0, 10))))


def make_whole_study(n_documents: int = 50, seed: int = 1) -> Study:
    """3,300 usable ratings of 150 summaries, and 500 highlights, where there are 50 articles."""
    made = WholeStudy(n_documents, seed)
    made.highlight()
    for context in CONTEXTS:
        made.rate(("precision", "recall"), context)
    for criterion in ("fluency", "clarity"):
        made.rate((criterion,))
    Batch.objects.filter(study=made.study).update(published_at=NOW)
    return made.study
