"""What stands between a requester and a worker: messages and blocks."""

from django.db import models

from marketplace.identifiers import new_entity_id
from marketplace.models.accounts import Account
from marketplace.models.work import Worker


class Message(models.Model):
    """A requester's words to a worker (NotifyWorkers)."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="messages")
    worker = models.ForeignKey(Worker, models.CASCADE, related_name="messages")
    subject = models.TextField()
    text = models.TextField()
    sent_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["worker", "-id"], name="message_lists")]

    def __str__(self):
        return self.subject


class WorkerBlock(models.Model):
    """A worker who may not accept a requester's HITs. The reason is not shown to the worker.

    A lifted block stays as a row, so that a list can be walked while its blocks are lifted.
    """

    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    account = models.ForeignKey(Account, models.CASCADE, related_name="blocks")
    worker = models.ForeignKey(Worker, models.CASCADE, related_name="blocks")
    reason = models.TextField()
    blocked_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "worker"],
                condition=models.Q(lifted_at=None),
                name="one_block_at_a_time",
            )
        ]

    def __str__(self):
        return f"{self.account_id} blocks {self.worker_id}"
