"""What the templates of the content HIT are given, by step and by what judges read."""

from typing import Any

from django.urls import reverse

from annotation.heat import legend
from annotation.runs import paragraphs
from corpus.models import Summary
from evaluation.models import ContentItem, Context
from evaluation.pages import packed, page_context
from evaluation.visits import Step, Visit
from evaluation.wording import lead, question

STEPS = ["Read and rate", "One question", "Done"]
TEMPLATES = {
    Step.PREVIEW: "evaluation/content_preview.html",
    Step.START: "work/start.html",
    Step.RATE: "evaluation/content_rate.html",
    Step.QUESTION: "work/question.html",
    Step.HAND_BACK: "work/hand_back.html",
}


def content_context(visit: Visit) -> dict[str, Any]:
    context = visit.hit.item.batch.content_batch.context
    return {
        "steps": STEPS,
        "step": {Step.QUESTION: 1, Step.HAND_BACK: 2}.get(visit.step, 0),
        "reads": context,
        "task": task(context),
        **page_context(visit),
        **_PARTS.get(visit.step, nothing_more)(visit),
    }


def task(context: str) -> str:
    if context == Context.REFERENCE:
        return "Compare a summary with a reference sentence"
    return "Read an article and judge a summary of it"


def start_context(visit: Visit) -> dict[str, Any]:
    return {
        "welcome": "evaluation/content_welcome.html",
        "styles": ["annotation/heat.css", "evaluation/content.css"],
        "begin_url": reverse("evaluation:content-begin", args=[visit.hit.public_id]),
    }


def rate_context(visit: Visit) -> dict[str, Any]:
    judged, draft = visit.item.content_item, visit.draft
    is_literal = visit.hit.item.batch.study.is_literal
    questions = [
        question(name, name=name, value=draft.values.get(name), is_literal=is_literal)
        for name in visit.names
    ]
    return {
        "lead": lead(is_literal=is_literal),
        "questions": questions,
        "summary": judged.summary.text,
        "values": packed({each.name: each.value for each in questions if each.value}, visit.names),
        **read_beside(judged, visit.hit.item.batch.content_batch.context, draft.threshold),
    }


def read_beside(judged: ContentItem, context: str, threshold: int) -> dict[str, Any]:
    """What the judge reads beside the summary; one statement for a reference, else none."""
    document = judged.summary.document
    if context == Context.REFERENCE:
        reference = Summary.objects.get(document=document, system__is_reference=True)
        return {"reference": reference.text}
    article = {"title": document.title}
    if context == Context.DOCUMENT:
        return article | {"paragraphs": paragraphs(document)}
    counts = judged.released.counts
    distinct = sorted({count for count in counts if count})
    return article | {
        "paragraphs": paragraphs(document, counts=counts),
        "legend": legend(counts),
        "counts": distinct,
        "most_hidden": max(0, len(distinct) - 1),
        "threshold": min(threshold, max(0, len(distinct) - 1)),
    }


def question_context(visit: Visit) -> dict[str, Any]:
    context = visit.hit.item.batch.content_batch.context
    return {
        "about": "reference sentence" if context == Context.REFERENCE else "article",
        "statement": visit.item.content_item.statement.statement,
        "answer_url": reverse("evaluation:content-answer", args=[visit.hit.public_id]),
    }


def nothing_more(visit: Visit) -> dict[str, Any]:
    return {}


_PARTS = {
    Step.START: start_context,
    Step.RATE: rate_context,
    Step.QUESTION: question_context,
}
