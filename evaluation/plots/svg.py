"""The elements of an SVG drawing: text stays text, the same drawing gives the same bytes.

Only attributes, no style sheets: a strict content security policy changes nothing. Lightness and
shape tell everything, so that a plot reads in grey and in print.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from metrics.rounding import MISSING

INK, QUIET, LINE, PAPER, ACCENT = "#1d1f23", "#595d66", "#d9d4c7", "#ffffff", "#0b5f5c"
FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif"
WIDTH = 420
"""Of every plot: a column of a paper, and nearly a telephone."""
SIZE = 12
CHARACTER = 6.4
"""How wide a character of this size is, roughly."""


@dataclass
class Drawing:
    """Elements from the bottom up; `title` and `description` are what a screen reader says."""

    name: str
    title: str
    description: str
    height: float = 0
    defs: list[str] = field(default_factory=list)
    elements: list[str] = field(default_factory=list)

    def add(self, tag: str, inner: str = "", **attributes: object) -> None:
        self.elements.append(element(tag, inner, **attributes))

    def line(self, x1: float, y1: float, x2: float, y2: float, **attributes: object) -> None:
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"stroke": LINE, **attributes})

    def text(self, x: float, y: float, words: str, **attributes: object) -> None:
        self.add("text", clean(words), x=x, y=y, **{"fill": INK, **attributes})

    def label(self, x: float, y: float, words: str, most: float, **attributes: object) -> None:
        """Text that is cut where it would be wider than `most`; what was cut can be hovered."""
        n = int(most / CHARACTER)
        if len(words) <= n:
            self.text(x, y, words, **attributes)
            return
        inner = element("title", clean(words)) + clean(words[: n - 1] + "…")
        self.add("text", inner, x=x, y=y, **{"fill": INK, **attributes})

    def __str__(self) -> str:
        title, about = f"{self.name}-title", f"{self.name}-about"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {number(self.height)}" '
            f'width="{WIDTH}" height="{number(self.height)}" role="img" '
            f'aria-labelledby="{title} {about}" font-family="{FONT}" font-size="{SIZE}">',
            element("title", clean(self.title), id=title),
            element("desc", clean(self.description), id=about),
            *([element("defs", "".join(self.defs))] if self.defs else []),
            element("rect", width=WIDTH, height=self.height, fill=PAPER),
            *self.elements,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"


def element(tag: str, inner: str = "", **attributes: object) -> str:
    """An element; an underscore in the name of an attribute stands for a hyphen.

    >>> element("line", x1=0.12345, stroke_width=2)
    '<line x1="0.12" stroke-width="2"/>'
    """
    told = "".join(
        f" {name.replace('_', '-')}={quoteattr(clean_value(value))}"
        for name, value in attributes.items()
    )
    return f"<{tag}{told}>{inner}</{tag}>" if inner else f"<{tag}{told}/>"


def clean_value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)


def number(value: float) -> str:
    """Two decimals at most: what differs by less is drawn alike.

    >>> number(3.0), number(2.005), number(-0.001)
    ('3', '2', '0')
    """
    told = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if told == "-0" else told


def clean(words: str) -> str:
    """Text as XML may hold it: control characters are shown, not kept."""
    return escape(
        "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in words)
    )


def marker(kind: int, x: float, y: float, size: float = 4) -> str:
    """A mark of the kind: disc, open square, triangle, cross, ring, square, and again."""
    left, right, top, bottom = x - size, x + size, y - size, y + size
    open_ = {"fill": PAPER, "stroke": INK, "stroke_width": 1.5}
    box = {"x": left, "y": top, "width": 2 * size, "height": 2 * size}
    triangle = path((x, top), (right, bottom), (left, bottom))
    cross = path((left, top), (right, bottom)) + path((left, bottom), (right, top))
    tag, attributes = (
        ("circle", {"cx": x, "cy": y, "r": size, "fill": ACCENT}),
        ("rect", {**box, **open_}),
        ("path", {"d": triangle, "fill": INK}),
        ("path", {"d": cross, "stroke": INK, "stroke_width": 1.8}),
        ("circle", {"cx": x, "cy": y, "r": size, **open_}),
        ("rect", {**box, "fill": QUIET}),
    )[kind % 6]
    return element(tag, **attributes)


def path(*points: tuple[float, float]) -> str:
    """A path through these points.

    >>> path((0, 1), (2, 3.456))
    'M0 1L2 3.46'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def minus(printed: str) -> str:
    """A minus is longer than a hyphen.

    >>> minus("-0.05"), minus("--")
    ('−0.05', '--')
    """
    return printed if printed == MISSING else printed.replace("-", "\N{MINUS SIGN}")


def sentence(parts: Iterable[str]) -> str:
    return "; ".join(parts) + "."
