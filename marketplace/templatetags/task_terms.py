"""The terms of a task in a worker's words: pay and time."""

from decimal import Decimal

from django import template

register = template.Library()

UNITS = (("day", 86_400), ("h", 3_600), ("min", 60), ("s", 1))


@register.filter
def usd(amount: Decimal) -> str:
    """An amount with its unit: `0.50 USD`.

    >>> usd(Decimal("0.5"))
    '0.50 USD'
    """
    return f"{amount:,.2f} USD"


@register.filter
def duration(seconds: int) -> str:
    """A length of time in its two largest units.

    >>> duration(5400), duration(86_461), duration(0)
    ('1 h 30 min', '1 day', '0 s')
    """
    left = int(seconds)
    counts = []
    for name, length in UNITS:
        counts.append((left // length, name))
        left %= length
    first = next((i for i, (count, _) in enumerate(counts) if count), len(counts) - 1)
    words = [
        f"{count} {name}{'s' if name == 'day' and count > 1 else ''}"
        for i, (count, name) in enumerate(counts[first : first + 2])
        if count or i == 0
    ]
    return " ".join(words)
