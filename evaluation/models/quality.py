"""Sheets: several summaries and hidden controls, judged together for fluency or clarity."""

from django.db import models
from django.db.models import Q

from corpus.models import Summary
from crowd.models import Batch, Item
from evaluation.models.controls import ControlText
from evaluation.models.rating import OF_QUALITY, Criterion

QUALITY = "quality"
"""As Batch.kind."""


class QualityBatch(models.Model):
    """What is judged, and how sheets are made up (in the paper: five summaries, three controls).

    `seed` draws the sheets and their controls, and who is given which; `n_edits` is how often a
    mediocre control is damaged.
    """

    batch = models.OneToOneField(
        Batch, on_delete=models.CASCADE, primary_key=True, related_name="quality_batch"
    )
    criterion = models.CharField(max_length=9, choices=Criterion.choices)
    n_summaries = models.PositiveSmallIntegerField(default=5)
    n_edits = models.PositiveSmallIntegerField(default=3)
    seed = models.PositiveBigIntegerField()

    class Meta:
        verbose_name_plural = "quality batches"
        constraints = [
            models.CheckConstraint(
                condition=Q(criterion__in=OF_QUALITY), name="quality_batch_criterion"
            )
        ]

    def __str__(self) -> str:
        return f"{self.batch_id} {self.criterion}"


class QualityItem(models.Model):
    """A sheet: the same summaries and controls for each judge, in an order drawn for each."""

    item = models.OneToOneField(
        Item, on_delete=models.CASCADE, primary_key=True, related_name="quality_item"
    )

    def __str__(self) -> str:
        return f"sheet {self.item_id}"


class QualitySummary(models.Model):
    """A real summary on a sheet."""

    quality_item = models.ForeignKey(
        QualityItem, on_delete=models.CASCADE, related_name="summaries"
    )
    summary = models.ForeignKey(Summary, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name_plural = "quality summaries"
        constraints = [
            models.UniqueConstraint(
                fields=["quality_item", "summary"], name="summary_once_on_a_sheet"
            )
        ]

    def __str__(self) -> str:
        return f"{self.summary_id} on {self.quality_item_id}"


class QualityControl(models.Model):
    """A control hidden on a sheet."""

    quality_item = models.ForeignKey(QualityItem, on_delete=models.CASCADE, related_name="controls")
    control = models.ForeignKey(ControlText, on_delete=models.RESTRICT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["quality_item", "control"], name="control_once_on_a_sheet"
            )
        ]

    def __str__(self) -> str:
        return f"{self.control_id} on {self.quality_item_id}"
