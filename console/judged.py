"""What a batch asks of its judges, in words; its title is what workers are told."""

from crowd.models import Batch
from evaluation.models import CONTENT, QUALITY, ContentBatch, QualityBatch


def judged_in(batch: Batch) -> str:
    """At most one statement."""
    if batch.kind == CONTENT:
        made = ContentBatch.objects.select_related("release").get(batch=batch)
        release = f", release {made.release.name}" if made.release else ""
        return f"Content, beside the {made.get_context_display()}{release}"
    if batch.kind == QUALITY:
        made = QualityBatch.objects.get(batch=batch)
        return (
            f"{made.get_criterion_display()}, at most {made.n_summaries} summaries and three "
            "controls a sheet"
        )
    return "Highlights"
