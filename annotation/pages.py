"""What the templates of the highlight HIT are given, by step: nothing a worker may not know."""

import json
from typing import Any

from django.urls import reverse

from annotation.drafts import Draft
from annotation.paragraphs import paragraphs_of, phrase
from annotation.spans import count_words
from annotation.visits import Step, Visit
from crowd.assignments import Conflict
from crowd.consent import consent_text
from crowd.hand_back import hand_back_context
from crowd.tokens import sign

STEPS = ["Read and mark", "One question", "Done"]


def page_context(visit: Visit) -> dict[str, Any]:
    common = {
        "steps": STEPS,
        "step": {Step.QUESTION: 1, Step.HAND_BACK: 2}.get(visit.step, 0),
        "word_limit": visit.hit.item.highlight_item.word_limit,
        "claims": visit.claims,
        "token": "" if visit.claims.is_preview else sign(visit.claims, visit.hit.public_id),
        "events": json.dumps(visit.draft.events),
    }
    return common | PARTS[visit.step](visit)


def start_context(visit: Visit) -> dict[str, Any]:
    return {
        "task": "Read an article and mark its most important words",
        "welcome": "annotation/welcome.html",
        "styles": ["annotation/highlight.css"],
        "consent": consent_text(visit.hit.item.batch.study),
        "begin_url": reverse("annotation:consent", args=[visit.hit.public_id]),
    }


def mark_context(visit: Visit) -> dict[str, Any]:
    document, spans = visit.hit.item.highlight_item.document, visit.draft.spans
    return {
        "title": document.title,
        "paragraphs": paragraphs_of(document),
        "n_tokens": document.n_tokens,
        "spans": packed(visit.draft),
        "phrases": [(start, end, phrase(document, start, end)) for start, end in spans],
        "n_marked": count_words(spans),
        "n_left": visit.hit.item.highlight_item.word_limit - count_words(spans),
        "version": visit.assignment.draft_version if visit.assignment else 0,
    }


def preview_context(visit: Visit) -> dict[str, Any]:
    return start_context(visit) | mark_context(visit)


def question_context(visit: Visit) -> dict[str, Any]:
    return {
        "about": "article",
        "statement": visit.hit.item.highlight_item.statement.statement,
        "answer_url": reverse("annotation:answer", args=[visit.hit.public_id]),
    }


def handed_back(visit: Visit) -> dict[str, Any]:
    """The worker's own answer goes to the endpoint too, in case it does not reach us."""
    highlight = visit.highlight
    work = {
        "spans": highlight.spans,
        # As the worker saw it: the endpoint can show it beside the answer.
        "statement": highlight.statement.statement,
        "statement_answer": highlight.statement_answer,
        "events": highlight.events,
    }
    return hand_back_context(visit.hit, visit.claims, visit.assignment, work)


PARTS = {
    Step.PREVIEW: preview_context,
    Step.START: start_context,
    Step.MARK: mark_context,
    Step.QUESTION: question_context,
    Step.HAND_BACK: handed_back,
}


def told(conflict: Conflict) -> dict[str, Any]:
    """What a page whose draft was refused is told of the draft that is kept."""
    draft = Draft.of(conflict.draft)
    return {
        "version": conflict.version,
        "work": packed(draft),
        "closed": conflict.is_submitted or draft.is_finished,
    }


def packed(draft: Draft) -> str:
    """Spans as JSON, written as JavaScript writes it."""
    return json.dumps(draft.spans, separators=(",", ":"))
