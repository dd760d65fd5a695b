"""A table of a paper before it is set out: figures with their n and interval, and how they print.

`metrics.table_formats` sets it out as text, LaTeX and CSV.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from metrics.rounding import rounded

Printer = Callable[[float | None], str]


@dataclass(frozen=True)
class Figure:
    """A number of a table.

    Attributes
    ----------
    value : float or None
        None where undefined.
    n : int or None
        What it rests on, None where that is not told.
    low, high : float or None
        Ends of its 95 % interval, where it has one.
    """

    value: float | None
    n: int | None = None
    low: float | None = None
    high: float | None = None


Figures = Mapping[tuple[str, ...], Figure]
NO_FIGURE = Figure(None)


@dataclass(frozen=True)
class PaperTable:
    """A table before it is set out.

    Attributes
    ----------
    name : str
        Of its file: "table-2".
    caption : str
    columns : pairs of a heading, shared by neighbours, and a subheading
    rows : pairs of a label and a figure for each column
    printed : how a figure is printed, or how in each column
    notes : lines below the table
    texts : a text below each row, or none at all
    """

    name: str
    caption: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[tuple[str, Sequence[Figure]]]
    printed: Printer | Sequence[Printer] = rounded
    notes: Sequence[str] = ()
    texts: Sequence[str] = ()

    @property
    def has_figures(self) -> bool:
        """Whether a single figure is defined."""
        return any(figure.value is not None for _, figures in self.rows for figure in figures)

    @property
    def has_intervals(self) -> bool:
        """Whether a single figure has an interval."""
        return any(figure.low is not None for _, figures in self.rows for figure in figures)

    def cells(self) -> list[list[str]]:
        """The figures of each row as printed.

        Examples
        --------
        >>> figures = [Figure(0.125), NO_FIGURE, Figure(1, low=0.5, high=2)]
        >>> PaperTable("t", "", [("", name) for name in "abc"], [("x", figures)]).cells()
        [['0.13', '--', '1.00 [0.50, 2.00]']]
        """
        each = [self.printed] * len(self.columns) if callable(self.printed) else self.printed
        return [
            [_printed(figure, printer) for figure, printer in zip(figures, each, strict=True)]
            for _, figures in self.rows
        ]


def _printed(figure: Figure, printer: Printer) -> str:
    value = printer(figure.value)
    if figure.low is None or figure.high is None:
        return value
    return f"{value} [{printer(figure.low)}, {printer(figure.high)}]"
