"""Summaries dealt out to sheets: a sheet is what one worker judges for fluency or clarity at once.

On a sheet all articles differ and the systems are in balance. The sheets of a block hold the same
articles, each time by other systems, so that a worker who did one has met all of the block, and
nothing of any other block.
"""

from collections.abc import Sequence
from random import Random

Sheet = list[tuple[int, int]]
"""(document, system) of each summary."""


def deal(
    documents: Sequence[int], systems: Sequence[int], n_summaries: int, rng: Random
) -> list[Sheet]:
    """Deal every document of every system to one sheet of at most `n_summaries`.

    Blocks, and so sheets, are as equal in size as can be: nine articles make sheets of five and of
    four, and no sheet is topped up with summaries that are judged already.

    >>> deal([1, 2], [8, 9], 2, Random(1))
    [[(2, 9), (1, 8)], [(2, 8), (1, 9)]]
    """
    order = list(documents)
    rng.shuffle(order)
    sheets = []
    for block in _blocks(order, n_summaries):
        turn = list(systems)
        rng.shuffle(turn)
        for first in range(len(turn)):
            sheets.append(
                [
                    (document, turn[(place + first) % len(turn)])
                    for place, document in enumerate(block)
                ]
            )
    return sheets


def _blocks(order: list[int], size: int) -> list[list[int]]:
    n_blocks = -(-len(order) // size)
    smaller, larger = divmod(len(order), n_blocks)
    blocks, start = [], 0
    for number in range(n_blocks):
        end = start + smaller + (number < larger)
        blocks.append(order[start:end])
        start = end
    return blocks
