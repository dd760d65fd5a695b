"""Rows for the staff pages: accounts of each role, an article, and work in every state."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import count

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, ConsoleMessage, Page

from annotation.models import Highlight, HighlightItem, TokenWeights
from console.urls import urlpatterns
from corpus.models import Dataset, Document, SanityStatement, Summary, System
from crowd.models import (
    HIT,
    Appeal,
    Assignment,
    Batch,
    Call,
    Decision,
    Finding,
    Item,
    LedgerEntry,
    Study,
    Worker,
)
from evaluation.computing import compute_results
from evaluation.models import (
    ControlText,
    QualityBatch,
    QualityControl,
    QualityItem,
    QualitySummary,
)
from evaluation.requesting import request_results
from metrics.weights import token_weights
from tests.browser import is_complaint

ROLES = ("researcher", "reviewer", "admin")
ENDPOINT = "http://127.0.0.1:8001"
ARTICLE = (
    "The night train to the coast will run again from June. It was stopped nine years ago, when "
    "cheap flights took its passengers.\n\n"
    "The railway bought thirty used sleeping cars and rebuilt them in its own workshop. A bed "
    "costs 49 euros, a seat half of that.\n\n"
    "“We were surprised by how many people asked,” said Maria Lindqvist, who leads the project. "
    "Bookings open on Monday at nine; last time the first weekend sold out within the hour."
)


@pytest.fixture
def accounts(db) -> dict[str, User]:
    """A user of every role, one without any, and a superuser; none can sign in with a password."""
    users = {name: User.objects.create(username=name) for name in ROLES}
    for name, user in users.items():
        user.groups.add(Group.objects.get_or_create(name=name)[0])
    users["nobody"] = User.objects.create(username="nobody")
    users["root"] = User.objects.create(username="root", is_superuser=True)
    return users


@pytest.fixture
def signed_in(accounts) -> Callable[[str], Client]:
    def client(name: str) -> Client:
        browser = Client()
        browser.force_login(accounts[name])
        return browser

    return client


@pytest.fixture
def open_page(chromium: Browser, live_server, signed_in):
    """Opens pages as a role; whatever a page complains about fails the test."""
    complaints, contexts = [], []

    def hear(page: Page, message: ConsoleMessage) -> None:
        if is_complaint(message):
            complaints.append(f"{page.url}: {message.text}")

    def open_page(role: str = "", **options) -> Page:
        context = chromium.new_context(base_url=live_server.url, **options)
        contexts.append(context)
        if role:
            session = signed_in(role).cookies["highres_session"].value
            cookie = {"name": "highres_session", "value": session, "url": live_server.url}
            context.add_cookies([cookie])
        page = context.new_page()
        page.on("console", lambda message: hear(page, message))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@dataclass
class Scene:
    """A study with one published batch, and ways to add what happened in it."""

    study: Study
    batch: Batch
    dataset: Dataset
    now: datetime
    numbers: count = field(default_factory=lambda: count(1))

    def document(self, text: str = ARTICLE, title: str = "Night trains return") -> Document:
        tokens = [list(m.span()) for m in re.finditer(r"\w+|[^\w\s]", text)]
        ends = [m.start() for m in re.finditer(r"\n\n", text)] + [len(text)]
        paragraph_ends = [sum(1 for token in tokens if token[1] <= end) for end in ends]
        number = next(self.numbers)
        document = Document.objects.create(
            dataset=self.dataset,
            external_id=f"article-{number}",
            title=title,
            text=text,
            tokens=tokens,
            words=[text[start:end] for start, end in tokens],
            sentence_ends=paragraph_ends,
            paragraph_ends=paragraph_ends,
            n_tokens=len(tokens),
            tokenizer="test",
            content_hash=f"{number:064}",
        )
        for about in ("document", "reference"):
            SanityStatement.objects.create(
                document=document, about=about, statement="A bed costs 49 euros.", answer=True
            )
        system, _ = System.objects.get_or_create(dataset=self.dataset, name="lead")
        words = document.words[:12]
        Summary.objects.create(
            document=document, system=system, text=" ".join(words), words=words, tokenizer="test"
        )
        return document

    def item(self, document: Document | None = None, *, exists: bool = True) -> Item:
        document = document or self.document()
        item = Item.objects.create(batch=self.batch, key=document.external_id)
        HighlightItem.objects.create(
            item=item, document=document, statement=document.statements.first(), word_limit=30
        )
        hit = HIT.objects.create(
            item=item,
            max_assignments=self.batch.judges,
            mturk_id=f"3HIT{item.pk:026}" if exists else None,
        )
        LedgerEntry.objects.create(
            study=self.study, hit=hit, key=f"reserve:{hit.pk}", amount_usd=Decimal("1.80")
        )
        return item

    def opened(self, item: Item, **facts) -> Assignment:
        number = next(self.numbers)
        worker = Worker.objects.create(endpoint_url=ENDPOINT, mturk_id=f"A{number:013}")
        return Assignment.objects.create(
            hit=item.hits.first(),
            worker=worker,
            mturk_id=f"3ASG{number:026}",
            opened_at=self.now - timedelta(hours=2),
            **facts,
        )

    def saved(
        self, item: Item, *, passed: bool = True, spans=((0, 5), (30, 36)), **facts
    ) -> Assignment:
        assignment = self.opened(
            item,
            submitted_at=self.now - timedelta(hours=1),
            sanity_passed=passed,
            **({"active_duration_s": 240} | facts),
        )
        Highlight.objects.create(
            assignment=assignment,
            spans=[list(span) for span in spans],
            n_words=sum(end - start for start, end in spans),
            statement=item.highlight_item.statement,
            statement_answer=passed,
            events={},
        )
        Item.objects.filter(pk=item.pk).update(revision=item.revision + 1)
        return assignment

    def confirmed(self, item: Item, **facts) -> Assignment:
        said = {
            "confirmed_at": self.now - timedelta(minutes=50),
            "status": Assignment.Status.SUBMITTED,
            "accepted_at": self.now - timedelta(hours=2),
            "handed_in_at": self.now - timedelta(hours=1),
            "auto_approval_at": self.now + timedelta(hours=71),
        }
        return self.saved(item, **(said | facts))

    def failed(self, item: Item, **facts) -> Assignment:
        return self.confirmed(item, passed=False, spans=((50, 60),), **facts)

    def weigh(self, item: Item) -> TokenWeights:
        document = item.highlight_item.document
        work = Assignment.objects.usable().filter(hit__item=item)
        rows = Highlight.objects.filter(assignment__in=work)
        weights = token_weights([row.spans for row in rows], document.n_tokens, 30)
        return TokenWeights.objects.create(
            study=self.study,
            document=document,
            counts=weights.counts,
            num_h=weights.num_h,
            n_annotators=weights.n_annotators,
            word_limit=30,
            revision=Item.objects.get(pk=item.pk).revision,
            signature="hrouge|K:30|N:3|tok:test",
            computed_at=self.now,
        )

    def test(self, *qualified: Worker) -> Batch:
        """The batch as a qualification test that these workers passed."""
        self.batch.passes_wanted = 1
        self.batch.save()
        for worker in qualified:
            self.batch.qualifications.create(worker=worker, granted_at=self.now)
        return self.batch

    def decision(self, assignment: Assignment, verdict: str, reason: str = "", by=None) -> Decision:
        return Decision.objects.create(
            assignment=assignment,
            verdict=verdict,
            reason=reason,
            decided_by=by,
            decided_at=self.now,
        )

    def finding(self, assignment: Assignment, kind: str = "unnoted") -> Finding:
        return Finding.objects.create(
            study=self.study,
            key=f"test:{next(self.numbers)}",
            kind=kind,
            text=f"{assignment} is approved; our ledger has no reward for it.",
            assignment=assignment,
            found_at=self.now,
        )

    def call(self, item: Item, *, state: str = "failed", error: str = "", decision=None) -> Call:
        return Call.objects.create(
            key=f"test:{next(self.numbers)}",
            operation=Call.Operation.REJECT if decision else Call.Operation.CREATE_HIT,
            hit=item.hits.first(),
            decision=decision,
            state=state,
            attempts=3,
            last_error=error,
            first_sent_at=self.now,
        )


@pytest.fixture
def scene(db) -> Scene:
    """A study with a published, running batch and nothing in it yet."""
    now = timezone.now()
    study = Study.objects.create(
        name="bbc",
        title="Highlights of BBC news",
        contact_email="lab@example.org",
        budget_usd=Decimal("100.00"),
    )
    batch = Batch.objects.create(
        study=study,
        name="first",
        kind="highlights",
        title="Mark the most important words",
        description="Read a news article and mark its most important words.",
        reward_usd=Decimal("0.50"),
        judges=3,
        endpoint_url=ENDPOINT,
        published_at=datetime(2026, 1, 5, 9, 0, tzinfo=UTC),
    )
    dataset = Dataset.objects.create(name="trains", title="Articles about trains")
    return Scene(study=study, batch=batch, dataset=dataset, now=now)


@pytest.fixture
def sheet(scene) -> QualityItem:
    """A sheet of one summary and three controls, in a batch that is not published."""
    document = scene.document()
    batch = Batch.objects.create(
        study=scene.study,
        name="fluency",
        kind="quality",
        title="Say how fluent summaries are",
        description="Read summaries and say how fluent each is.",
        reward_usd=Decimal("0.60"),
        judges=3,
        endpoint_url=ENDPOINT,
    )
    QualityBatch.objects.create(batch=batch, criterion="fluency", seed=1)
    item = Item.objects.create(batch=batch, key="sheet 1")
    made = QualityItem.objects.create(item=item)
    QualitySummary.objects.create(quality_item=made, summary=document.summaries.first())
    source = scene.document(title="Another article")
    edits = [{"kind": "drop article", "place": 3, "before": "the", "after": ""}]
    for role, text, how in (
        ("good", "A bed costs 49 euros.", []),
        ("mediocre", "It was stopped nine years ago, when flights.", edits),
        ("bad", "Sleeping its workshop thirty in.", [{"kind": "shuffle all words"}]),
    ):
        control = ControlText.objects.create(
            batch=batch, document=source, role=role, text=text, seed=7, edits=how
        )
        QualityControl.objects.create(quality_item=made, control=control)
    return made


@pytest.fixture
def addresses(scene, sheet) -> dict[str, str]:
    """Every address of the console by its name, for rows that exist."""
    item = scene.item()
    assignment = scene.failed(item)
    document = item.highlight_item.document
    rejected = scene.failed(item, status=Assignment.Status.REJECTED)
    appeal = Appeal.objects.create(
        assignment=rejected, message="I did read it.", made_at=scene.now, received_at=scene.now
    )
    request_results(scene.study, now=scene.now)
    compute_results(scene.study.results.pk, scene.now)
    arguments = {
        "file": "report.json",
        "study": scene.study.name,
        "batch": scene.batch.pk,
        "assignment": assignment.pk,
        "document": document.pk,
        "call": scene.call(item, state="done").pk,
        "quality_batch": sheet.item.batch_id,
        "test": scene.test(assignment.worker).pk,
        "control": sheet.controls.first().control_id,
        "decision": scene.decision(scene.confirmed(item), "approve").pk,
        "appeal": appeal.pk,
        "statement": item.highlight_item.statement_id,
        "worker": assignment.worker_id,
        "finding": scene.finding(assignment).pk,
        "name": scene.dataset.name,
        "pk": document.pk,
    }
    return {
        pattern.name: reverse(
            f"console:{pattern.name}",
            kwargs={key: arguments[key] for key in pattern.pattern.converters},
        )
        for pattern in urlpatterns
    }
