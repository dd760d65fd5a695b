"""What a worker says against a rejection, and what the requester answers."""

from django.db import models

from marketplace.identifiers import new_entity_id
from marketplace.models.work import Assignment


class Appeal(models.Model):
    """One appeal for each rejection. That it was granted is told by the assignment's approval."""

    class Status(models.TextChoices):
        OPEN = "Open"
        GRANTED = "Granted"
        DENIED = "Denied"

    assignment = models.OneToOneField(Assignment, models.CASCADE, related_name="appeal")
    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    message = models.TextField(blank=True)
    made_at = models.DateTimeField()
    # The requester stands by the rejection, in these words.
    answer = models.TextField(blank=True)
    denied_at = models.DateTimeField(null=True)

    def __str__(self):
        return f"against {self.assignment_id}"

    @property
    def status(self) -> str:
        if self.assignment.state == Assignment.State.APPROVED:
            return self.Status.GRANTED
        return self.Status.DENIED if self.denied_at else self.Status.OPEN
