"""Parts of a whole as bars side by side, told apart by lightness and hatching."""

from collections.abc import Sequence

from evaluation.plots.svg import INK, LINE, PAPER, QUIET, WIDTH, Drawing, element, sentence

LABEL, ROW, BAR, KEY = 148, 28, 18, 20
FEWEST_PX = 26
"""Of a part that has room for its number."""
ON_DARK = {0}

Row = tuple[str, Sequence[float | None]]


def share_plot(name: str, title: str, parts: Sequence[str], rows: Sequence[Row]) -> str:
    """Draw a bar for each row; undefined parts are left out."""
    told = [f"{label}: {', '.join(_in_words(parts, shares))}" for label, shares in rows]
    drawing = Drawing(name, title, sentence(told))
    drawing.defs = [_hatching(name, number) for number in range(len(parts))]
    drawing.height = 8 + KEY * len(parts) + 8 + ROW * len(rows)
    for number, part in enumerate(parts):
        y = 4 + KEY * number
        drawing.elements += _part(name, number, LABEL, y, 26)
        drawing.text(LABEL + 34, y + 13, part)
    top = 8 + KEY * len(parts) + 4
    for place, (label, shares) in enumerate(rows):
        y, x = top + ROW * place, float(LABEL)
        drawing.label(2, y + 13, label, LABEL - 8)
        for number, share in enumerate(shares):
            width = (WIDTH - LABEL - 2) * (share or 0)
            if width > 0.5:
                drawing.elements += _part(name, number, x, y, width)
                if width >= FEWEST_PX:
                    _number(drawing, x + width / 2, y + 13, share or 0, number in ON_DARK)
            x += width
    return str(drawing)


def _number(drawing: Drawing, x: float, y: float, share: float, is_dark: bool) -> None:
    told = f"{100 * share:.0f}"
    if not is_dark:
        wide = 7.0 * len(told) + 4
        drawing.add("rect", x=x - wide / 2, y=y - 11, width=wide, height=14, fill=PAPER)
    drawing.text(x, y, told, text_anchor="middle", fill=PAPER if is_dark else INK)


def _part(name: str, number: int, x: float, y: float, width: float) -> list[str]:
    fill = f"url(#{name}-{number})"
    box = {"x": x, "y": y, "width": width, "height": BAR}
    return [element("rect", **box, fill=fill, stroke=INK, stroke_width=0.75)]


def _hatching(name: str, number: int) -> str:
    """Solid, stripes up, dots, stripes down, and empty."""
    lines = (
        [element("rect", width=8, height=8, fill=INK)],
        [element("path", d="M0 8L8 0M-2 2L2 -2M6 10L10 6", stroke=INK, stroke_width=1.6)],
        [element("circle", cx=2, cy=2, r=1.2, fill=INK), element("circle", cx=6, cy=6, r=1.2)],
        [element("path", d="M0 0L8 8M-2 6L2 10M6 -2L10 2", stroke=QUIET, stroke_width=1)],
        [],
    )[number % 5]
    base = element("rect", width=8, height=8, fill=LINE if number % 5 == 3 else PAPER)
    size = {"width": 8, "height": 8, "patternUnits": "userSpaceOnUse"}
    return element("pattern", base + "".join(lines), id=f"{name}-{number}", **size)


def _in_words(parts: Sequence[str], shares: Sequence[float | None]) -> list[str]:
    return [
        f"{part} {'undefined' if share is None else f'{100 * share:.0f} %'}"
        for part, share in zip(parts, shares, strict=True)
    ]
