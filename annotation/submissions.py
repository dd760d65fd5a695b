"""The highlight desk: consent, drafts, finished marks, and the answer that completes the work.

Everything may be repeated. A worker is never told whether the answer was right.
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from annotation.drafts import Draft
from annotation.models import Highlight
from annotation.spans import Span, SpanError, count_words, parse_spans
from annotation.tasks import aggregate_items
from crowd import assignments
from crowd.consent import give_consent, has_consented
from crowd.drafting import NotYet, save_draft
from crowd.drafts import counted
from crowd.frame import FrameClaims
from crowd.hand_back import read_hand_back
from crowd.kinds import CannotIngest
from crowd.models import HIT, Assignment


def begin(hit: HIT, claims: FrameClaims, *, now: datetime) -> None:
    """The worker agrees and begins: writes the assignment and the consent, each once."""
    with transaction.atomic():
        give_consent(assignments.open_assignment(hit, claims, now), now)


def finish_marks(
    hit: HIT, claims: FrameClaims, *, draft: Draft, base_version: int, now: datetime
) -> None:
    """The marks are submitted as they were seen; what follows is the question. Three statements.

    A second time, from another tab or by a double click, changes nothing. Raises NotYet without
    consent.
    """
    study = hit.item.batch.study
    endpoint_url = hit.item.batch.endpoint_url
    if not has_consented(study, endpoint_url=endpoint_url, worker_id=claims.worker_id):
        raise NotYet("marks were sent before the consent")
    save_draft(
        hit, claims, draft=replace(draft, is_finished=True), base_version=base_version, now=now
    )


def submit_highlight(
    hit: HIT, claims: FrameClaims, *, answer: bool, events: dict[str, int], now: datetime
) -> None:
    """The work is complete: stored, checked against the statement, and counted once it may be.

    One transaction of three statements, plus a task on commit. A second submission, the same or
    another, changes nothing. Raises NotYet if no marks were submitted.
    """
    statement = hit.item.highlight_item.statement
    with transaction.atomic():
        submission = assignments.submit(
            hit,
            claims,
            sanity_passed=statement.passes(answer),
            active_duration_s=events.get("active_s", 0),
            now=now,
        )
        if not submission.is_new:
            return
        draft = Draft.of(submission.assignment.draft)
        if not draft.is_finished:
            raise NotYet("an answer was sent before the marks")
        store(submission.assignment, draft.spans, answer, {**draft.events, **events})


def ingest(assignment: Assignment, answers: dict[str, Any]) -> None:
    """Take in work that reached the endpoint but not us (Kind.ingest); raises CannotIngest.

    Running it twice, or after a submission, changes nothing.
    """
    work = read_hand_back(assignment, answers)
    item = assignment.hit.item.highlight_item
    try:
        spans = parse_spans(work.get("spans"), item.document.n_tokens, item.word_limit)
    except SpanError as error:
        raise CannotIngest(str(error)) from None
    answer = work.get("statement_answer")
    if not spans or not isinstance(answer, bool):
        raise CannotIngest(f"nothing is marked, or the statement is not answered: {answer!r}")
    events = counted(work.get("events"))
    with transaction.atomic():
        submission = assignments.take_in(
            assignment,
            sanity_passed=item.statement.passes(answer),
            active_duration_s=events.get("active_s", 0),
            now=assignment.handed_in_at,
        )
        if submission.is_new:
            store(assignment, spans, answer, events)


def store(assignment: Assignment, spans: list[Span], answer: bool, events: dict[str, int]) -> None:
    """Write the judgment; when it is safely written, its document's weights are made anew."""
    item = assignment.hit.item
    Highlight.objects.create(
        assignment=assignment,
        spans=[list(span) for span in spans],
        n_words=count_words(spans),
        statement=item.highlight_item.statement,
        statement_answer=answer,
        events=events,
    )
    transaction.on_commit(lambda: aggregate_items.delay([item.pk]), robust=True)
