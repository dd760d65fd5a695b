"""Agreement of the annotators of a study, by document and on average."""

from dataclasses import dataclass
from typing import Any

from metrics.agreement import binary_kappa, document_agreement
from metrics.means import macro_means
from metrics.signature import signature
from metrics.spans import SpanError
from metrics.study import Study, Work

MEASURES = ("fleiss_kappa", "coverage", "second_half")
FURTHER = ("fleiss_kappa_words", "krippendorff_alpha", "second_half_instances")
"""Told as means only: kappa without punctuation, alpha of the same labels, and the second half
with every token counted once for each annotator who marked it."""


@dataclass(frozen=True)
class AgreementReport:
    """What `python -m metrics agreement` tells.

    Attributes
    ----------
    documents : list of dict
        For each document "document", "n_tokens", "n_annotators" and MEASURES.
    mean : dict
        "signature" and `macro_means` of MEASURES and FURTHER.
    """

    documents: list[dict[str, Any]]
    mean: dict[str, Any]


def agreement_report(study: Study) -> AgreementReport:
    """Measure the agreement on every document of a study.

    Raises
    ------
    BadFiles
        If a row of a file is unsound, names an unknown document, or holds a span that breaks the
        law. It tells all of them.
    """
    problems = study.problems()
    rows = []
    tokenizers = set()
    for work in study.read(problems):
        try:
            rows.append(_row(work))
        except SpanError as error:
            study.note_spans(error, [work], problems)
        tokenizers.add(work.document.tokenizer)
    problems.raise_if_any()
    n_annotators = {row["n_annotators"] for row in rows}
    name = signature("agreement", n_annotators=n_annotators, tokenizer=tokenizers)
    kept = ("document", "n_tokens", "n_annotators", *MEASURES)
    return AgreementReport(
        documents=[{field: row[field] for field in kept} for row in rows],
        mean={"signature": name, **macro_means(rows, [*MEASURES, *FURTHER])},
    )


def _row(work: Work) -> dict[str, Any]:
    spans = [highlight.spans for highlight in work.highlights]
    tokens = work.document.tokens
    agreement = document_agreement(spans, len(tokens))
    spoken = [any(map(str.isalnum, token)) for token in tokens]
    counts = [count for count, kept in zip(agreement.counts, spoken, strict=True) if kept]
    return {
        "document": work.document.id,
        "n_tokens": len(tokens),
        "n_annotators": len(spans),
        "fleiss_kappa": agreement.fleiss_kappa,
        "coverage": agreement.coverage,
        "second_half": agreement.second_half,
        "fleiss_kappa_words": binary_kappa(counts, len(spans)),
        "krippendorff_alpha": agreement.alpha,
        "second_half_instances": agreement.second_half_instances,
    }
