"""Who asks for work: requester accounts, their access keys and their money."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from marketplace.models.fields import MoneyField


class Account(models.Model):
    """A requester. Its balance is the last line of its ledger."""

    name = models.CharField(max_length=64, unique=True)
    disabled = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self):
        return self.name


class AccessKey(models.Model):
    """Signs requests. HMAC needs the plain secret, so it is encrypted, not hashed."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="keys")
    key_id = models.CharField(max_length=32, unique=True)
    secret_encrypted = models.TextField()
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now())

    def __str__(self):
        return self.key_id


class LedgerEntry(models.Model):
    """One movement of money; rows are only ever added.

    `total` is what the account owns, `held` the part promised to open work; each line states both
    after the movement, so the last line is the balance and the sum of the changes proves it.
    """

    class Kind(models.TextChoices):
        DEPOSIT = "Deposit"
        ADJUSTMENT = "Adjustment"
        HOLD = "Hold"
        RELEASE = "Release"
        REWARD = "Reward"
        FEE = "Fee"
        BONUS = "Bonus"
        BONUS_FEE = "BonusFee"

    account = models.ForeignKey(Account, models.CASCADE, related_name="ledger")
    kind = models.CharField(max_length=16, choices=Kind)
    hit = models.ForeignKey("HIT", models.CASCADE, null=True, related_name="ledger")
    assignment = models.ForeignKey("Assignment", models.CASCADE, null=True, related_name="ledger")
    total_change = MoneyField()
    held_change = MoneyField()
    total_after = MoneyField()
    held_after = MoneyField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["account", "-id"], name="ledger_last_line")]
        constraints = [
            models.CheckConstraint(condition=Q(held_after__gte=0), name="holds_are_not_negative"),
            models.CheckConstraint(
                condition=Q(total_after__gte=models.F("held_after")), name="holds_are_covered"
            ),
        ]

    def __str__(self):
        return f"{self.kind} {self.total_change} ({self.held_change} held)"


class IdempotencyToken(models.Model):
    """A UniqueRequestToken that took effect, and what it made."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="tokens")
    operation = models.CharField(max_length=64)
    token = models.CharField(max_length=128)
    made = models.CharField(max_length=64)
    used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "operation", "token"], name="one_effect_per_token"
            )
        ]

    def __str__(self):
        return f"{self.operation} {self.token}"
