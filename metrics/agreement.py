"""How far annotators agree: Fleiss' kappa, coverage, second half.

Per document, every token is a unit that each annotator put into one of two categories, marked or
not, punctuation and tokens nobody marked included. The corpus value is the mean over documents.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.fleiss import fleiss_kappa
from metrics.spans import Integers, Span, lay_out


@dataclass(frozen=True)
class DocumentAgreement:
    """Agreement on one document; None where undefined.

    Attributes
    ----------
    counts : list of int, one per token
        How many annotators highlighted it.
    fleiss_kappa : at most 1
        Undefined with fewer than two annotators, and where all labels are the same (P_e = 1).
    alpha : at most 1
        Krippendorff's nominal alpha of the same labels.
    coverage : in 0..1
        Share of the tokens that somebody highlighted; undefined without tokens or annotators.
    second_half : in 0..1
        Share of the highlighted tokens (union) at positions >= n_tokens / 2; undefined if none is.
    second_half_instances : in 0..1
        The same, each token counted once for every annotator who highlighted it.
    """

    counts: list[int]
    fleiss_kappa: float | None
    alpha: float | None
    coverage: float | None
    second_half: float | None
    second_half_instances: float | None


def document_agreement(
    spans_by_annotator: Sequence[Sequence[Span]], n_tokens: int
) -> DocumentAgreement:
    """Measure the agreement of the annotators of one document.

    Parameters
    ----------
    spans_by_annotator : for each annotator the half-open token intervals
        They may overlap; an empty list is an annotator who marked nothing.
    n_tokens : int, 0 or more

    Raises
    ------
    ValueError
        If a span is empty, inverted or outside the document, or `n_tokens` negative.

    Examples
    --------
    Tokens 0 to 3; one marks 0 and 1, the other 1. P_i = 0, 1, 1, 1; P_e = (3/8)^2 + (5/8)^2.

    >>> agreement = document_agreement([[(0, 2)], [(1, 2)]], n_tokens=4)
    >>> round(agreement.fleiss_kappa, 4), agreement.coverage, agreement.second_half
    (0.4667, 0.5, 0.0)
    """
    if n_tokens < 0:
        raise ValueError(f"n_tokens must be 0 or more, got {n_tokens!r}")
    n_annotators = len(spans_by_annotator)
    pieces = lay_out(
        spans_by_annotator,
        text_of_row=np.zeros(n_annotators, np.int64),
        n_tokens=np.array([n_tokens]),
    )
    counts = pieces.counts()
    kappa = binary_kappa(counts, n_annotators)
    marked = counts > 0
    late = 2 * np.arange(n_tokens) >= n_tokens
    return DocumentAgreement(
        counts=counts.tolist(),
        fleiss_kappa=kappa,
        alpha=None if kappa is None else 1 - (1 - kappa) * (1 - 1 / (n_tokens * n_annotators)),
        coverage=_share(marked.sum(), n_tokens if n_annotators else 0),
        second_half=_share(marked[late].sum(), marked.sum()),
        second_half_instances=_share(counts[late].sum(), counts.sum()),
    )


def binary_kappa(counts: Integers | Sequence[int], n_annotators: int) -> float | None:
    """Fleiss' kappa of marked or not: `counts[j]` of `n_annotators` highlighted token j.

    To leave punctuation out, leave its tokens out of `counts`.

    Examples
    --------
    >>> binary_kappa([2, 0, 2, 0], n_annotators=2), binary_kappa([0, 0, 0], n_annotators=2)
    (1.0, None)
    """
    marked = np.asarray(counts, np.int64)
    return fleiss_kappa(np.stack([marked, n_annotators - marked], axis=1)).kappa


def _share(part: int, whole: int) -> float | None:
    return int(part) / int(whole) if whole else None
