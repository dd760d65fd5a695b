"""Ten thousand made-up documents, streamed in chunks, against plain Python; in its own process.

`python -m metrics.bench.scale COUNT` prints JSON. Its peak memory is all of the process: Python,
numpy, the words, a chunk at a time and both implementations, without the rouge-score package.
"""

import json
import re
import resource
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from metrics.bench.equal import check_equal
from metrics.bench.plain import score_document
from metrics.bench.synthetic import documents
from metrics.scorer import Scorer, in_chunks

PROC = Path("/proc/self/status")


@dataclass(frozen=True)
class Scale:
    """Speed of the arrays, how many times that of plain Python it is, and memory at its peak.

    Times are those of the processor, see `metrics.bench.race`.
    """

    documents_per_s: float
    ratio_to_plain: float
    peak_rss_mb: float


def measure_scale(count: int) -> Scale:
    """Run this module in a fresh process, so that nothing else counts as its memory."""
    command = [sys.executable, "-m", __name__, str(count)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return Scale(**json.loads(done.stdout))


def scale(count: int) -> Scale:
    """Score every chunk twice, by arrays and by dictionaries, and compare the scores."""
    scorer = Scorer()
    ours_s = plain_s = 0.0
    for chunk in in_chunks(documents(count), lambda judged: len(judged.document)):
        begin = process_time()
        ours = scorer.score(chunk)
        middle = process_time()
        plain = [score_document(judged) for judged in chunk]
        plain_s += process_time() - middle
        ours_s += middle - begin
        check_equal(ours, plain)
    return Scale(count / ours_s, plain_s / ours_s, _peak_rss_mb())


def _peak_rss_mb() -> float:
    # Linux lets a process inherit the peak of the one that started it, as getrusage tells it;
    # the high-water mark is the process's own.
    if PROC.exists():
        found = re.search(r"^VmHWM:\s+(\d+) kB$", PROC.read_text(), re.MULTILINE)
        if found:
            return int(found[1]) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)  # bytes there, kilobytes elsewhere


if __name__ == "__main__":
    print(json.dumps(asdict(scale(int(sys.argv[1])))))
