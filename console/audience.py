"""Who may take a batch, in words."""

from crowd.models import Batch


def audience_of(batch: Batch) -> str:
    """Empty where everybody may."""
    earlier = [str(each) for each in batch.not_for.select_related("study").order_by("pk")]
    return f"Nobody who took part in {', '.join(earlier)}" if earlier else ""
