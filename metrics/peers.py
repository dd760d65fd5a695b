"""How far each annotator agrees with the others: who stands apart, before weights are released.

Cohen's kappa of two annotators' binary token labels (marked or not), averaged over the others.
With s_a, s_b tokens marked, i of them by both, of T:

    P_o = 1 - (s_a + s_b - 2i) / T        P_e = (s_a s_b + (T - s_a)(T - s_b)) / T^2
"""

from collections.abc import Sequence

import numpy as np

from metrics.spans import Span, lay_out


def agreement_with_others(
    spans_by_annotator: Sequence[Sequence[Span]], n_tokens: int
) -> list[float | None]:
    """Average each annotator's kappa with every other annotator of the document.

    Parameters
    ----------
    spans_by_annotator : for each annotator the half-open token intervals
        They may overlap; an empty list is an annotator who marked nothing.
    n_tokens : int, 0 or more

    Returns
    -------
    list of float, at most 1
        None where no kappa is defined: without another annotator, and where both of every pair
        marked nothing or everything (P_e = 1).

    Raises
    ------
    ValueError
        If a span is empty, inverted or outside the document, or `n_tokens` negative.

    Examples
    --------
    Of 4 tokens two annotators mark the first two, the third marks the others: kappa 1 and -1.

    >>> agreement_with_others([[(0, 2)], [(0, 2)], [(2, 4)]], n_tokens=4)
    [0.0, 0.0, -1.0]
    """
    if n_tokens < 0:
        raise ValueError(f"n_tokens must be 0 or more, got {n_tokens!r}")
    n_annotators = len(spans_by_annotator)
    texts = np.arange(n_annotators)
    pieces = lay_out(
        spans_by_annotator, text_of_row=texts, n_tokens=np.full(n_annotators, n_tokens)
    )
    marked = pieces.counts().reshape(n_annotators, n_tokens)
    both = marked @ marked.T
    size = pieces.length.astype(float)
    pairs = size[:, None] + size
    observed = n_tokens**2 - n_tokens * (pairs - 2 * both)
    expected = size[:, None] * size + (n_tokens - size)[:, None] * (n_tokens - size)
    room = n_tokens**2 - expected
    defined = (room > 0) & ~np.eye(n_annotators, dtype=bool)
    kappa = np.divide(observed - expected, room, out=np.zeros_like(room), where=defined)
    n_others = defined.sum(axis=1)
    return [
        float(total / n) if n else None
        for total, n in zip(kappa.sum(axis=1), n_others.tolist(), strict=True)
    ]
