"""Makes up sheets: which summaries are judged together, and which controls hide among them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from annotation.batches import some_of
from corpus.models import ControlSummary, Dataset, Document, Summary, System
from crowd.batches import BatchError
from evaluation.choosing import chosen_summaries
from evaluation.controls import Control, Role, Sentence, sentences_of
from evaluation.drawing import ControlDraw, DrawError
from evaluation.partition import deal
from evaluation.surface import Surface, in_form, surface_form


@dataclass(frozen=True)
class Sheet:
    summaries: list[Summary]
    controls: Sequence[Control]


def make_sheets(
    documents: Sequence[Document],
    systems: Sequence[System],
    *,
    n_summaries: int,
    n_edits: int,
    seed: int,
    criterion: str,
) -> list[Sheet]:
    """Every summary on one sheet; the same arguments make the same sheets. Raises BatchError.

    Which summaries are together depends on the seed alone, the controls on the criterion too.
    """
    if not documents:
        problem = "there is no document whose summaries could be judged"
        raise BatchError(("document_ids", problem))
    summaries = chosen_summaries(documents, systems)
    _require_all(documents, systems, summaries)
    dealt = deal(
        [document.pk for document in documents],
        [system.pk for system in systems],
        n_summaries,
        Random(f"{seed} sheets"),
    )
    surface = surface_form(summary.text for summary in summaries.values())
    draw = ControlDraw(
        _sentences(documents[0].dataset, surface),
        hand_made_controls(documents[0].dataset, surface),
        n_edits=n_edits,
        rng=Random(f"{seed} {criterion}"),
    )
    try:
        return [
            Sheet(
                summaries=[summaries[pair] for pair in pairs],
                controls=draw.triple({document for document, _ in pairs}),
            )
            for pairs in dealt
        ]
    except DrawError as error:
        problem = f"{error}; fewer summaries a sheet leave more articles"
        raise BatchError(("n_summaries", problem)) from error


def hand_made_controls(dataset: Dataset, surface: Surface) -> dict[int, list[Control]]:
    """Triples by document, in the summaries' form; an incomplete one is of no use."""
    by_document: dict[int, dict[str, Control]] = {}
    for row in ControlSummary.objects.filter(document__dataset=dataset):
        control = Control(row.role, row.document_id, in_form(row.text, surface))
        by_document.setdefault(row.document_id, {})[row.role] = control
    return {
        document: [controls[role] for role in Role.values]
        for document, controls in by_document.items()
        if len(controls) == len(Role)
    }


def _sentences(dataset: Dataset, surface: Surface) -> list[Sentence]:
    """Of all articles of the dataset, also those whose summaries are not judged."""
    documents = dataset.documents.order_by("pk").defer("paragraph_ends", "title")
    return [each for document in documents.iterator() for each in sentences_of(document, surface)]


def _require_all(
    documents: Sequence[Document],
    systems: Sequence[System],
    summaries: Mapping[tuple[int, int], Summary],
) -> None:
    """Sheets are in balance only if every system summarized every document."""
    absent = [
        f"{document.external_id} by {system.name}"
        for document in documents
        for system in systems
        if (document.pk, system.pk) not in summaries
    ]
    if absent:
        problem = f"there is no summary {some_of(absent)}; leave out one or the other"
        raise BatchError(("document_ids", problem))
