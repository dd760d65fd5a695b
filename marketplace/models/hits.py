"""What is asked: HIT types (the shared attributes) and HITs."""

from django.db import models
from django.db.models import Q

from marketplace.identifiers import is_entity_id, new_entity_id
from marketplace.models.accounts import Account
from marketplace.models.fields import MoneyField


class HITType(models.Model):
    """The attributes workers see as one group; equal attributes are one row per account."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="hit_types")
    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    group_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    title = models.TextField()
    description = models.TextField()
    keywords = models.TextField(blank=True)
    reward = MoneyField()
    duration_s = models.BigIntegerField()
    auto_approval_delay_s = models.BigIntegerField()
    # As given and checked: [{"QualificationTypeId", "Comparator", "ActionsGuarded", ...}].
    requirements = models.JSONField(default=list)
    # The requester's own types among them, for ListHITsForQualificationType.
    qualification_types = models.ManyToManyField("QualificationType", related_name="hit_types")
    # Whether it has an active subscription, which then says to what.
    watched = models.BooleanField(default=False)
    # Of all attributes above: how equal ones are found.
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "digest"], name="equal_types_are_one")
        ]

    def __str__(self):
        return self.title


class HITQuerySet(models.QuerySet):
    def of(self, account: Account):
        return self.filter(account=account)

    def named(self, public_id: str):
        return self.filter(public_id=public_id) if is_entity_id(public_id) else self.none()

    def of_assignment(self, assignments: models.QuerySet):
        """The HIT of the one assignment meant."""
        return self.filter(id__in=assignments.values("hit"))

    def undeleted(self):
        return self.filter(deleted_at=None)

    def assignable(self):
        return self.filter(status=HIT.Status.ASSIGNABLE)

    def finished(self):
        return self.filter(status__in=[HIT.Status.REVIEWABLE, HIT.Status.REVIEWING])


class HIT(models.Model):
    """A task with a number of assignments. Only `market.changing` writes it."""

    class Status(models.TextChoices):
        ASSIGNABLE = "Assignable"
        UNASSIGNABLE = "Unassignable"
        REVIEWABLE = "Reviewable"
        REVIEWING = "Reviewing"
        DISPOSED = "Disposed"

    account = models.ForeignKey(Account, models.CASCADE, related_name="hits")
    hit_type = models.ForeignKey(HITType, models.PROTECT, related_name="hits")
    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    question = models.TextField()
    external_url = models.TextField()
    frame_height = models.PositiveIntegerField()
    annotation = models.TextField(blank=True)
    max_assignments = models.BigIntegerField()
    # What the requester pays the marketplace for each assignment, by the schedule at creation.
    fee = MoneyField()
    # What the ledger holds for this HIT now: the sum of its `held_change`.
    held = MoneyField(default=0)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    # Set once the expiry took effect (event, release of unused slots); None while it lies ahead.
    expired_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    # The requester's mark (UpdateHITReviewStatus).
    reviewing = models.BooleanField(default=False)
    # Derived from the facts above and the assignments by `market.restate`, kept for lists.
    status = models.CharField(max_length=12, choices=Status, default=Status.ASSIGNABLE)
    finished_at = models.DateTimeField(null=True)

    objects = HITQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["account", "-id"], name="hit_lists"),
            models.Index(fields=["account", "status", "-id"], name="hit_reviews"),
            models.Index(fields=["hit_type", "status"], name="hit_groups"),
            models.Index(
                fields=["expires_at"],
                name="hit_expiries",
                condition=Q(expired_at=None, deleted_at=None),
            ),
            models.Index(
                fields=["finished_at"], name="hit_disposals", condition=Q(deleted_at=None)
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(max_assignments__gte=1), name="a_hit_has_slots"),
            models.CheckConstraint(condition=Q(held__gte=0), name="a_hit_holds_no_debt"),
        ]

    def __str__(self):
        return self.public_id

    @property
    def price(self):
        """What one approved assignment costs the requester."""
        return self.hit_type.reward + self.fee
