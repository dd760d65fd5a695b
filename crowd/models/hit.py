"""What is to be judged in a batch, and the HITs that offer it at the endpoint."""

import uuid

from django.db import models

from crowd.models.study import Batch


class ItemQuerySet(models.QuerySet):
    def mark_changed(self) -> int:
        """Say that other assignments than before are usable; in the transaction that made it so."""
        return self.update(revision=models.F("revision") + 1)


class Item(models.Model):
    """One thing to be judged in a batch by `Batch.judges` different workers.

    `revision` grows by one in every transaction that changes which assignments are usable; what
    is computed from them compares revisions to know whether it is out of date.
    `qualification_id` names the endpoint's qualification "has done this item", where there is one.
    """

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="items")
    key = models.CharField(max_length=200)
    revision = models.PositiveIntegerField(default=0)
    qualification_id = models.CharField(max_length=64, blank=True)

    objects = ItemQuerySet.as_manager()

    class Meta:
        ordering = ["batch", "id"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "key"], name="item_unique_in_batch")
        ]

    def __str__(self) -> str:
        return f"{self.batch} {self.key}"


class HITQuerySet(models.QuerySet):
    def with_batch(self) -> "HITQuerySet":
        """With item, batch and study, in one statement."""
        return self.select_related("item__batch__study")

    def created(self) -> "HITQuerySet":
        """Known to exist at the endpoint."""
        return self.filter(mturk_id__isnull=False)

    def unsettled(self) -> "HITQuerySet":
        """At the endpoint, where something may still happen to it."""
        return self.created().filter(settled_at=None)


class HIT(models.Model):
    """A HIT for an item: the first, or a later one opened to replace failed work.

    `mturk_id` is the proof that it exists at the endpoint; crowd.delivery alone writes it.
    `public_id` stands in addresses, so that nothing can be guessed or counted, and in every key
    told to the endpoint. `max_assignments` includes extensions that are still to be delivered.
    `settled_at`: all its work is decided and no more can come, so sync leaves it alone. `gone_at`:
    the endpoint lost it; only the work that was confirmed before counts as offered.
    """

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="hits")
    number = models.PositiveSmallIntegerField(default=0)
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    max_assignments = models.PositiveSmallIntegerField()
    mturk_id = models.CharField(max_length=64, null=True, blank=True, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    gone_at = models.DateTimeField(null=True, blank=True)

    objects = HITQuerySet.as_manager()

    class Meta:
        ordering = ["item", "number"]
        verbose_name = "HIT"
        verbose_name_plural = "HITs"
        constraints = [
            models.UniqueConstraint(fields=["item", "number"], name="hit_unique_in_item"),
            models.CheckConstraint(
                condition=models.Q(max_assignments__gte=1), name="hit_has_assignments"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} #{self.number}"
