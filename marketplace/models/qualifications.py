"""Who may do what: qualification types, who holds them, who asked for them."""

from django.db import models
from django.db.models import Q

from marketplace.identifiers import is_entity_id, new_entity_id
from marketplace.models.accounts import Account
from marketplace.models.work import Worker


class QualificationTypeQuerySet(models.QuerySet):
    def living(self):
        return self.filter(deleted_at=None)

    def named(self, public_id: str):
        return self.filter(public_id=public_id) if is_entity_id(public_id) else self.none()


class QualificationType(models.Model):
    """A qualification that a requester grants. A deleted one still guards the HITs that name it."""

    class Status(models.TextChoices):
        ACTIVE = "Active"
        INACTIVE = "Inactive"

    account = models.ForeignKey(Account, models.CASCADE, related_name="qualification_types")
    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    name = models.CharField(max_length=200)
    description = models.TextField()
    keywords = models.TextField(blank=True)
    status = models.CharField(max_length=8, choices=Status)
    # None: a worker may ask once.
    retry_delay_s = models.BigIntegerField(null=True)
    # QuestionForm XML; empty: a worker asks without answering anything.
    test = models.TextField(blank=True)
    test_duration_s = models.BigIntegerField(null=True)
    # AnswerKey XML; empty: the requester reads the answers and decides.
    answer_key = models.TextField(blank=True)
    auto_granted = models.BooleanField(default=False)
    auto_granted_value = models.IntegerField(default=1)
    created_at = models.DateTimeField()
    # From here on lists show it (a fault may delay it).
    listed_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)

    objects = QualificationTypeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "name"],
                condition=Q(deleted_at=None),
                name="one_qualification_type_per_name",
            )
        ]

    def __str__(self):
        return self.name


class Qualification(models.Model):
    """What a worker holds, or held: a revoked one stays, with its reason."""

    class Status(models.TextChoices):
        GRANTED = "Granted"
        REVOKED = "Revoked"

    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    kind = models.ForeignKey(QualificationType, models.CASCADE, related_name="qualifications")
    worker = models.ForeignKey(Worker, models.CASCADE, related_name="qualifications")
    value = models.IntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.GRANTED)
    granted_at = models.DateTimeField()
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "worker"], name="one_qualification_per_worker")
        ]

    def __str__(self):
        return f"{self.kind_id} {self.value} ({self.status})"


class QualificationRequest(models.Model):
    """A worker asked for a qualification; its requester decides, or its test does."""

    class State(models.TextChoices):
        TAKING = "Taking"  # the test, until the deadline
        EXPIRED = "Expired"
        PENDING = "Pending"
        GRANTED = "Granted"
        REJECTED = "Rejected"

    public_id = models.CharField(max_length=30, unique=True, default=new_entity_id)
    kind = models.ForeignKey(QualificationType, models.CASCADE, related_name="requests")
    worker = models.ForeignKey(Worker, models.CASCADE, related_name="qualification_requests")
    state = models.CharField(max_length=8, choices=State, default=State.PENDING)
    reason = models.TextField(blank=True)
    # When it was asked for: the retry delay counts from here.
    submitted_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True)
    # The test as it was when the worker began it, its key, and what was answered.
    test = models.TextField(blank=True)
    answer_key = models.TextField(blank=True)
    answer = models.TextField(blank=True)

    OPEN = (State.PENDING, State.TAKING)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "worker"],
                condition=Q(state__in=["Pending", "Taking"]),
                name="one_pending_request_per_worker",
            )
        ]

    def __str__(self):
        return f"{self.worker_id} asks for {self.kind_id}"
