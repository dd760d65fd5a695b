"""How commands name a batch: STUDY/BATCH."""

from django.core.management.base import CommandError

from crowd.models import Batch


def batch_named(path: str) -> Batch:
    """Raises CommandError naming the batches there are."""
    batch = Batch.objects.named(path).select_related("study").first()
    if batch is None:
        known = ", ".join(str(known) for known in Batch.objects.select_related("study")[:20])
        raise CommandError(f"there is no batch {path!r}; known: {known or 'none'}")
    return batch
