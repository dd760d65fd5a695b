"""A study, and the batches of work it offers."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

DAY_S = 24 * 60 * 60
MOST_PASSES = 50


class Study(models.Model):
    """What a researcher wants to know: one budget, one consent text, one contact.

    `is_literal` keeps to the paper's wording and to sliders that stand at 50 from the start.
    Rejections above `rejection_cap_percent` of what was handed in must be asked for once more, and
    with `rejections_need_two` a rejection takes two people.
    `may_rate_highlighted` lets a worker rate summaries of an article they have highlighted, and
    highlight one of which they have rated summaries.
    `qualifies_out` hides the other HITs of an item from whoever has begun one of them, by a
    qualification at the endpoint; the server refuses them in any case.
    """

    name = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=200)
    contact_email = models.EmailField()
    consent_text = models.TextField(blank=True)
    budget_usd = models.DecimalField(
        max_digits=10, decimal_places=2, validators=[MinValueValidator(Decimal("0"))]
    )
    rejection_reason_min_length = models.PositiveSmallIntegerField(default=30)
    rejection_cap_percent = models.PositiveSmallIntegerField(
        default=10, validators=[MaxValueValidator(100)]
    )
    rejections_need_two = models.BooleanField(default=False)
    is_literal = models.BooleanField(default=False)
    may_rate_highlighted = models.BooleanField(default=False)
    qualifies_out = models.BooleanField(default=False)
    hourly_floor_usd = models.DecimalField(
        max_digits=6,
        decimal_places=2,
        default=Decimal("8.00"),
        validators=[MinValueValidator(Decimal("0"))],
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name_plural = "studies"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(budget_usd__gte=0), name="budget_not_negative"
            )
        ]

    def __str__(self) -> str:
        return self.name


class BatchQuerySet(models.QuerySet):
    def open(self) -> "BatchQuerySet":
        """With HITs at the endpoint to which something may still happen."""
        return self.filter(
            items__hits__mturk_id__isnull=False, items__hits__settled_at=None
        ).distinct()

    def named(self, path: str) -> "BatchQuerySet":
        """By what commands and people call it: STUDY/BATCH."""
        study, _, batch = path.partition("/")
        return self.filter(study__name=study, name=batch)


class Batch(models.Model):
    """HITs of one kind published together: what workers are told, paid and given time for.

    Free and deletable until `published_at` is set. `kind` names an entry of `crowd.kinds`.
    `judges` is the number of usable assignments wanted for every item; an item gets as many HITs
    as it takes with at most `assignments_per_hit` each (from ten on Mechanical Turk's fee doubles).
    `bonus_pool_usd` is set aside for bonuses, with their fee, when the batch is published.
    Whoever took part in a batch of `not_for` is kept out, by the server and by the endpoint's
    qualification `kept_out_id`; with `only_for`, so is whoever has not passed that batch. A batch
    with `passes_wanted` is a qualification test: so many works must pass, and none fail, to be
    qualified, which the endpoint knows as `passed_id`.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="batches")
    name = models.SlugField(max_length=80)
    kind = models.CharField(max_length=20)
    title = models.CharField(max_length=128)
    description = models.CharField(max_length=2000)
    keywords = models.CharField(max_length=1000, blank=True)
    reward_usd = models.DecimalField(
        max_digits=8, decimal_places=2, validators=[MinValueValidator(Decimal("0.01"))]
    )
    bonus_pool_usd = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        default=Decimal("0.00"),
        validators=[MinValueValidator(Decimal("0"))],
    )
    judges = models.PositiveSmallIntegerField(default=10, validators=[MinValueValidator(1)])
    assignments_per_hit = models.PositiveSmallIntegerField(
        default=9, validators=[MinValueValidator(1)]
    )
    assignment_duration_s = models.PositiveIntegerField(
        default=3600, validators=[MinValueValidator(30), MaxValueValidator(365 * DAY_S)]
    )
    lifetime_s = models.PositiveIntegerField(
        default=7 * DAY_S, validators=[MinValueValidator(30), MaxValueValidator(365 * DAY_S)]
    )
    auto_approval_delay_s = models.PositiveIntegerField(
        default=5 * DAY_S, validators=[MaxValueValidator(30 * DAY_S)]
    )
    expected_duration_s = models.PositiveIntegerField(default=300)
    endpoint_url = models.URLField(max_length=300, blank=True)
    hit_type_id = models.CharField(max_length=64, blank=True)
    not_for = models.ManyToManyField(
        "self", symmetrical=False, blank=True, related_name="keeps_out_of"
    )
    kept_out_id = models.CharField(max_length=64, blank=True)
    passes_wanted = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(MOST_PASSES)]
    )
    passed_id = models.CharField(max_length=64, blank=True)
    only_for = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="admits_to"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = BatchQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        verbose_name_plural = "batches"
        constraints = [
            models.UniqueConstraint(fields=["study", "name"], name="batch_unique_in_study"),
            models.CheckConstraint(condition=models.Q(reward_usd__gt=0), name="reward_positive"),
            models.CheckConstraint(condition=models.Q(judges__gte=1), name="at_least_one_judge"),
            models.CheckConstraint(
                condition=models.Q(assignments_per_hit__gte=1), name="hits_are_not_empty"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study.name}/{self.name}"
