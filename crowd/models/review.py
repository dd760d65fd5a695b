"""What the review desk keeps besides decisions: readings, appeals, exclusions and its log."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from crowd.models.assignment import Assignment, Worker
from crowd.models.decision import Decision
from crowd.models.study import Study


class ReadingQuerySet(models.QuerySet):
    def open(self) -> "ReadingQuerySet":
        """Nobody has read it a second time yet, and no machine has closed it."""
        return self.filter(decision=None)


class Reading(models.Model):
    """A first reader's verdict on work whose second reader must not see it.

    It decides nothing by itself: the second reader's verdict is compared with it, and `decision`
    is what came of the two, or what a machine decided when time ran out.
    """

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="reading")
    verdict = models.CharField(max_length=7, choices=Decision.Verdict.choices)
    reason = models.TextField(blank=True)
    read_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="readings"
    )
    read_at = models.DateTimeField()
    evidence = models.JSONField(default=dict, blank=True)
    decision = models.OneToOneField(
        Decision, on_delete=models.SET_NULL, null=True, blank=True, related_name="first_reading"
    )

    objects = ReadingQuerySet.as_manager()

    def __str__(self) -> str:
        return f"first reading of {self.assignment_id}"


class AppealQuerySet(models.QuerySet):
    def open(self) -> "AppealQuerySet":
        """Nobody has answered it."""
        return self.filter(closed_at=None)


class Appeal(models.Model):
    """What a worker says against a rejection, perhaps nothing but that. `decision` is the overturn,
    if it was one; `mturk_id` is what the endpoint calls the appeal, where it came from there."""

    LONGEST = 2000

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="appeals")
    mturk_id = models.CharField(max_length=64, blank=True)
    message = models.TextField(max_length=LONGEST, blank=True)
    made_at = models.DateTimeField()
    received_at = models.DateTimeField()
    answer = models.TextField(blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    decision = models.ForeignKey(
        Decision, on_delete=models.SET_NULL, null=True, blank=True, related_name="appeals"
    )

    objects = AppealQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "made_at"], name="appeal_taken_once"),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None)
                | Q(closed_at__isnull=False, closed_by__isnull=False),
                name="a_person_closes_an_appeal",
            ),
        ]

    def __str__(self) -> str:
        return f"appeal about {self.assignment_id}"


class Exclusion(models.Model):
    """A worker whose work no longer counts in a study, past and future; their pay is untouched."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="exclusions")
    worker = models.ForeignKey(Worker, on_delete=models.PROTECT, related_name="exclusions")
    reason = models.CharField(max_length=200)
    excluded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    excluded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "worker"], name="excluded_once_a_study")
        ]

    def __str__(self) -> str:
        return f"{self.worker_id} from {self.study_id}"

    @property
    def void_reason(self) -> str:
        """What stands beside each assignment it leaves out."""
        return f"the worker was excluded from the study: {self.reason}"


class ReviewEvent(models.Model):
    """What was done at the review desk that is not a decision, or undid one. Only added to."""

    class Kind(models.TextChoices):
        UNDONE = "undone", "decision undone before it was delivered"
        ASKED = "asked", "second reader asked for"
        WITHDRAWN = "withdrawn", "request for a second reader withdrawn"
        STOOD = "stood", "appeal answered, rejection stands"
        VOIDED = "voided", "statement voided"
        EXCLUDED = "excluded", "worker excluded from the study"
        ADMITTED = "admitted", "exclusion lifted"
        QUALIFIED = "qualified", "worker qualified by hand"
        REVOKED = "revoked", "qualification taken back"

    kind = models.CharField(max_length=9, choices=Kind.choices)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="review_events")
    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, null=True, blank=True, related_name="review_events"
    )
    worker = models.ForeignKey(
        Worker, on_delete=models.PROTECT, null=True, blank=True, related_name="review_events"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    at = models.DateTimeField()
    text = models.TextField(blank=True)
    seen = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.kind} by {self.by_id}"
