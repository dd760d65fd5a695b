"""The terms of a task in a worker's words: pay and time."""

from decimal import Decimal
from typing import TYPE_CHECKING

from django import template

from marketplace.hourly_pay import per_hour
from marketplace.policy import Switch, Value

if TYPE_CHECKING:
    from marketplace.models import Assignment

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
def pay(assignment: "Assignment") -> Decimal:
    """What the worker gets for it as things stand: nothing for work rejected or not handed in."""
    unpaid = (*assignment.LEFT, assignment.State.REJECTED)
    return Decimal("0.00") if assignment.state in unpaid else assignment.hit.hit_type.reward


@register.filter
def hourly(assignment: "Assignment") -> Decimal | None:
    """Its pay by the hour, from accepting to handing in; None for what was not handed in."""
    return per_hour(pay(assignment), assignment.worked_s)


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


@register.filter
def as_said(value: Value, switch: Switch) -> str:
    """The value of a switch as people say it.

    >>> as_said(True, Switch("A", False, "")), as_said(5400, Switch("A_S", 60, ""))
    ('on', '5400 (1 h 30 min)')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value} ({duration(value)})" if switch.name.endswith("_S") else str(value)
