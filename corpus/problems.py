"""What is wrong with a corpus file, collected so that all of it is told at once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

MOST_KEPT = 1000
"""A file that is no corpus at all has a problem in every line; more than these are only counted."""


@dataclass(frozen=True)
class Problem:
    """One thing to mend: where (a row or a file of the source), in which field, and why."""

    place: str
    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {_about(self.field, self.message)}"


class LoadError(Exception):
    """A corpus cannot be loaded; `problems` holds the reasons and nothing was written."""

    def __init__(self, problems: Iterable[Problem], n_more: int = 0) -> None:
        self.problems = list(problems)
        self.n_more = n_more
        lines = [str(problem) for problem in self.problems]
        if n_more:
            lines.append(f"... and {n_more:,} problems more")
        super().__init__("\n".join(lines))


class RowErrors(Exception):
    """What is wrong with one row: pairs of a field (empty: the whole row) and a message."""

    def __init__(self, *errors: tuple[str, str]) -> None:
        self.errors = list(errors)
        super().__init__("; ".join(_about(*error) for error in errors))


class RowChecks:
    """Reads on after a wrong field, so that a row tells everything that is wrong with it.

    >>> checks = RowChecks()
    >>> with checks.next():
    ...     raise RowErrors(("id", "is missing"))
    >>> checks.finish()
    Traceback (most recent call last):
    corpus.problems.RowErrors: 'id' is missing
    """

    def __init__(self) -> None:
        self.errors: list[tuple[str, str]] = []

    @contextmanager
    def next(self, remark: str = "") -> Iterator[None]:
        """Note the errors raised inside and go on after the block."""
        try:
            yield
        except RowErrors as wrong:
            self.errors += [(field, message + remark) for field, message in wrong.errors]

    def finish(self) -> None:
        """Raise RowErrors if anything was wrong; what was read may be used after this."""
        if self.errors:
            raise RowErrors(*self.errors)


class Problems:
    """The problems of one source, and the fields it has that nobody reads."""

    def __init__(self) -> None:
        self.kept: list[Problem] = []
        self.n_more = 0
        self.ignored_fields: dict[str, int] = {}

    def add(self, place: str, message: str, field: str = "") -> None:
        if len(self.kept) < MOST_KEPT:
            self.kept.append(Problem(place, field, message))
        else:
            self.n_more += 1

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """Note what is wrong with the fields read inside and go on after the block."""
        checks = RowChecks()
        with checks.next():
            yield
        for field, message in checks.errors:
            self.add(place, message, field)

    def ignore(self, fields: Iterable[str]) -> None:
        for field in fields:
            self.ignored_fields[field] = self.ignored_fields.get(field, 0) + 1

    def raise_any(self) -> None:
        if self.kept:
            raise LoadError(self.kept, self.n_more)


def _about(field: str, message: str) -> str:
    return f"'{field}' {message}" if field else message


def shown(value: Any) -> str:
    """A value as an error message quotes it: at most 60 characters.

    >>> shown("maybe"), shown("x" * 100)[-5:]
    ("'maybe'", "xx...")
    """
    text = repr(value[:61] if isinstance(value, str | bytes) else value)
    return text if len(text) <= 62 else text[:57] + "..."
