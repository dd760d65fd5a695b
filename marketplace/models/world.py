"""What surrounds the market: the event log, the virtual clock, armed faults."""

from django.db import models
from django.db.models import Q

from marketplace.models.accounts import Account


class Event(models.Model):
    """Something that happened, in the words of the notification API (and warnings of our own)."""

    class Kind(models.TextChoices):
        HIT_CREATED = "HITCreated"
        HIT_EXTENDED = "HITExtended"
        HIT_EXPIRED = "HITExpired"
        HIT_REVIEWABLE = "HITReviewable"
        HIT_DISPOSED = "HITDisposed"
        ASSIGNMENT_ACCEPTED = "AssignmentAccepted"
        ASSIGNMENT_RETURNED = "AssignmentReturned"
        ASSIGNMENT_ABANDONED = "AssignmentAbandoned"
        ASSIGNMENT_SUBMITTED = "AssignmentSubmitted"
        ASSIGNMENT_APPROVED = "AssignmentApproved"
        ASSIGNMENT_REJECTED = "AssignmentRejected"
        # Of our own: no program for Mechanical Turk subscribes to it.
        ASSIGNMENT_APPEALED = "AssignmentAppealed"
        PING = "Ping"
        WARNING = "Warning"

    account = models.ForeignKey(Account, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=24, choices=Kind)
    hit = models.ForeignKey("HIT", models.CASCADE, null=True, related_name="events")
    assignment = models.ForeignKey("Assignment", models.CASCADE, null=True, related_name="events")
    detail = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["account", "at", "id"], name="event_log")]

    def __str__(self):
        return f"{self.kind} {self.at:%Y-%m-%d %H:%M:%S}"


class Clock(models.Model):
    """One row: how far virtual time runs ahead of real time. Only /control/ moves it."""

    ahead = models.DurationField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="there_is_one_clock")]

    def __str__(self):
        return f"{self.ahead} ahead"


class Fault(models.Model):
    """A misbehaviour armed by the control interface, for the next `remaining` calls it fits."""

    class Kind(models.TextChoices):
        THROTTLE = "throttle"
        SERVICE_FAULT = "service_fault"
        REQUEST_ERROR = "request_error"
        DROP_AFTER_COMMIT = "drop_after_commit"
        VISIBILITY_DELAY = "visibility_delay"
        TRAILING_PAGE = "trailing_page"
        EXPIRE_COLLISION = "expire_collision"
        DUPLICATE_EVENT = "duplicate_event"
        REORDERED_EVENTS = "reordered_events"

    kind = models.CharField(max_length=24, choices=Kind)
    # Empty: any operation, any account.
    operation = models.CharField(max_length=64, blank=True)
    account = models.ForeignKey(Account, models.CASCADE, null=True, related_name="faults")
    remaining = models.PositiveIntegerField(default=1)
    # What the kind needs: {"status": 500}, {"seconds": 300}, {"code": "..."}.
    options = models.JSONField(default=dict)

    def __str__(self):
        return f"{self.kind} x{self.remaining}"
