"""Sets out a `metrics.paper_tables.PaperTable` as plain text, LaTeX or CSV.

Text and LaTeX hold the cells as printed, and under each row the n of its cells; CSV has a line a
cell, with the value to its last digit, the printed one and n.
"""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import groupby

from metrics.paper_tables import Figure, PaperTable

N_LABEL = "  n"


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
    for (label, figures), cells in zip(table.rows, table.cells(), strict=True):
        lines.append([_plain(label), *cells])
        if _is_counted(figures):
            lines.append([N_LABEL, *map(_count, figures)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    told = [_line(line, widths) for line in lines if any(line)]
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
    writer.writerow(["row", "heading", "column", "value", "printed", "n"])
    for (label, figures), cells in zip(table.rows, table.cells(), strict=True):
        for column, figure, printed in zip(table.columns, figures, cells, strict=True):
            value = "" if figure.value is None else repr(figure.value)
            writer.writerow([label, *column, value, printed, _count(figure)])
    return file.getvalue()


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
    for (label, figures), cells in zip(table.rows, table.cells(), strict=True):
        yield _row(_tex(label), *(f"${c}$" if c[0] == "-" != c[1] else c for c in cells))
        if _is_counted(figures):
            yield _row(r"\quad\scriptsize $n$", *(rf"\scriptsize {_count(f)}" for f in figures))
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield rf"\caption{{{' '.join(_tex(line) for line in (table.caption, *table.notes))}}}"
    yield rf"\label{{tab:{table.name}}}"
    yield r"\end{table}"


def _row(*cells: str) -> str:
    return " & ".join(cells) + r" \\"


def _line(cells: list[str], widths: list[int]) -> str:
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
