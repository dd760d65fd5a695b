"""A summary offered for rating against the article, its heat map, or the reference."""

from django.db import models
from django.db.models import Q

from annotation.models import ReleasedDocument
from corpus.models import SanityStatement, Summary
from crowd.models import Item
from evaluation.models.rating import Context


class ContentItem(models.Model):
    """One summary in one context; the statement asked fits what the judge reads (A-18)."""

    item = models.OneToOneField(
        Item, on_delete=models.CASCADE, primary_key=True, related_name="content_item"
    )
    summary = models.ForeignKey(Summary, on_delete=models.PROTECT, related_name="+")
    context = models.CharField(max_length=10, choices=Context.choices)
    released = models.ForeignKey(
        ReleasedDocument, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    statement = models.ForeignKey(SanityStatement, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(context=Context.HIGHLIGHTS, released__isnull=False)
                | Q(context__in=[Context.DOCUMENT, Context.REFERENCE], released__isnull=True),
                name="heat_map_only_with_highlights",
            )
        ]

    def __str__(self) -> str:
        return f"{self.summary_id} with {self.context}"
