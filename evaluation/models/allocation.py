"""Which item a worker was given when they began, and how it was drawn."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from crowd.models import Assignment, Item

SETTLING = timedelta(hours=1)
"""How long after a worker's time is over the endpoint's word on saved work may still arrive."""


class AllocationQuerySet(models.QuerySet):
    def holding(self, now: datetime, duration: timedelta) -> "AllocationQuerySet":
        """That take up a judgment of their item: usable, on the way to it, or a live lease.

        `duration` is the batch's time for a HIT. A lease lasts as long; saved work that passed
        is waited for a little longer, and then somebody else may have the place.
        """
        begun = Q(
            assignment__submitted_at=None,
            assignment__confirmed_at=None,
            allocated_at__gt=now - duration,
        )
        passed = Q(assignment__submitted_at__isnull=False, assignment__sanity_passed=True)
        awaited = Q(allocated_at__gt=now - duration - SETTLING)
        confirmed = Q(assignment__confirmed_at__isnull=False)
        held = begun | (passed & (confirmed | awaited))
        return self.filter(held, assignment__voided_at=None)


class Allocation(models.Model):
    """The draw behind one assignment's item; enough to replay it.

    The HIT an assignment belongs to is only a slot: `item` is what the worker judges, and every
    count of judgments goes by it. `candidates` are the places, in the batch, of the items among
    which `seed` drew (evaluation.allocation.pack); `given_before` is how many summaries of each
    system this worker had. `shown` lists what a worker sees in their order: [part, key], where
    part is "summary" or the role of a control.
    """

    assignment = models.OneToOneField(
        Assignment, on_delete=models.CASCADE, primary_key=True, related_name="allocation"
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="allocations")
    seed = models.PositiveBigIntegerField()
    candidates = models.TextField(blank=True)
    given_before = models.JSONField(default=dict, blank=True)
    shown = models.JSONField(default=list)
    allocated_at = models.DateTimeField()

    objects = AllocationQuerySet.as_manager()

    class Meta:
        ordering = ["assignment"]

    def __str__(self) -> str:
        return f"{self.assignment_id} of item {self.item_id}"
