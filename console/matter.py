"""What a judge of content was given to read beside the summary, as it was then."""

from dataclasses import dataclass

from annotation.runs import Run, paragraphs
from crowd.models import Assignment
from evaluation.models import Allocation, ContentItem, Context


@dataclass(frozen=True)
class Matter:
    """`paragraphs` of an article with its heat map if there was one, or else a reference `text`."""

    label: str
    paragraphs: list[list[Run]]
    text: str = ""


def matter_of(assignment: Assignment) -> Matter | None:
    """Two statements; None if nothing of the kind was given."""
    given = Allocation.objects.filter(assignment=assignment).values("item")
    related = ("summary__document", "released", "item__batch__content_batch")
    judged = ContentItem.objects.filter(item__in=given).select_related(*related).first()
    if judged is None:
        return None
    document = judged.summary.document
    context = Context(judged.item.batch.content_batch.context)
    if context == Context.REFERENCE:
        reference = document.summaries.filter(system__is_reference=True).first()
        return Matter(context.label, [], reference.text if reference else "")
    counts = judged.released.counts if judged.released else ()
    return Matter(context.label, paragraphs(document, counts=counts))
