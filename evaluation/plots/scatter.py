"""Two measures of summaries against each other, a kind of mark for each system."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.plots.axis import Axis, tick
from evaluation.plots.svg import QUIET, WIDTH, Drawing, marker

LEFT, TOP, SIDE, FOOT, KEY = 52, 8, 356, 44, 20


@dataclass(frozen=True)
class Series:
    """The summaries of a system as points; `told` stands beside the name in the key."""

    label: str
    points: Sequence[tuple[float, float]]
    told: str = ""


def scatter_plot(
    name: str,
    title: str,
    series: Sequence[Series],
    *,
    x_title: str,
    y_title: str,
    diagonal: bool = False,
) -> str:
    """Draw the points of every series; with `diagonal`, both axes are one and equality is drawn."""
    points = [point for each in series for point in each.points]
    x_values, y_values = ([p[0] for p in points], [p[1] for p in points])
    if diagonal:
        x_values = y_values = x_values + y_values
    x_axis = Axis.over(x_values, LEFT, LEFT + SIDE)
    y_axis = Axis.over(y_values, TOP + SIDE, TOP)
    drawing = Drawing(name, title, _in_words(series, x_title, y_title))
    drawing.height = TOP + SIDE + FOOT + KEY * len(series)
    for value in x_axis.ticks():
        x = x_axis.at(value)
        drawing.line(x, TOP, x, TOP + SIDE)
        drawing.text(x, TOP + SIDE + 16, tick(value), fill=QUIET, text_anchor="middle")
    for value in y_axis.ticks():
        y = y_axis.at(value)
        drawing.line(LEFT, y, LEFT + SIDE, y)
        drawing.text(LEFT - 6, y + 4, tick(value), fill=QUIET, text_anchor="end")
    if diagonal:
        drawing.line(LEFT, TOP + SIDE, LEFT + SIDE, TOP, stroke=QUIET, stroke_dasharray="4 4")
    drawing.text(LEFT + SIDE / 2, TOP + SIDE + 34, x_title, fill=QUIET, text_anchor="middle")
    at = f"rotate(-90 12 {TOP + SIDE // 2})"
    drawing.text(12, TOP + SIDE / 2, y_title, fill=QUIET, text_anchor="middle", transform=at)
    for kind, each in enumerate(series):
        drawing.elements += [marker(kind, x_axis.at(x), y_axis.at(y), 3.2) for x, y in each.points]
        y = TOP + SIDE + FOOT + KEY * kind + 6
        drawing.elements.append(marker(kind, LEFT + 6, y))
        drawing.label(LEFT + 18, y + 4, f"{each.label}  {each.told}".strip(), WIDTH - LEFT - 20)
    return str(drawing)


def _in_words(series: Sequence[Series], x_title: str, y_title: str) -> str:
    told = [f"{each.label}: {len(each.points)} summaries {each.told}".strip() for each in series]
    return f"{y_title} against {x_title}. {'; '.join(told)}."
