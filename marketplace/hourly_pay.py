"""Pay by the hour. Pure."""

from decimal import Decimal


def per_hour(amount: Decimal, seconds: float) -> Decimal | None:
    """What an amount makes an hour; None where there is no time to speak of.

    >>> per_hour(Decimal("0.50"), 180), per_hour(Decimal("0.50"), 0.4)
    (Decimal('10.00'), None)
    """
    if seconds < 1:
        return None
    return (amount * 3600 / Decimal(str(seconds))).quantize(Decimal("0.01"))
