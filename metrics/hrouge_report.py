"""HROUGE and ROUGE of the summaries of a study, with means by system (HighRES Table 5)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from metrics.hrouge import or_none
from metrics.means import macro_means
from metrics.scorer import ChunkScores, Scorer, in_chunks
from metrics.signature import signature
from metrics.spans import SpanError
from metrics.study import Study, Work

MEASURES = ("precision", "recall", "f1", "rouge_precision", "rouge_recall")


@dataclass(frozen=True)
class HrougeReport:
    """What `python -m metrics hrouge` tells.

    Attributes
    ----------
    signature : str
    scores : list of dict
        For each document, n and system: "document", "system", "n" and MEASURES.
    systems : list of dict
        For each system and n: "system", "n" and `macro_means` of MEASURES.
    limit_used : float in 0..1, or None without annotators
        Mean `len(H_k) / K` over all annotators: precision grows with it, recall does not.
    """

    signature: str
    scores: list[dict[str, Any]]
    systems: list[dict[str, Any]]
    limit_used: float | None

    def to_json(self) -> str:
        """Every score and mean; how much of the limit was used stands only in the table."""
        told = {"signature": self.signature, "scores": self.scores, "systems": self.systems}
        return json.dumps(told, allow_nan=False)


def hrouge_report(study: Study, scorer: Scorer) -> HrougeReport:
    """Score every summary of a study.

    Raises
    ------
    BadFiles
        If a row of a file is unsound, names an unknown document, or holds a highlight that breaks
        the law of spans or the word limit. It tells all of them.
    """
    problems = study.problems()
    scores: list[dict[str, Any]] = []
    n_annotators: set[int] = set()
    tokenizers: set[str] = set()
    marked = rows = 0
    for works in in_chunks(study.read(problems), lambda work: len(work.document.tokens)):
        try:
            chunk = scorer.score([work.judged() for work in works])
        except SpanError as error:
            study.note_spans(error, works, problems)
            continue
        scores.extend(_scores(works, chunk))
        n_annotators.update(len(work.highlights) for work in works)
        tokenizers.update(_tokenizers(works))
        marked, rows = marked + int(chunk.lengths.sum()), rows + chunk.lengths.size
    problems.raise_if_any()
    return HrougeReport(
        signature=signature(
            "hrouge",
            n=scorer.n,
            word_limit=scorer.word_limit,
            n_annotators=n_annotators,
            tokenizer=tokenizers,
            normalize=scorer.normalize,
            variant=scorer.variant,
        ),
        scores=scores,
        systems=_systems(scores),
        limit_used=marked / (scorer.word_limit * rows) if rows else None,
    )


def _tokenizers(works: list[Work]) -> Iterator[str]:
    for work in works:
        yield work.document.tokenizer
        yield from (summary.tokenizer for summary in work.summaries)


def _scores(works: list[Work], chunk: ChunkScores) -> Iterator[dict[str, Any]]:
    """Rows of a chunk: its documents in order, for each every n, for each its summaries."""
    values = {n: list(zip(*_columns(chunk, n), strict=True)) for n in chunk.hrouge}
    first = 0
    for work in works:
        for n, scores in values.items():
            own = scores[first : first + len(work.summaries)]
            for summary, score in zip(work.summaries, own, strict=True):
                yield {
                    "document": work.document.id,
                    "system": summary.system,
                    "n": n,
                    **dict(zip(MEASURES, score, strict=True)),
                }
        first += len(work.summaries)


def _columns(chunk: ChunkScores, n: int) -> Iterator[list[float | None]]:
    hrouge, rouge = chunk.hrouge[n], chunk.rouge[n]
    for column in (hrouge.precision, hrouge.recall, hrouge.f1, rouge.precision, rouge.recall):
        yield [or_none(value) for value in column.tolist()]


def _systems(scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rows: dict[str, dict[int, list[dict[str, Any]]]] = {}
    for row in scores:
        rows.setdefault(row["system"], {}).setdefault(row["n"], []).append(row)
    return [
        {"system": system, "n": n, **macro_means(of_n, MEASURES)}
        for system, by_n in rows.items()
        for n, of_n in by_n.items()
    ]
