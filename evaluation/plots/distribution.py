"""How ratings are distributed over the scale: a row of ten bars each, all to one measure."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.plots.svg import INK, LINE, QUIET, WIDTH, Drawing, element, sentence

LABEL, VALUE, ROW, HEAD, FOOT, BARS = 148, 66, 36, 27, 40, 28


@dataclass(frozen=True)
class Distribution:
    """Numbers of ratings in equal steps of the scale."""

    label: str
    counts: Sequence[int]


Group = tuple[str, Sequence[Distribution]]


def distribution_plot(
    name: str, title: str, groups: Sequence[Group], *, steps: Sequence[str], unit: str
) -> str:
    """Draw the share of the ratings in every step; `steps` are their names."""
    told = [
        f"{head}, {row.label}: " + ", ".join(map(in_words, steps, shares_of(row)))
        for head, rows in groups
        for row in rows
    ]
    drawing = Drawing(name, title, sentence([unit, *told]))
    most = max((share for _, rows in groups for row in rows for share in shares_of(row)), default=1)
    bottom = sum(HEAD + ROW * len(rows) for _, rows in groups) + 4
    drawing.height = bottom + FOOT
    left, right = LABEL + 8, WIDTH - VALUE - 8
    width = (right - left) / len(steps)
    y = 0.0
    for head, rows in groups:
        drawing.label(2, y + 17, head, WIDTH, font_weight=600)
        y += HEAD
        for row in rows:
            y += ROW
            drawing.label(8, y - 8, row.label, LABEL - 8)
            drawing.line(left, y - 3, right, y - 3, stroke=LINE)
            bars = [
                element(
                    "rect",
                    x=left + i * width + 1,
                    y=y - 3 - BARS * share / most,
                    width=width - 2,
                    height=BARS * share / most,
                    fill=QUIET,
                )
                for i, share in enumerate(shares_of(row))
                if share
            ]
            drawing.elements += bars
            drawing.text(WIDTH - 2, y - 8, f"{sum(row.counts):,}", fill=INK, text_anchor="end")
    for i in (0, len(steps) // 2 - 1, len(steps) - 1):
        x = left + (i + 0.5) * width
        drawing.text(x, bottom + 14, steps[i], fill=QUIET, text_anchor="middle")
    drawing.text((left + right) / 2, bottom + 32, unit, fill=QUIET, text_anchor="middle")
    drawing.text(WIDTH - 2, bottom + 14, "n", fill=QUIET, text_anchor="end")
    return str(drawing)


def shares_of(row: Distribution) -> list[float]:
    every = sum(row.counts)
    return [count / every if every else 0.0 for count in row.counts]


def in_words(step: str, share: float) -> str:
    return f"{step} {100 * share:.0f} %"
