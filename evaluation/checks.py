"""The checks that tell careful work from careless (A-18, A-23).

Whoever guesses passes one True/False statement with 1/2. Of three different numbers in random
order one in six stands right; with ties, of 100 steps, C(100,3)/100^3 = 16.17 % do.
"""

from collections.abc import Mapping

from evaluation.models import ControlText

BAD, MEDIOCRE, GOOD = (
    ControlText.Role.BAD.value,
    ControlText.Role.MEDIOCRE.value,
    ControlText.Role.GOOD.value,
)


def ranking_passed(values: Mapping[str, int]) -> bool:
    """Whether the controls were rated bad < mediocre < good, strictly; `values` by role.

    >>> ranking_passed({"bad": 1, "mediocre": 50, "good": 51})
    True
    >>> ranking_passed({"bad": 50, "mediocre": 50, "good": 51})
    False
    """
    return values[BAD] < values[MEDIOCRE] < values[GOOD]
