"""Means or differences with their intervals: a line each, in groups, labelled directly."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from evaluation.plots.axis import Axis, tick
from evaluation.plots.svg import CHARACTER, INK, QUIET, WIDTH, Drawing, marker, minus, sentence
from metrics.rounding import rounded

# The column of labels is between these two, as wide as the longest of them wants.
LABEL, LABEL_MOST = 148, 212
VALUE, ROW, HEAD, FOOT = 66, 21, 27, 40


@dataclass(frozen=True)
class Interval:
    """`kind` chooses the mark: the same system has the same one everywhere."""

    label: str
    value: float
    low: float | None
    high: float | None
    kind: int = 0


Group = tuple[str, Sequence[Interval]]


def interval_plot(
    name: str, title: str, groups: Sequence[Group], *, unit: str, zero: bool = False
) -> str:
    """Draw groups of intervals over one axis; with `zero`, that stands out."""
    every = [row for _, rows in groups for row in rows]
    ends = [end for row in every for end in (row.value, row.low, row.high) if end is not None]
    wanted = 8 + ceil(CHARACTER * max((len(row.label) for row in every), default=0))
    start = min(LABEL_MOST, max(LABEL, wanted)) + 8
    axis = Axis.over([*ends, 0.0] if zero else ends, start, WIDTH - VALUE - 8)
    told = [f"{head}: {', '.join(map(in_words, rows))}" for head, rows in groups]
    drawing = Drawing(name, title, sentence([unit, *told]))
    bottom = sum(HEAD + ROW * len(rows) for _, rows in groups) + 6
    drawing.height = bottom + FOOT
    for value in axis.ticks():
        x = axis.at(value)
        is_zero = zero and abs(value) < axis.step / 2
        drawing.line(x, 18, x, bottom, **({"stroke": QUIET} if is_zero else {}))
        drawing.text(x, bottom + 15, tick(value), fill=QUIET, text_anchor="middle")
    drawing.text((axis.start + axis.end) / 2, bottom + 32, unit, fill=QUIET, text_anchor="middle")
    y = 0.0
    for head, rows in groups:
        drawing.label(2, y + 17, head, WIDTH, font_weight=600)
        y += HEAD
        for row in rows:
            _draw(drawing, axis, row, y + ROW / 2)
            y += ROW
    return str(drawing)


def _draw(drawing: Drawing, axis: Axis, row: Interval, y: float) -> None:
    drawing.label(8, y + 4, row.label, axis.start - 16)
    if row.low is not None and row.high is not None:
        low, high = axis.at(row.low), axis.at(row.high)
        drawing.line(low, y, high, y, stroke=INK, stroke_width=1.5)
        for end in (low, high):
            drawing.line(end, y - 3.5, end, y + 3.5, stroke=INK, stroke_width=1.5)
    drawing.elements.append(marker(row.kind, axis.at(row.value), y))
    drawing.text(WIDTH - 2, y + 4, minus(rounded(row.value)), text_anchor="end")


def in_words(row: Interval) -> str:
    value = f"{row.label} {rounded(row.value)}"
    if row.low is None or row.high is None:
        return value
    return f"{value} ({rounded(row.low)} to {rounded(row.high)})"
