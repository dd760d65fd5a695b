"""Control summaries of known quality and what judges said of them; never part of a result."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from corpus.models import ControlSummary, Document
from crowd.models import Assignment, Batch


class ControlText(models.Model):
    """A summary of known quality made for a batch before launch.

    `edits` says what was done to the sentence, by `seed`; empty for a hand-made one. A researcher
    may replace the text until the batch is published.
    """

    Role = ControlSummary.Role

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="control_texts")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=8, choices=Role.choices)
    text = models.TextField()
    seed = models.PositiveBigIntegerField(null=True, blank=True)
    edits = models.JSONField(default=list, blank=True)
    replaced_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["batch", "document", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=["good", "mediocre", "bad"]), name="control_text_role"
            ),
            models.UniqueConstraint(
                fields=["batch", "document", "role", "text"], name="control_text_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} from {self.document_id}"


class ControlRating(models.Model):
    """A judge's value for a control: it decides whether the work passes, and nothing else."""

    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, related_name="control_ratings"
    )
    control = models.ForeignKey(ControlText, on_delete=models.PROTECT, related_name="ratings")
    value = models.PositiveSmallIntegerField()
    was_touched = models.BooleanField(default=True)
    trail = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["assignment", "control"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "control"], name="control_rated_once"),
            models.CheckConstraint(
                condition=Q(value__gte=1, value__lte=100), name="control_rating_scale"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.value} for {self.control_id}"
