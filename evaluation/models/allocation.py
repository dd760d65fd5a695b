"""Which item a worker was given when they began, and how it was drawn."""

from django.db import models

from crowd.models import Assignment, Item


class Allocation(models.Model):
    """The draw behind one assignment's item; enough to replay it.

    The HIT an assignment belongs to is only a slot: `item` is what the worker judges, and every
    count of judgments goes by it. `seed` also orders what the worker sees. `candidates` are the
    keys of the items that were allowed at that moment, in their order; `rated_before` counts this
    worker's systems.
    """

    assignment = models.OneToOneField(
        Assignment, on_delete=models.CASCADE, primary_key=True, related_name="allocation"
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="allocations")
    seed = models.PositiveBigIntegerField()
    candidates = models.JSONField()
    rated_before = models.JSONField(default=dict, blank=True)
    allocated_at = models.DateTimeField()

    class Meta:
        ordering = ["assignment"]

    def __str__(self) -> str:
        return f"{self.assignment_id} of {len(self.candidates)}"
