"""The equations of HROUGE and ROUGE on arrays (HighRES section 4.3).

    beta_g    = mean over the occurrences i of g in D of (1/n) sum_{j=i..i+n-1} NumH(w_j)/N
    recall    = sum_{g in S} beta_g min(count_D g, count_S g) / sum_{g in D} beta_g count_D g
    precision = sum_{g in S} beta_g min(count_D g, count_S g) / sum_{g in S} count_S g

Sums run over types of n-grams, which may cross sentences; ROUGE against the document is the same
with beta = 1. A zero denominator is undefined (NaN here), never 0: the authors' code forces it to
1 and fixes N = 10, and neither is imitated.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from metrics.matching import Matches
from metrics.spans import Floats, Integers

VARIANTS = ("highres", "harness")
"""`harness` divides precision by sum_{g in S} beta_g count_S g."""


@dataclass(frozen=True)
class Scores:
    """Scores of many summaries: floats of shape (n_summaries,) in 0..1, NaN where undefined."""

    precision: Floats
    recall: Floats

    @property
    def f1(self) -> Floats:
        """2PR / (P + R). Where both are 0 nothing matched, which is a defined 0."""
        total = self.precision + self.recall
        product = 2 * self.precision * self.recall
        return np.divide(product, total, out=0 * total, where=total > 0)  # 0 * NaN stays NaN


def rouge_scores(matches: Matches) -> Scores:
    """Score every summary with all weights 1: ROUGE against the document."""
    match = matches.sum_by_summary(matches.clipped)
    in_document = matches.documents.n_ngrams(matches.n)[matches.document_of]
    in_summary = matches.summaries.n_ngrams(matches.n)
    return Scores(
        precision=_ratio(match, np.where(in_document > 0, in_summary, 0)),
        recall=_ratio(match, in_document),
    )


def hrouge_scores(
    matches: Matches, weight: Floats, *, judged: NDArray[np.bool_], variant: str
) -> Scores:
    """Score every summary by the weights of its document's tokens.

    Parameters
    ----------
    matches : Matches
    weight : floats in 0..1, one per token of the line of documents
        NumH / N; 0 in a document that nobody judged.
    judged : booleans, shape (n_documents,)
        Whether the document has annotators: without any, N = 0 and nothing is defined.
    variant : one of VARIANTS
    """
    windows = matches.windows(weight)
    beta = matches.beta(windows)[matches.type]
    match = matches.sum_by_summary(beta * matches.clipped)
    in_document = np.bincount(matches.documents.text, windows, judged.size)
    if variant == "harness":
        in_summary = matches.sum_by_summary(beta * matches.count_s)
    else:
        in_summary = matches.summaries.n_ngrams(matches.n).astype(float)
    defined = judged & (matches.documents.n_ngrams(matches.n) > 0)
    return Scores(
        precision=_ratio(match, np.where(defined[matches.document_of], in_summary, 0)),
        recall=_ratio(match, in_document[matches.document_of]),
    )


def _ratio(part: Floats, whole: Floats | Integers) -> Floats:
    """Divide; NaN where the denominator is 0. Rounding must not lift a ratio over 1."""
    ratio = np.full(part.shape, np.nan)
    np.divide(part, whole, out=ratio, where=whole > 0)
    ratio[ratio > 1] = 1
    return ratio


def checked_variant(variant: str) -> str:
    """Return `variant`, or raise ValueError unless it is one of VARIANTS."""
    if variant not in VARIANTS:
        raise ValueError(f"variant must be one of {', '.join(VARIANTS)}, got {variant!r}")
    return variant
