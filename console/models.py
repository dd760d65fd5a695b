"""The one table of the console: passwords that were printed and must be replaced."""

from django.conf import settings
from django.db import models


class IssuedPassword(models.Model):
    """The account's password was printed by a command; nothing opens until its owner changes it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="issued_password",
    )
    issued_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"one-time password of {self.user_id}"
