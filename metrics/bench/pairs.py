"""The 150 pairs of the study against the rouge-score package, both in memory."""

from pathlib import Path

from rouge_score.rouge_scorer import RougeScorer

from metrics.bench.equal import check_equal
from metrics.bench.plain import score_document
from metrics.bench.race import ratio_of_medians
from metrics.bench.synthetic import documents
from metrics.scorer import Judged, Scorer
from metrics.study import Study


def read_pairs(folder: str | None) -> list[Judged]:
    """Load documents.jsonl, highlights.jsonl and summaries.jsonl of a folder, or make 50 up.

    The files may also be in the subfolder hrouge_regression.

    Raises
    ------
    BadFiles
        If a file is missing or unsound.
    """
    if folder is None:
        return list(documents(50))
    root = Path(folder)
    if not (root / "documents.jsonl").exists() and (root / "hrouge_regression").is_dir():
        root /= "hrouge_regression"
    names = ("documents", "highlights", "summaries")
    study = Study(*(str(root / f"{name}.jsonl") for name in names))
    problems = study.problems()
    works = list(study.read(problems))
    problems.raise_if_any()
    return [work.judged() for work in works]


def ratio_to_rouge_score(pairs: list[Judged]) -> float:
    """How many times faster HROUGE-1 and -2 and ROUGE are than rouge-score's rouge1 and rouge2.

    Every round of ours starts without any memory of words: it normalises, numbers and matches the
    tokens, lays out and unites the spans, weighs, and scores. rouge-score gets each text as one
    string, which is what its plain scorer takes, and splits it itself.
    """
    texts = [
        (" ".join(judged.document), " ".join(summary))
        for judged in pairs
        for summary in judged.summaries
    ]
    rival = RougeScorer(["rouge1", "rouge2"])
    check_equal(Scorer().score(pairs), [score_document(judged) for judged in pairs])
    return ratio_of_medians(
        ours=lambda: Scorer().score(pairs),
        theirs=lambda: [rival.score(document, summary) for document, summary in texts],
    )
