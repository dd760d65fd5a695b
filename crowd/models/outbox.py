"""What must be said to the endpoint, written down before it is said."""

from datetime import datetime

from django.db import models
from django.db.models import Exists, OuterRef, Q

from crowd.models.assignment import Assignment
from crowd.models.decision import Decision
from crowd.models.hit import HIT
from crowd.models.money import Bonus


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
        about_hit = earlier.filter(assignment=None, hit=OuterRef("hit"))
        about_work = earlier.filter(assignment=OuterRef("assignment"))
        return self.filter(
            Q(Q(assignment=None), ~Exists(about_hit))
            | Q(Q(assignment__isnull=False), ~Exists(about_work))
        )


class Call(models.Model):
    """One call that changes something at the endpoint: intent before, outcome after.

    `key` is derived from what is wanted ("hit:<public id>", "extend:<public id>:1", "decision:40")
    and is the idempotency token, so wanting the same thing twice is one row and one effect.
    `not_before` is the time of the next attempt; while one is under way it is the end of a lease,
    so that another process takes over when this one was killed. `assignment` is set when the call
    is about somebody's work, and then only calls about the same work wait for each other.
    """

    class Operation(models.TextChoices):
        CREATE_HIT = "CreateHITWithHITType"
        EXTEND = "CreateAdditionalAssignmentsForHIT"
        EXPIRE = "UpdateExpirationForHIT"
        APPROVE = "ApproveAssignment"
        REJECT = "RejectAssignment"
        BONUS = "SendBonus"
        DELETE = "DeleteHIT"
        NOTIFY = "NotifyWorkers"
        DENY_APPEAL = "DenyAppeal"
        CREATE_QUALIFICATION = "CreateQualificationType"
        GRANT = "AssociateQualificationWithWorker"
        REVOKE = "DisassociateQualificationFromWorker"

    class State(models.TextChoices):
        PENDING = "pending"
        DONE = "done"
        FAILED = "failed", "failed: needs a person"
        OVERTAKEN = "overtaken", "overtaken: no longer to be done"

    key = models.CharField(max_length=64, unique=True)
    operation = models.CharField(max_length=40, choices=Operation.choices)
    payload = models.JSONField(default=dict)
    hit = models.ForeignKey(HIT, on_delete=models.CASCADE, related_name="calls")
    decision = models.OneToOneField(
        Decision, on_delete=models.CASCADE, null=True, blank=True, related_name="call"
    )
    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, null=True, blank=True, related_name="calls"
    )
    bonus = models.OneToOneField(
        Bonus, on_delete=models.CASCADE, null=True, blank=True, related_name="call"
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
