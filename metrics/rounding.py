"""How figures are printed: to so many decimals, ties away from zero.

Neither the paper nor its code says how ties were rounded, and no published figure settles it. Half
up is what a reader with a calculator gets; half to even, Python's own, would print 0.125 as 0.12.
A figure is first rounded to nine decimals, so that the noise of binary fractions decides no tie.
"""

from decimal import ROUND_HALF_UP, Decimal

MISSING = "--"
"""Printed for what is undefined or was not rated."""

_NOISE = Decimal("1e-9")


def rounded(value: float | None, places: int = 2) -> str:
    """Print a number to `places` decimals; None as `MISSING`.

    Examples
    --------
    >>> rounded(57.415), rounded(0.125), rounded(-1.785), rounded(-0.001), rounded(None)
    ('57.42', '0.13', '-1.79', '0.00', '--')
    """
    if value is None:
        return MISSING
    exact = Decimal(value).quantize(_NOISE)
    cut = exact.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return f"{abs(cut) if cut.is_zero() else cut}"


def bare(value: float | None) -> str:
    """Print a number as the paper prints coefficients, without the nought before the point.

    Examples
    --------
    >>> bare(0.666), bare(1.18), bare(-0.05), bare(None)
    ('.67', '1.18', '-.05', '--')
    """
    printed = rounded(value)
    if printed.startswith(("0.", "-0.")):
        return printed.replace("0.", ".", 1)
    return printed
