"""Who has passed a qualification test, which is a batch like any other."""

from django.conf import settings
from django.db import models

from crowd.models.assignment import Worker
from crowd.models.study import Batch


class QualificationQuerySet(models.QuerySet):
    def held(self) -> "QualificationQuerySet":
        """Not taken back."""
        return self.filter(revoked_at=None)


class Qualification(models.Model):
    """That a worker may take batches that are only for who passed this one (`Batch.only_for`).

    Earned by the work, or given by a person, who says why; a person may also take it back.
    `n_changes` counts both, so that what the endpoint is told of each has a key of its own.
    """

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="qualifications")
    worker = models.ForeignKey(Worker, on_delete=models.PROTECT, related_name="qualifications")
    granted_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    reason = models.CharField(max_length=200, blank=True)
    n_changes = models.PositiveIntegerField(default=0)

    objects = QualificationQuerySet.as_manager()

    class Meta:
        ordering = ["-granted_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "worker"], name="qualified_once_a_batch")
        ]

    def __str__(self) -> str:
        return f"{self.worker_id} by {self.batch_id}"
