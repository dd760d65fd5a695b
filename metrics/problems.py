"""What is wrong with input files, gathered so that all of it is told together."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from reprlib import Repr

MOST_TOLD = 50
"""How many problems of one file are told; the rest are counted."""

_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 70
_REPR.maxlist = _REPR.maxdict = 4


class BadFiles(Exception):
    """The input cannot be used; the text has one line for each problem, "file:line: ..."."""


class Problems:
    """Problems of some files, told file by file as they were named, then line by line.

    Examples
    --------
    >>> problems = Problems(["a.jsonl"])
    >>> problems.add("a.jsonl", 3, f"'id' must be a non-empty string, got {shown(17)}")
    >>> problems.raise_if_any()
    Traceback (most recent call last):
    metrics.problems.BadFiles: a.jsonl:3: 'id' must be a non-empty string, got 17
    """

    def __init__(self, files: Iterable[str]) -> None:
        self._found: dict[str, list[tuple[int, str]]] = {file: [] for file in files}
        self._untold = dict.fromkeys(self._found, 0)

    def add(self, file: str, line: int, message: str) -> None:
        """Note a problem; line 0 is the file itself."""
        if len(self._found[file]) < MOST_TOLD:
            self._found[file].append((line, message))
        else:
            self._untold[file] += 1

    @contextmanager
    def noted(self, file: str, line: int) -> Iterator[None]:
        """Note a ValueError raised inside as a problem of this line, and go on after it."""
        try:
            yield
        except ValueError as error:
            self.add(file, line, str(error))

    def of(self, file: str) -> bool:
        """Whether this file has a problem."""
        return bool(self._found[file])

    def raise_if_any(self) -> None:
        """Raise BadFiles with everything found, if anything was."""
        told = []
        for file, found in self._found.items():
            for line, message in sorted(found):
                told.append(f"{file}:{line}: {message}" if line else f"{file}: {message}")
            if self._untold[file]:
                told.append(f"{file}: and {self._untold[file]} more")
        if told:
            raise BadFiles("\n".join(told))


def shown(value: object) -> str:
    """Show a value for an error message, on one line and not too long.

    Examples
    --------
    >>> shown(["a", "b", "c", "d", "e"])
    "['a', 'b', 'c', 'd', ...]"
    """
    return _REPR.repr(value)
