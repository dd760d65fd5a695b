"""How people come here by invitation: the links of a requester, and who was let in by them."""

from django.db import models
from django.db.models import Q

from marketplace.identifiers import new_entity_id
from marketplace.models.accounts import Account
from marketplace.models.work import Worker


class Invitation(models.Model):
    """A link that makes a limited number of worker accounts. Its text is what people agreed to."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="invitations")
    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    # sha256 of the secret in the link; the secret itself is shown once.
    link_digest = models.CharField(max_length=64, unique=True)
    places = models.PositiveIntegerField()
    ends_at = models.DateTimeField()
    consent = models.TextField()
    contact = models.TextField(blank=True)
    # For the requester's own books; never shown to who is invited.
    note = models.TextField(blank=True)
    created_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(places__gte=1), name="an_invitation_has_places")
        ]

    def __str__(self):
        return self.public_id


class Admission(models.Model):
    """A worker who came by an invitation and agreed to its text."""

    invitation = models.ForeignKey(Invitation, models.CASCADE, related_name="admissions")
    worker = models.OneToOneField(Worker, models.CASCADE, related_name="admission")
    consented_at = models.DateTimeField()

    def __str__(self):
        return f"{self.worker_id} by {self.invitation_id}"
