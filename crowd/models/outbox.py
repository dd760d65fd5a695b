"""What must be said to the endpoint, written down before it is said; and what it costs."""

from datetime import datetime

from django.db import models
from django.db.models import Exists, OuterRef, Q

from crowd.models.decision import Decision
from crowd.models.hit import HIT
from crowd.models.study import Study


class CallQuerySet(models.QuerySet):
    def open(self) -> "CallQuerySet":
        """Not yet known to have happened: to be sent, or sent with an unknown outcome."""
        return self.filter(state=Call.State.PENDING)

    def due(self, now: datetime) -> "CallQuerySet":
        """Open, and nobody is at it: its next attempt may begin."""
        return self.open().filter(Q(not_before=None) | Q(not_before__lte=now))

    def in_turn(self) -> "CallQuerySet":
        """Not preceded by an open call about the same HIT, or about the same assignment."""
        earlier = Call.objects.open().filter(pk__lt=OuterRef("pk"))
        about_hit = earlier.filter(decision=None, hit=OuterRef("hit"))
        about_work = earlier.filter(decision__assignment=OuterRef("decision__assignment"))
        return self.filter(
            Q(Q(decision=None), ~Exists(about_hit))
            | Q(Q(decision__isnull=False), ~Exists(about_work))
        )


class Call(models.Model):
    """One call that changes something at the endpoint: intent before, outcome after.

    `key` is derived from what is wanted ("hit:<public id>", "extend:<public id>:1", "decision:40")
    and is the idempotency token, so wanting the same thing twice is one row and one effect.
    `not_before` is the time of the next attempt; while one is under way it is the end of a lease,
    so that another process takes over when this one was killed.
    """

    class Operation(models.TextChoices):
        CREATE_HIT = "CreateHITWithHITType"
        EXTEND = "CreateAdditionalAssignmentsForHIT"
        EXPIRE = "UpdateExpirationForHIT"
        APPROVE = "ApproveAssignment"
        REJECT = "RejectAssignment"

    class State(models.TextChoices):
        PENDING = "pending"
        DONE = "done"
        FAILED = "failed", "failed: needs a person"
        OVERTAKEN = "overtaken", "overtaken: the endpoint had already approved"

    key = models.CharField(max_length=64, unique=True)
    operation = models.CharField(max_length=40, choices=Operation.choices)
    payload = models.JSONField(default=dict)
    hit = models.ForeignKey(HIT, on_delete=models.CASCADE, related_name="calls")
    decision = models.OneToOneField(
        Decision, on_delete=models.CASCADE, null=True, blank=True, related_name="call"
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)
    first_sent_at = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["state", "not_before"], name="call_open")]

    def __str__(self) -> str:
        return self.key


class LedgerEntry(models.Model):
    """Money set aside for a HIT before the endpoint is asked for it. Rows are only added."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="ledger")
    hit = models.ForeignKey(HIT, on_delete=models.PROTECT, related_name="ledger")
    key = models.CharField(max_length=64, unique=True)
    amount_usd = models.DecimalField(max_digits=10, decimal_places=2)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.key} {self.amount_usd}"
