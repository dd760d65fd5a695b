"""HROUGE-n and ROUGE-n of one summary against its document; `metrics.formula` has the equations."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.formula import Scores, checked_variant, hrouge_scores, rouge_scores
from metrics.matching import Matches, match_texts
from metrics.vocabulary import Vocabulary
from metrics.weights import TokenWeights


@dataclass(frozen=True)
class Score:
    """Precision, recall and their harmonic mean, each in 0..1, or None where undefined."""

    precision: float | None
    recall: float | None
    f1: float | None


def hrouge(
    document: Sequence[str],
    summary: Sequence[str],
    weights: TokenWeights,
    n: int,
    variant: str = "highres",
    *,
    normalize: str = "both",
) -> Score:
    """Score a summary by the highlights of its document (HighRES section 4.3).

    Parameters
    ----------
    document, summary : tokens
    weights : TokenWeights
        Of this document: one weight per token.
    n : int, 1 or more
    variant : "highres" or "harness"
        "harness" ignores unhighlighted words in the precision.
    normalize : "both", "document" or "none"
        Which sides are normalised before they are compared (`metrics.normalize`).

    Returns
    -------
    Score
        All three None if nobody judged the document or it has fewer than `n` tokens; recall None
        if nothing is highlighted; precision None if the summary has fewer than `n` tokens.

    Raises
    ------
    ValueError
        If `weights` is for another number of tokens, or an option is none of the above.

    Examples
    --------
    The document weighs 1, 1, 0; the summary finds one of the two and is half its own words.

    >>> from metrics.weights import token_weights
    >>> weights = token_weights([[(0, 2)]], n_tokens=3, word_limit=2)
    >>> hrouge(["Red", "fox", "."], ["fox", "cub"], weights, n=1)
    Score(precision=0.5, recall=0.5, f1=0.5)
    """
    if len(weights.num_h) != len(document):
        raise ValueError(
            f"weights must hold one value per token: got {len(weights.num_h)} for {len(document)}"
        )
    matches = _match(document, summary, n, normalize)
    weight = np.array(weights.num_h, float) / max(weights.n_annotators, 1)
    judged = np.array([weights.n_annotators > 0])
    variant = checked_variant(variant)
    return _single(hrouge_scores(matches, weight, judged=judged, variant=variant))


def rouge(
    document: Sequence[str], summary: Sequence[str], n: int, *, normalize: str = "both"
) -> Score:
    """Score a summary against its whole document, every weight 1.

    Parameters, results and errors are those of `hrouge`.

    Examples
    --------
    >>> rouge(["red", "fox", "red", "den"], ["red", "red", "red", "cat"], n=1)
    Score(precision=0.5, recall=0.5, f1=0.5)
    """
    return _single(rouge_scores(_match(document, summary, n, normalize)))


def _match(document: Sequence[str], summary: Sequence[str], n: int, normalize: str) -> Matches:
    vocabulary = Vocabulary(normalize)
    *_, matches = match_texts([document], [[summary]], n=n, vocabulary=vocabulary)
    return matches


def _single(scores: Scores) -> Score:
    return Score(*(or_none(value.item()) for value in (scores.precision, scores.recall, scores.f1)))


def or_none(value: float) -> float | None:
    """None for NaN: how an undefined score leaves the arrays."""
    return None if value != value else value
