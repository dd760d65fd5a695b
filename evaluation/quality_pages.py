"""What the page of a fluency or clarity task is given: texts that do not tell what they are."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from corpus.models import Summary
from evaluation.models import ControlText
from evaluation.pages import page_context
from evaluation.presenting import Shown
from evaluation.visits import Step, Visit
from evaluation.wording import INFO, Question, question

STEPS = ["Read and rate", "Done"]


@dataclass(frozen=True)
class Entry:
    """One text and its slider, as the page shows it."""

    text: str
    rating: Question


def quality_context(visit: Visit) -> dict[str, Any]:
    """Two statements while rating, else none."""
    task = visit.hit.item.batch.quality_batch
    context = {
        "steps": STEPS,
        "step": 1 if visit.step is Step.HAND_BACK else 0,
        "criterion": task.criterion,
        "meaning": INFO[task.criterion],
        "most": task.n_summaries + len(ControlText.Role),
    }
    if visit.step is Step.RATE:
        entries = entries_of(visit)
        context |= {"entries": entries, "place": opening(entries, visit.draft.place)}
    return page_context(visit) | context


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
