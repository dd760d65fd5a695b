"""Paid or not: what was decided about an assignment, by whom and why."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from crowd.models.assignment import Assignment


class Decision(models.Model):
    """A verdict on one assignment; the newest one holds, an overturn is a new row.

    A machine may approve work that passed its check (`decided_by` empty). Only a person rejects,
    and only with a reason the worker will read. Who is soft-rejected is paid like anybody, and the
    work is voided.
    """

    class Verdict(models.TextChoices):
        APPROVE = "approve"
        REJECT = "reject"
        SOFT_REJECT = "soft", "soft-reject"

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="decisions")
    verdict = models.CharField(max_length=7, choices=Verdict.choices)
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    decided_at = models.DateTimeField()
    evidence = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["assignment", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(verdict__in=["approve", "soft"])
                | (Q(verdict="reject", decided_by__isnull=False) & ~Q(reason="")),
                name="only_a_person_rejects_with_a_reason",
            )
        ]

    def __str__(self) -> str:
        return f"{self.verdict} {self.assignment_id}"

    @property
    def pays(self) -> bool:
        return self.verdict != self.Verdict.REJECT
