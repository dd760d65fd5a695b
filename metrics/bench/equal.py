"""Whether the arrays and plain Python score the same: a race between different works is none."""

from collections.abc import Sequence
from math import isclose

from metrics.bench.plain import PlainScore
from metrics.hrouge import or_none
from metrics.scorer import ChunkScores


def check_equal(ours: ChunkScores, plain: Sequence[dict[int, list[PlainScore]]]) -> None:
    """Raise ValueError unless both gave the same scores, undefined ones included, to 1e-12."""
    for n, hrouge in ours.hrouge.items():
        rouge = ours.rouge[n]
        columns = (hrouge.precision, hrouge.recall, rouge.precision, rouge.recall)
        fast = zip(*(map(or_none, column.tolist()) for column in columns), strict=True)
        slow = (score for document in plain for score in document[n])
        for mine, theirs in zip(fast, slow, strict=True):
            if not all(map(_same, mine, theirs)):
                raise ValueError(f"scores differ for n={n}: {mine} and {theirs}")


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return isclose(one, other, rel_tol=0, abs_tol=1e-12)
