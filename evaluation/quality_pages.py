"""What the page of a fluency or clarity task is given: texts that do not tell what they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from corpus.models import Summary
from evaluation.models import ControlText, Criterion
from evaluation.pages import nothing_more, page_context
from evaluation.presenting import Shown
from evaluation.visits import Step, Visit
from evaluation.wording import INFO, Question, question

STEPS = ["Read and rate", "Done"]
TEMPLATES = {
    Step.PREVIEW: "evaluation/quality_preview.html",
    Step.START: "work/start.html",
    Step.RATE: "evaluation/quality_rate.html",
    Step.HAND_BACK: "work/hand_back.html",
}
ADJECTIVES = {Criterion.FLUENCY: "fluent", Criterion.CLARITY: "clear"}


@dataclass(frozen=True)
class Entry:
    """One text and its slider, as the page shows it."""

    text: str
    rating: Question


def quality_context(visit: Visit) -> dict[str, Any]:
    """Two statements while rating, else none."""
    judged = visit.hit.item.batch.quality_batch
    adjective = ADJECTIVES[judged.criterion]
    context = {
        "steps": STEPS,
        "step": 1 if visit.step is Step.HAND_BACK else 0,
        "task": f"Say how {adjective} summaries are",
        "criterion": judged.criterion,
        "adjective": adjective,
        "meaning": INFO[judged.criterion],
        "most": judged.n_summaries + len(ControlText.Role),
    }
    return context | page_context(visit) | _PARTS.get(visit.step, nothing_more)(visit)


def start_context(visit: Visit) -> dict[str, Any]:
    return {
        "welcome": "evaluation/quality_welcome.html",
        "styles": ["evaluation/quality.css"],
        "begin_url": reverse("evaluation:quality-begin", args=[visit.hit.public_id]),
    }


def rate_context(visit: Visit) -> dict[str, Any]:
    entries = entries_of(visit)
    return {"entries": entries, "place": opening(entries, visit.draft.place)}


def entries_of(visit: Visit) -> list[Entry]:
    """In this worker's order."""
    batch = visit.hit.item.batch
    texts = texts_of(visit.shown)
    return [
        Entry(
            text=texts[shown.is_control, shown.key],
            rating=question(
                batch.quality_batch.criterion,
                name=shown.opaque_id,
                value=visit.draft.values.get(shown.opaque_id),
                is_literal=batch.study.is_literal,
            ),
        )
        for shown in visit.shown
    ]


def texts_of(shown: Sequence[Shown]) -> dict[tuple[bool, int], str]:
    """By whether it is a control, and key; breaks of lines would tell texts of different origin."""
    keys = {
        is_control: [text.key for text in shown if text.is_control is is_control]
        for is_control in (False, True)
    }
    found: Iterable = (
        (is_control, *row)
        for is_control, table in ((False, Summary), (True, ControlText))
        for row in table.objects.filter(pk__in=keys[is_control]).values_list("pk", "text")
    )
    return {(is_control, key): " ".join(text.split()) for is_control, key, text in found}


def opening(entries: Sequence[Entry], place: int) -> int:
    """The text the page opens at: the next one without a value from where the worker stood."""
    here = min(place, len(entries) - 1)
    blank = [index for index, entry in enumerate(entries) if entry.rating.value is None]
    return next((index for index in blank if index >= here), blank[0] if blank else here)


_PARTS = {
    Step.START: start_context,
    Step.RATE: rate_context,
}
