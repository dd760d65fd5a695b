"""Numbers as words: money, durations, shares and deadlines, the same on every staff page."""

from datetime import datetime, timedelta
from decimal import Decimal

from django import template
from django.utils import timezone

register = template.Library()


@register.filter
def usd(amount: Decimal | int | None) -> str:
    """1234.5 -> '1,234.50 USD'."""
    return "" if amount is None else f"{Decimal(amount):,.2f} USD"


@register.filter
def amount(value: Decimal | int | None) -> str:
    """1234.5 -> '1,234.50', for a column whose header names the unit."""
    return "" if value is None else f"{Decimal(value):,.2f}"


@register.filter
def duration(seconds: int | None) -> str:
    """5400 -> '1 h 30 min'; the two largest units, nothing smaller."""
    if seconds is None:
        return ""
    units = (("d", 86400), ("h", 3600), ("min", 60), ("s", 1))
    left, words = int(seconds), []
    for name, size in units:
        if left >= size:
            words.append(f"{left // size} {name}")
            left %= size
    return " ".join(words[:2]) or "0 s"


@register.filter
def time_left(deadline: datetime | None) -> str:
    """'2 d 3 h left', or 'passed 5 min ago'."""
    if deadline is None:
        return ""
    left = (deadline - timezone.now()) / timedelta(seconds=1)
    return f"{duration(left)} left" if left > 0 else f"passed {duration(-left)} ago"


@register.filter
def percent(share: float | None) -> str:
    """0.3821 -> '38.2 %'; undefined stays undefined."""
    return "undefined" if share is None else f"{share * 100:.1f} %"


@register.filter
def score(value: float | None) -> str:
    """0.0794 -> '7.94', as the paper's tables print scores; undefined stays undefined."""
    return "undefined" if value is None else f"{value * 100:.2f}"
