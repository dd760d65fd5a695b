"""Two implementations of the same work, timed in turns.

Time is that of the processor, not of the clock on the wall: everything here runs in one thread, and
a machine that is busy with other things then distorts little.
"""

from collections.abc import Callable
from statistics import median
from time import process_time

ROUNDS = 9


def ratio_of_medians(ours: Callable[[], object], theirs: Callable[[], object]) -> float:
    """How many times longer theirs takes than ours: medians of ROUNDS rounds, alternating."""
    ours_s, theirs_s = [], []
    for _ in range(ROUNDS):
        theirs_s.append(seconds(theirs))
        ours_s.append(seconds(ours))
    return median(theirs_s) / median(ours_s)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one run."""
    begin = process_time()
    work()
    return process_time() - begin
