"""The two measurements together, beside what they are to reach."""

from dataclasses import asdict
from typing import Any

from metrics.bench.pairs import ratio_to_rouge_score, read_pairs
from metrics.bench.race import ROUNDS
from metrics.bench.scale import measure_scale

AT_LEAST = {"ratio_to_rouge_score": 15, "ratio_to_plain": 6}
PEAK_RSS_MB = 300
COUNT = 10_000
"""Made-up documents to stream."""


def bench_report(folder: str | None) -> dict[str, Any]:
    """Measure; `folder` has the files of the 150 pairs, None takes as many made-up ones.

    Raises
    ------
    BadFiles
        If a file of the folder is missing or unsound.
    """
    pairs = read_pairs(folder)
    return {
        "pairs": sum(len(judged.summaries) for judged in pairs),
        "ratio_to_rouge_score": ratio_to_rouge_score(pairs),
        "scale": asdict(measure_scale(COUNT)),
    }


def bench_table(report: dict[str, Any]) -> str:
    """Say in words what was measured and what was asked for."""
    scale = report["scale"]
    return "\n".join(
        [
            f"HROUGE-1 and -2 and ROUGE of {report['pairs']} pairs, in memory, median of {ROUNDS}"
            " alternating rounds:",
            f"  {report['ratio_to_rouge_score']:.1f} times as fast as rouge-score's rouge1 and"
            f" rouge2 (to reach: {AT_LEAST['ratio_to_rouge_score']})",
            f"{COUNT} documents of 450 tokens, 10 annotators, 3 summaries, streamed in chunks:",
            f"  {scale['documents_per_s']:.0f} documents a second of processor time",
            f"  {scale['ratio_to_plain']:.1f} times as fast as dictionaries, same scores"
            f" (to reach: {AT_LEAST['ratio_to_plain']})",
            f"  {scale['peak_rss_mb']:.0f} MB at the peak of the process (limit: {PEAK_RSS_MB})",
        ]
    )
