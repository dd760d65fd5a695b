"""Who may judge what: the choice of an item for a worker who begins, as a pure function.

The rules are hard; where nothing obeys them there is no work, and the worker is told why:

- an item is given to so many judges as are wanted, and no more;
- a worker meets an article once in a study, in whatever context;
- of no system is a worker given two summaries more than of another.

Among what the rules allow, the items with the fewest judges come first; then the seed decides.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random


class NoWork(Exception):
    """There is nothing this worker may judge in this batch; nothing is stored."""


class NothingLeft(NoWork):
    """Every judgment wanted has been made, or is being made by somebody."""


class AllMet(NoWork):
    """What is left is about articles this worker has met."""


class YourShareIsDone(NoWork):
    """What is left is by systems this worker was given more often than others."""


@dataclass(frozen=True)
class Candidate:
    """An item that still wants judges: its articles, and the system of each of its summaries."""

    item_id: int
    documents: frozenset[int]
    systems: tuple[int, ...]
    n_judges: int = 0


@dataclass(frozen=True)
class History:
    """What a worker has met in the study, and was given of each system under the same question."""

    documents: frozenset[int] = frozenset()
    given: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Choice:
    """The item drawn, and the ids of those among which it was drawn, ascending."""

    item_id: int
    drawn_from: list[int]


def choose(
    candidates: Sequence[Candidate], history: History, systems: Collection[int], rng: Random
) -> Choice:
    """Draw an item; raises NothingLeft, AllMet or YourShareIsDone.

    `systems` are all systems of the batch, also those of which nothing is left.
    """
    if not candidates:
        raise NothingLeft
    unmet = [each for each in candidates if history.documents.isdisjoint(each.documents)]
    if not unmet:
        raise AllMet
    given = {system: history.given.get(system, 0) for system in systems}
    fair = [each for each in unmet if keeps_balance(given, each.systems)]
    if not fair:
        raise YourShareIsDone
    fewest = min(each.n_judges for each in fair)
    drawn_from = sorted(each.item_id for each in fair if each.n_judges == fewest)
    return Choice(rng.choice(drawn_from), drawn_from)


def keeps_balance(given: Mapping[int, int], systems: Sequence[int]) -> bool:
    """Whether counts of summaries by system stay within one of each other.

    Counts that are further apart already, because batches differ in their systems, may only come
    closer together or stay.

    >>> keeps_balance({1: 1, 2: 0}, [2]), keeps_balance({1: 1, 2: 0}, [1])
    (True, False)
    """
    after = dict(given)
    for system in systems:
        after[system] = after.get(system, 0) + 1
    return spread(after) <= max(1, spread(given))


def spread(counts: Mapping[int, int]) -> int:
    return max(counts.values(), default=0) - min(counts.values(), default=0)


def draw_seed(batch_seed: int, assignment_id: str, worker_id: str) -> int:
    """The seed of one worker's draw: by the endpoint's names, so that it can be made again."""
    told = f"{batch_seed} {assignment_id} {worker_id}"
    return int.from_bytes(sha256(told.encode()).digest()[:6])


def pack(item_ids: Sequence[int]) -> str:
    """Ascending ids as the first one and a bit for every id from there, in hexadecimal.

    >>> pack([7, 8, 11]), unpack("7:13")
    ('7:13', [7, 8, 11])
    """
    if not item_ids:
        return ""
    first = item_ids[0]
    return f"{first}:{sum(1 << (item_id - first) for item_id in item_ids):x}"


def unpack(packed: str) -> list[int]:
    """The ids that were packed."""
    if not packed:
        return []
    first, bits = packed.split(":")
    return [
        int(first) + place for place, bit in enumerate(reversed(f"{int(bits, 16):b}")) if bit == "1"
    ]
