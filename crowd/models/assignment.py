"""A worker's work on one HIT, from the first saved draft to the endpoint's word on it."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import DurationField, ExpressionWrapper, IntegerField, Q, Value
from django.db.models.functions import Cast

from crowd.models.hit import HIT
from crowd.models.study import Study


class Worker(models.Model):
    """Somebody known by the id an endpoint gave them.

    `account` is the member of staff who works under this id, if it is one: they decide nothing
    about it.
    """

    endpoint_url = models.URLField(max_length=300)
    mturk_id = models.CharField(max_length=64)
    first_seen_at = models.DateTimeField(auto_now_add=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="workers",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint_url", "mturk_id"], name="worker_unique")
        ]

    def __str__(self) -> str:
        return self.mturk_id


class Consent(models.Model):
    """That a worker agreed to take part in a study, and to which words."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="consents")
    worker = models.ForeignKey(Worker, on_delete=models.CASCADE, related_name="consents")
    text_hash = models.CharField(max_length=64)
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["study", "worker", "text_hash"], name="consent_once_a_text"
            )
        ]

    def __str__(self) -> str:
        return f"{self.worker_id} to {self.study_id}"


class AssignmentQuerySet(models.QuerySet):
    """Reads, named as adjectives; nothing here is stored."""

    def saved(self) -> "AssignmentQuerySet":
        """The work is in our database, whatever the endpoint knows."""
        return self.filter(submitted_at__isnull=False)

    def confirmed(self) -> "AssignmentQuerySet":
        """The endpoint says that this worker handed this assignment in."""
        return self.filter(confirmed_at__isnull=False)

    def taken_part(self) -> "AssignmentQuerySet":
        """Somebody's part in a study, whatever became of it; not what was claimed in their name."""
        return self.filter(
            Q(confirmed_at__isnull=False) | Q(submitted_at__isnull=False, voided_at=None)
        )

    def usable(self) -> "AssignmentQuerySet":
        """May count in results: saved, confirmed, check passed, not voided."""
        return self.saved().confirmed().filter(sanity_passed=True, voided_at__isnull=True)

    def awaiting_decision(self) -> "AssignmentQuerySet":
        """Handed in, but failed its check or came without work; nobody has decided yet."""
        return (
            self.confirmed()
            .filter(status=Assignment.Status.SUBMITTED, voided_at=None, decisions=None)
            .filter(Q(sanity_passed=False) | Q(submitted_at=None))
        )

    def lost(self) -> "AssignmentQuerySet":
        """Took up an assignment at the endpoint and will never be usable: decided or voided."""
        failed = Q(sanity_passed=False) | Q(submitted_at=None)
        decided = Q(status__in=Assignment.FINAL) | Q(decisions__isnull=False)
        voided = Q(voided_at__isnull=False)
        return self.confirmed().filter(voided | (failed & decided)).distinct()

    def unaccounted(self, now: datetime) -> "AssignmentQuerySet":
        """Saved here, yet the endpoint still knows nothing of it after the worker's deadline."""
        duration = ExpressionWrapper(
            Cast("hit__item__batch__assignment_duration_s", IntegerField())
            * Value(timedelta(seconds=1)),
            output_field=DurationField(),
        )
        return self.saved().filter(
            confirmed_at=None, voided_at=None, opened_at__lt=Value(now) - duration
        )


class Assignment(models.Model):
    """One worker's work on one HIT.

    Three writers, one fact each: the submission desk (draft, submitted_at, sanity_passed), the
    delivery worker on the endpoint's word (confirmed_at, status and the endpoint's times), and a
    person or rule that voids it. URL parameters are claims; only `confirmed_at` is proof.
    """

    class Status(models.TextChoices):
        """MTurk's words; empty until the endpoint has said one."""

        UNKNOWN = "", "not handed in"
        SUBMITTED = "Submitted"
        APPROVED = "Approved"
        REJECTED = "Rejected"

    FINAL = (Status.APPROVED, Status.REJECTED)

    hit = models.ForeignKey(HIT, on_delete=models.PROTECT, related_name="assignments")
    worker = models.ForeignKey(Worker, on_delete=models.PROTECT, related_name="assignments")
    mturk_id = models.CharField(max_length=64)
    opened_at = models.DateTimeField()

    draft = models.JSONField(default=dict, blank=True)
    draft_version = models.PositiveIntegerField(default=0)
    draft_saved_at = models.DateTimeField(null=True, blank=True)

    submitted_at = models.DateTimeField(null=True, blank=True)
    sanity_passed = models.BooleanField(null=True, blank=True)
    active_duration_s = models.PositiveIntegerField(null=True, blank=True)
    is_late = models.BooleanField(default=False)

    confirmed_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=9, choices=Status.choices, default="", blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    handed_in_at = models.DateTimeField(null=True, blank=True)
    auto_approval_at = models.DateTimeField(null=True, blank=True)

    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=300, blank=True)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["mturk_id", "worker", "hit"], name="assignment_unique"),
            models.CheckConstraint(
                condition=Q(status="") | Q(confirmed_at__isnull=False),
                name="status_is_the_endpoints_word",
            ),
            models.CheckConstraint(
                condition=Q(submitted_at__isnull=True) | Q(sanity_passed__isnull=False),
                name="saved_work_was_checked",
            ),
        ]
        indexes = [models.Index(fields=["hit", "status"], name="assignment_hit_status")]

    def __str__(self) -> str:
        return self.mturk_id
