"""Sets out a `metrics.result_table.PaperTable` as plain text, LaTeX or CSV.

Text and LaTeX hold the cells as printed, and under each row the n of its cells; CSV has a line a
cell, with the value to its last digit, the printed one and n.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import groupby
from textwrap import fill

from metrics.result_table import Figure, PaperTable
from metrics.rounding import MISSING

N_LABEL = "  n"
_INDENT = " " * 4


def as_text(table: PaperTable) -> str:
    """Set out a table in columns of one width.

    Examples
    --------
    >>> print(as_text(PaperTable("t", "Caption.", [("All", "Prec")], [("x", [Figure(1.5, 3)])])))
    Caption.
    <BLANKLINE>
          All
         Prec
    x    1.50
      n     3
    """
    lines = [["", *(heading for heading, _ in table.columns)], ["", *(s for _, s in table.columns)]]
    for (label, figures), cells, text in _rows(table):
        lines.append([_plain(label), *cells])
        if _is_counted(figures):
            lines.append([N_LABEL, *map(_count, figures)])
        if text:
            lines.append([text])
    columns = zip(*(line for line in lines if len(line) > 1), strict=True)
    widths = [max(map(len, column)) for column in columns]
    told = [
        _line(line, widths)
        if len(line) > 1
        else fill(_plain(line[0]), 96, initial_indent=_INDENT, subsequent_indent=_INDENT)
        for line in lines
        if any(line)
    ]
    return "\n".join([table.caption, "", *told, *(["", *table.notes] if table.notes else [])])


def as_latex(table: PaperTable) -> str:
    r"""Set out a table for LaTeX with the package booktabs.

    Examples
    --------
    >>> table = PaperTable("t", "50 %.", [("", "Rec")], [("a_b", [Figure(-1.5, 3)])])
    >>> print(as_latex(table).splitlines()[-7])
    a\_b & $-1.50$ \\
    """
    return "\n".join(_latex_lines(table))


def as_csv(table: PaperTable) -> str:
    r"""Set out a table with a line for each of its cells.

    Examples
    --------
    >>> as_csv(PaperTable("t", "", [("All", "Prec")], [("x", [Figure(0.125, 3)])]))
    'row,heading,column,value,printed,n\nx,All,Prec,0.125,0.13,3\n'
    """
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    more = ["low", "high"] * table.has_intervals + ["text"] * bool(table.texts)
    writer.writerow(["row", "heading", "column", "value", "printed", "n", *more])
    for (label, figures), cells, text in _rows(table):
        for column, figure, printed in zip(table.columns, figures, cells, strict=True):
            ends = [_exact(figure.low), _exact(figure.high)] * table.has_intervals
            told = [label, *column, _exact(figure.value), printed, _count(figure)]
            writer.writerow([*told, *ends, *[text] * bool(table.texts)])
    return file.getvalue()


def _rows(table: PaperTable) -> Iterator[tuple[tuple[str, Sequence[Figure]], list[str], str]]:
    """Each row with its cells as printed and its text."""
    texts = table.texts or [""] * len(table.rows)
    return zip(table.rows, table.cells(), texts, strict=True)


def _exact(value: float | None) -> str:
    return "" if value is None else repr(value)


def _latex_lines(table: PaperTable) -> Iterator[str]:
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}"
    yield r"\toprule"
    if any(heading for heading, _ in table.columns):
        spans = [(heading, len(list(g))) for heading, g in groupby(h for h, _ in table.columns)]
        yield _row("", *(rf"\multicolumn{{{n}}}{{c}}{{{_tex(h)}}}" for h, n in spans))
    yield _row("", *(_tex(subheading) for _, subheading in table.columns))
    yield r"\midrule"
    for (label, figures), cells, text in _rows(table):
        yield _row(_tex(label), *map(_signed, cells))
        if _is_counted(figures):
            yield _row(r"\quad\scriptsize $n$", *(rf"\scriptsize {_count(f)}" for f in figures))
        if text:
            wide = rf"\multicolumn{{{len(cells) + 1}}}{{p{{0.9\linewidth}}}}"
            yield rf"{wide}{{\quad\small\textit{{{_tex(text)}}}}} \\"
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield rf"\caption{{{' '.join(_tex(line) for line in (table.caption, *table.notes))}}}"
    yield rf"\label{{tab:{table.name}}}"
    yield r"\end{table}"


def _signed(cell: str) -> str:
    """A minus is longer than a hyphen."""
    return f"${cell}$" if "-" in cell.replace(MISSING, "") else cell


def _row(*cells: str) -> str:
    return " & ".join(cells) + r" \\"


def _line(cells: list[str], widths: list[int]) -> str:
    if len(cells) == 1:
        return fill(_plain(cells[0]), 96, initial_indent=_INDENT, subsequent_indent=_INDENT)
    figures = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([cells[0].ljust(widths[0]), *figures]).rstrip()


def _is_counted(figures: Iterable[Figure]) -> bool:
    return any(figure.n is not None for figure in figures)


def _count(figure: Figure) -> str:
    return "" if figure.n is None else str(figure.n)


def _plain(name: str) -> str:
    return name if name.isprintable() else repr(name)


_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


def _tex(text: str) -> str:
    return "".join(_TEX.get(sign, sign) for sign in _plain(text))
