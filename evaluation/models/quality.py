"""Fluency and clarity tasks: several summaries and hidden controls, one criterion."""

from django.db import models
from django.db.models import Q

from corpus.models import Summary
from crowd.models import Batch, Item
from evaluation.models.controls import ControlText
from evaluation.models.rating import OF_QUALITY, Criterion


class QualityBatch(models.Model):
    """How the tasks of a batch are made up (A-21: five summaries and three controls)."""

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
    """One task: its summaries and controls; the order is drawn for every assignment anew."""

    item = models.OneToOneField(
        Item, on_delete=models.CASCADE, primary_key=True, related_name="quality_item"
    )
    criterion = models.CharField(max_length=9, choices=Criterion.choices)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(criterion__in=OF_QUALITY), name="quality_item_criterion"
            )
        ]

    def __str__(self) -> str:
        return f"{self.item_id} {self.criterion}"


class QualitySummary(models.Model):
    """A real summary in a task."""

    quality_item = models.ForeignKey(QualityItem, on_delete=models.CASCADE, related_name="entries")
    summary = models.ForeignKey(Summary, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["quality_item", "summary"], name="summary_once_in_a_task"
            )
        ]

    def __str__(self) -> str:
        return f"{self.summary_id} in {self.quality_item_id}"


class QualityControl(models.Model):
    """A control summary hidden in a task."""

    quality_item = models.ForeignKey(QualityItem, on_delete=models.CASCADE, related_name="controls")
    control = models.ForeignKey(ControlText, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["quality_item", "control"], name="control_once_in_a_task"
            )
        ]

    def __str__(self) -> str:
        return f"{self.control_id} in {self.quality_item_id}"
