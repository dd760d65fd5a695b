"""Who is told what happened: a HIT type's subscription, and each message on its way."""

import uuid

from django.db import models
from django.db.models import Q

from marketplace.models.accounts import Account
from marketplace.models.hits import HITType
from marketplace.models.world import Event


class Transport(models.TextChoices):
    """The envelope of a message; here both go to an HTTP callback."""

    SQS = "SQS"
    SNS = "SNS"


class Subscription(models.Model):
    """The notification specification of a HIT type: one at a time."""

    hit_type = models.OneToOneField(HITType, models.CASCADE, related_name="subscription")
    destination = models.TextField()
    transport = models.CharField(max_length=3, choices=Transport)
    version = models.CharField(max_length=10)
    event_types = models.JSONField()
    active = models.BooleanField(default=True)

    def __str__(self):
        return f"{self.hit_type_id} to {self.destination}"


class Notice(models.Model):
    """One event to be told to one address. Written with the event, sent later, perhaps twice."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="notices")
    event = models.ForeignKey(Event, models.CASCADE, related_name="notices")
    # The receiver's key against repetitions: the same in every attempt.
    document_id = models.UUIDField(unique=True, default=uuid.uuid4)
    destination = models.TextField()
    transport = models.CharField(max_length=3, choices=Transport)
    version = models.CharField(max_length=10)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    delivered_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)
    # Why the last attempt failed.
    problem = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                name="notices_due",
                condition=Q(delivered_at=None, given_up_at=None),
            )
        ]

    def __str__(self):
        return f"{self.event_id} to {self.destination}"
