"""Summaries offered for rating against the article, its heat map, or the reference."""

from django.db import models
from django.db.models import Q

from annotation.models import Release, ReleasedDocument
from corpus.models import SanityStatement, Summary
from crowd.models import Batch, Item
from evaluation.models.rating import Context

CONTENT = "content"
"""As Batch.kind."""


class ContentBatch(models.Model):
    """What the judges of a batch read beside the summary; `seed` draws who is given what."""

    batch = models.OneToOneField(
        Batch, on_delete=models.CASCADE, primary_key=True, related_name="content_batch"
    )
    context = models.CharField(max_length=10, choices=Context.choices)
    release = models.ForeignKey(
        Release, on_delete=models.PROTECT, null=True, blank=True, related_name="content_batches"
    )
    seed = models.PositiveBigIntegerField()

    class Meta:
        verbose_name_plural = "content batches"
        constraints = [
            models.CheckConstraint(
                condition=Q(context=Context.HIGHLIGHTS, release__isnull=False)
                | Q(context__in=[Context.DOCUMENT, Context.REFERENCE], release__isnull=True),
                name="release_only_with_highlights",
            )
        ]

    def __str__(self) -> str:
        return f"{self.batch_id} with {self.context}"


class ContentItem(models.Model):
    """One summary; the heat map, if any, and the statement that fits what is read."""

    item = models.OneToOneField(
        Item, on_delete=models.CASCADE, primary_key=True, related_name="content_item"
    )
    summary = models.ForeignKey(Summary, on_delete=models.PROTECT, related_name="+")
    released = models.ForeignKey(
        ReleasedDocument, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    statement = models.ForeignKey(SanityStatement, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.item_id}: summary {self.summary_id}"
