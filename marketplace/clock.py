"""The market's time: the real clock, or a virtual one that tests move ahead."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction

from marketplace.models import Clock

# Rewards are paid within months; a clock a century ahead is a mistake, and dates end at 9999.
FURTHEST = timedelta(days=36_500)


def now() -> datetime:
    """The market's time. Ask after taking a lock: what waited for it must not act in the past."""
    return datetime.now(UTC) + ahead()


def ahead() -> timedelta:
    """How far virtual time runs ahead of real time. In real use there is no virtual time."""
    if not settings.MARKETPLACE_CONTROL_SECRET:
        return timedelta()
    return Clock.objects.values_list("ahead", flat=True).first() or timedelta()


def advance(by: timedelta) -> datetime:
    """Move virtual time ahead, never back, and return the new time."""
    with transaction.atomic():
        Clock.objects.get_or_create(id=1, defaults={"ahead": timedelta()})
        clock = Clock.objects.select_for_update().get(id=1)
        if not timedelta() <= by <= FURTHEST - clock.ahead:
            raise ValueError(f"the clock can be advanced by 0 to 100 years, got {by}")
        clock.ahead += by
        clock.save(update_fields=["ahead"])
    return now()
