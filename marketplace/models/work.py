"""Who works, what was done and what was paid on top: workers, assignments, bonuses."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q

from marketplace.identifiers import is_entity_id, new_entity_id, new_worker_id
from marketplace.models.accounts import Account
from marketplace.models.fields import MoneyField
from marketplace.models.hits import HIT


class Worker(models.Model):
    """A person who works here, known to requesters by the worker id only."""

    public_id = models.CharField(max_length=20, unique=True, default=new_worker_id)
    display_name = models.CharField(max_length=80, blank=True)
    # sha256 of the secret in the sign-in link; the secret itself is shown once.
    sign_in_digest = models.CharField(max_length=64, unique=True)
    country = models.CharField(max_length=2, blank=True)
    subdivision = models.CharField(max_length=2, blank=True)
    adult = models.BooleanField(default=False)
    masters = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    # The study link by which a guest came to this browser (`site.session`); not a column. What
    # else the guest did is shown to nobody who only knows an id of another site.
    visiting = None

    def __str__(self):
        return self.display_name or self.public_id


class AssignmentQuerySet(models.QuerySet):
    def named(self, public_id: str):
        return self.filter(public_id=public_id) if is_entity_id(public_id) else self.none()

    def accepted(self):
        """In work: a slot is taken and the deadline lies ahead."""
        return self.filter(state=Assignment.State.ACCEPTED)

    def awaiting_review(self):
        return self.filter(state=Assignment.State.SUBMITTED)

    def overdue(self, now: datetime):
        """What time will change: abandoned past the deadline, approved past the delay."""
        late = Q(state=Assignment.State.ACCEPTED, deadline__lte=now)
        return self.filter(late | Q(state=Assignment.State.SUBMITTED, auto_approval_at__lte=now))

    def taking_a_slot(self):
        return self.exclude(state__in=Assignment.LEFT)

    def handed_in(self):
        """What the requester can see: submitted work, reviewed or not."""
        return self.filter(state__in=Assignment.HANDED_IN)


class Assignment(models.Model):
    """One worker's attempt at one HIT."""

    class State(models.TextChoices):
        ACCEPTED = "Accepted"
        RETURNED = "Returned"
        ABANDONED = "Abandoned"
        SUBMITTED = "Submitted"
        APPROVED = "Approved"
        REJECTED = "Rejected"

    LEFT = (State.RETURNED, State.ABANDONED)
    HANDED_IN = (State.SUBMITTED, State.APPROVED, State.REJECTED)

    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    hit = models.ForeignKey(HIT, models.CASCADE, related_name="assignments")
    worker = models.ForeignKey(Worker, models.CASCADE, related_name="assignments")
    state = models.CharField(max_length=10, choices=State, default=State.ACCEPTED)
    # The HIT that a page had offered and others had taken: pressing there again leads here.
    instead_of = models.ForeignKey(
        HIT, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    accepted_at = models.DateTimeField()
    deadline = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    # From here on the requester API shows the submission (a fault may delay it).
    visible_at = models.DateTimeField(null=True)
    auto_approval_at = models.DateTimeField(null=True)
    approved_at = models.DateTimeField(null=True)
    rejected_at = models.DateTimeField(null=True)
    answer = models.TextField(blank=True)
    feedback = models.TextField(blank=True)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["hit", "state"], name="assignment_tallies"),
            models.Index(fields=["hit", "submitted_at", "id"], name="assignment_lists"),
            models.Index(fields=["worker", "-id"], name="assignment_histories"),
            models.Index(
                fields=["deadline"], name="assignment_deadlines", condition=Q(state="Accepted")
            ),
            models.Index(
                fields=["auto_approval_at"],
                name="assignment_approvals",
                condition=Q(state="Submitted"),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["hit", "worker"],
                condition=~Q(state__in=["Returned", "Abandoned"]),
                name="one_assignment_per_worker",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["Accepted", "Returned", "Abandoned"])
                | Q(submitted_at__isnull=False, visible_at__gte=F("submitted_at")),
                name="submissions_have_a_time",
            ),
        ]

    def __str__(self):
        return self.public_id

    @property
    def worked_s(self) -> float:
        """From accepting to handing in, pauses included; 0 while it is not handed in."""
        spent = self.submitted_at - self.accepted_at if self.submitted_at else timedelta()
        return spent.total_seconds()

    @property
    def is_late(self) -> bool:
        """Handed in after the lease was lost (MARKETPLACE_LATE_HAND_IN_S)."""
        return self.submitted_at is not None and self.submitted_at > self.deadline


class BonusQuerySet(models.QuerySet):
    def of(self, account: Account):
        return self.filter(assignment__hit__account=account)


class Bonus(models.Model):
    """Money beyond the reward, for one assignment; the reason is the worker's to read."""

    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    assignment = models.ForeignKey(Assignment, models.CASCADE, related_name="bonuses")
    amount = MoneyField()
    fee = MoneyField()
    reason = models.TextField()
    granted_at = models.DateTimeField()

    objects = BonusQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_bonus_pays_something")
        ]

    def __str__(self):
        return f"{self.amount} for {self.assignment_id}"
