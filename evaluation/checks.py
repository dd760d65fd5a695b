"""The checks that tell careful work from careless, and how many guessers they pass."""

from collections.abc import Mapping

from evaluation.models import ControlText
from metrics.checks import ranking_chance, statements_chance

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


def ranking_in_words() -> str:
    once = ranking_chance()
    return (
        "Work counts only if its controls are rated bad < mediocre < good. Of random raters "
        f"{percent(once, 2)} pass, and {percent(once**2, 1)} twice in a row."
    )


def statement_in_words() -> str:
    return (
        "Work counts only if one True/False statement is answered right. Of guessers "
        f"{percent(statements_chance(1), 0)} pass; with three statements it would be "
        f"{percent(statements_chance(3), 1)}."
    )


def percent(share: float, digits: int) -> str:
    return f"{share * 100:.{digits}f} %"
