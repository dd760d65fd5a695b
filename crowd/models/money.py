"""Money: what was set aside, given back and paid for a study, and what an account holds."""

from decimal import Decimal

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q

from crowd.models.assignment import Assignment
from crowd.models.hit import HIT
from crowd.models.study import Study

NOTHING = Decimal("0.00")


class Bonus(models.Model):
    """Money beyond the reward for one assignment: how much, why, by whom. Given once."""

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="bonuses")
    amount_usd = models.DecimalField(
        max_digits=8, decimal_places=2, validators=[MinValueValidator(Decimal("0.01"))]
    )
    reason = models.CharField(max_length=480)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    given_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "bonuses"
        constraints = [
            # The endpoint's list of bonuses shows no key: this is how one is known again there.
            models.UniqueConstraint(
                fields=["assignment", "amount_usd", "reason"], name="bonus_given_once"
            ),
            models.CheckConstraint(condition=Q(amount_usd__gt=0), name="bonus_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.amount_usd} for {self.assignment_id}"


class LedgerEntry(models.Model):
    """One movement of a study's money. Rows are only added.

    `amount_usd` changes what the study has committed: set aside is positive, given back negative.
    `paid_usd` is what of it has gone to a worker or to the endpoint, on the endpoint's word.
    """

    class Kind(models.TextChoices):
        HOLD = "hold", "set aside"
        RELEASE = "release", "given back"
        REWARD = "reward", "reward paid"
        FEE = "fee", "fee paid"
        BONUS = "bonus", "bonus paid"
        BONUS_FEE = "bonus_fee", "fee of a bonus paid"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="ledger")
    hit = models.ForeignKey(HIT, on_delete=models.PROTECT, related_name="ledger")
    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, null=True, blank=True, related_name="ledger"
    )
    kind = models.CharField(max_length=9, choices=Kind.choices, default=Kind.HOLD)
    key = models.CharField(max_length=64, unique=True)
    amount_usd = models.DecimalField(max_digits=10, decimal_places=2, default=NOTHING)
    paid_usd = models.DecimalField(max_digits=10, decimal_places=2, default=NOTHING)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.key} {self.amount_usd}"


class AccountBalance(models.Model):
    """What the endpoint last said our account there holds; asked in the background."""

    endpoint_url = models.URLField(max_length=300, unique=True)
    available_usd = models.DecimalField(max_digits=14, decimal_places=2)
    on_hold_usd = models.DecimalField(max_digits=14, decimal_places=2)
    asked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.available_usd} at {self.endpoint_url}"
