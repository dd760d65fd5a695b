"""The checks that tell careful work from careless, and how many guessers they pass."""

from collections.abc import Mapping

from evaluation.models import QUALITY, ControlText
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


def chance_of_passing(kind: str, n_works: int) -> float:
    """Probability that somebody who guesses passes the checks of so many works in a row."""
    return ranking_chance() ** n_works if kind == QUALITY else statements_chance(n_works)


def strengths_in_words(kind: str) -> str:
    """How strong a qualification test of this kind is, by how many works must pass."""
    told = ", ".join(f"{n}: {percent(chance_of_passing(kind, n), 1)}" for n in (1, 2, 3, 5))
    return f"Of {guessers(kind)} it lets through, with {told}."


def passing_in_words(kind: str, n_works: int) -> str:
    works = "one work" if n_works == 1 else f"{n_works} works"
    return (
        f"{works} must pass; {percent(chance_of_passing(kind, n_works), 1)} of {guessers(kind)} do"
    )


def guessers(kind: str) -> str:
    return "random raters" if kind == QUALITY else "guessers"


def percent(share: float, digits: int) -> str:
    return f"{share * 100:.{digits}f} %"
