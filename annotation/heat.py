"""The heat map's levels: how dark a token is, by how many annotators marked it.

Levels are the distinct positive counts of the document, from the lightest up: relative to the
document and defined also when all counts are equal. Level 0 is plain text.
"""

from collections.abc import Sequence
from dataclasses import dataclass

N_SHADES = 10
"""Shades the style sheets know; with more levels than this, neighbouring ones share a shade."""


@dataclass(frozen=True)
class LegendEntry:
    """A shade, the highest level it shows, and the counts it stands for, both inclusive."""

    shade: int
    fewest: int
    most: int
    level: int = 0

    def __str__(self) -> str:
        """
        >>> print(LegendEntry(5, 7, 10)); print(LegendEntry(1, 1, 1))
        marked by 7 to 10 readers
        marked by 1 reader
        """
        if self.fewest < self.most:
            return f"marked by {self.fewest} to {self.most} readers"
        return f"marked by {self.most} reader{'s' if self.most > 1 else ''}"


def heat_levels(counts: Sequence[int]) -> list[int]:
    """The level of every token: 0 where nobody marked it, else 1..L.

    >>> heat_levels([0, 3, 9, 3, 1])
    [0, 2, 3, 2, 1]
    """
    distinct = sorted({count for count in counts if count > 0})
    level_of = {count: level for level, count in enumerate(distinct, start=1)}
    return [level_of.get(count, 0) for count in counts]


def shade(level: int, n_levels: int, n_shades: int = N_SHADES) -> int:
    """The shade of a level, 0 for plain text; the highest level is always the darkest.

    >>> [shade(level, 2) for level in (0, 1, 2)], [shade(level, 20) for level in (1, 2, 3, 20)]
    ([0, 5, 10], [1, 1, 2, 10])
    """
    return -(-level * n_shades // n_levels) if level else 0


def legend(counts: Sequence[int], n_shades: int = N_SHADES) -> list[LegendEntry]:
    """What every shade in use means, the darkest first."""
    distinct = sorted({count for count in counts if count > 0})
    entries: dict[int, LegendEntry] = {}
    for level, count in enumerate(distinct, start=1):
        key = shade(level, len(distinct), n_shades)
        fewest = entries[key].fewest if key in entries else count
        entries[key] = LegendEntry(key, fewest, count, level)
    return [entries[key] for key in sorted(entries, reverse=True)]
