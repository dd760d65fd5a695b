"""Where our books and the endpoint's differ, as the last look at both found it."""

from django.conf import settings
from django.db import models

from crowd.models.assignment import Assignment
from crowd.models.hit import HIT
from crowd.models.money import NOTHING
from crowd.models.study import Study


class Reconciliation(models.Model):
    """The last time a study was compared with the endpoint, and what that has paid for it."""

    study = models.OneToOneField(Study, on_delete=models.CASCADE, related_name="reconciliation")
    asked_at = models.DateTimeField()
    rewards_usd = models.DecimalField(max_digits=10, decimal_places=2, default=NOTHING)
    bonuses_usd = models.DecimalField(max_digits=10, decimal_places=2, default=NOTHING)
    problem = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.study} at {self.asked_at:%Y-%m-%d %H:%M}"


class FindingQuerySet(models.QuerySet):
    def open(self) -> "FindingQuerySet":
        """Still there at the last look, and nobody has repaired it."""
        return self.filter(gone_at=None, repaired_at=None)


class Finding(models.Model):
    """One difference; `key` says which, so that looking again finds the same one."""

    class Kind(models.TextChoices):
        HIT_GONE = "hit_gone", "we have a HIT the endpoint does not have"
        HIT_STRAY = "hit_stray", "the endpoint has a HIT we do not have"
        WORK_NEW = "work_new", "handed in there, not taken in here"
        WORK_LOST = "work_lost", "saved here, never handed in there"
        STATUS = "status", "paid or rejected there, not so here"
        TWICE = "twice", "one worker paid twice for one item"
        BONUS_MORE = "bonus_more", "a bonus paid there that we did not give"
        BONUS_LESS = "bonus_less", "a bonus noted here that was not paid there"
        UNNOTED = "unnoted", "paid there, missing in our ledger"
        LATE = "late", "handed in late, nobody has decided"
        WRONG_WORKER = "wrong_worker", "saved by one worker, handed in by another"

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="findings")
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    text = models.TextField()
    hit = models.ForeignKey(HIT, on_delete=models.CASCADE, null=True, blank=True)
    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, null=True, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    found_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True, blank=True)
    repaired_at = models.DateTimeField(null=True, blank=True)
    repaired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )

    objects = FindingQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["study", "key"], name="finding_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
