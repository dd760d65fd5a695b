"""What judges said about summaries: one row an assignment, summary and criterion."""

from django.db import models
from django.db.models import Q

from corpus.models import Summary
from crowd.models import Assignment

SCALE = range(1, 101)
"""The paper's scale for every criterion."""


class Context(models.TextChoices):
    """What a judge of content reads beside the summary."""

    HIGHLIGHTS = "highlights", "article with its heat map"
    DOCUMENT = "document", "plain article"
    REFERENCE = "reference", "reference summary"


class Criterion(models.TextChoices):
    RECALL = "recall"
    PRECISION = "precision"
    FLUENCY = "fluency"
    CLARITY = "clarity"


OF_CONTENT = (Criterion.RECALL, Criterion.PRECISION)
OF_QUALITY = (Criterion.FLUENCY, Criterion.CLARITY)


class Rating(models.Model):
    """A judge's value for a real summary. Control summaries are never here.

    `trail` holds every change of the slider as [milliseconds since the page, value]: evidence.
    `was_touched` is false only in a study that presets the sliders, where nobody moved this one.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="ratings")
    summary = models.ForeignKey(Summary, on_delete=models.PROTECT, related_name="ratings")
    criterion = models.CharField(max_length=9, choices=Criterion.choices)
    context = models.CharField(max_length=10, choices=Context.choices, blank=True)
    value = models.PositiveSmallIntegerField()
    was_touched = models.BooleanField(default=True)
    trail = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["assignment", "summary", "criterion"]
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "summary", "criterion"], name="rating_unique"
            ),
            models.CheckConstraint(condition=Q(value__gte=1, value__lte=100), name="rating_scale"),
            models.CheckConstraint(
                condition=Q(criterion__in=OF_CONTENT, context__in=Context.values)
                | Q(criterion__in=OF_QUALITY, context=""),
                name="rating_has_its_context",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.criterion} {self.value} of {self.summary_id}"
