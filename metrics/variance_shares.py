"""What ratings of one criterion in one context vary by, from `metrics.rating_pairs`.

    y = mean + document + system + summary + judge + rest

each effect random; "summary" is the interaction of system and document, and what else a judge makes
of single documents or systems is in the rest. With g the halves of mean squared differences of two
ratings by different judges, of the same summary (s), of one document by two systems (d), of two
documents by one system (y), and of nothing in common (0):

    judge + rest = g_s            system = g_0 - g_y        document = g_0 - g_d
    summary = g_d - g_s - system                            judge: by how much less a judge differs
                                                            from themselves than from another
"""

from dataclasses import dataclass

import numpy as np

from metrics.draws import percentile_interval
from metrics.rating_pairs import PairSums, pairs_sharing
from metrics.spans import Floats, Integers

COMPONENTS = ("document", "system", "summary", "judge", "residual")


@dataclass(frozen=True)
class Share:
    """A component of the variance.

    Attributes
    ----------
    component : one of COMPONENTS
    variance : float, or None where no pair of ratings tells
        May come out below 0 where the truth is near it.
    share : float in 0..1, or None
        Of all defined components, those below 0 counted as 0.
    low, high : float in 0..1, or None
        The share's 95 % interval, over documents.
    """

    component: str
    variance: float | None
    share: float | None
    low: float | None
    high: float | None


def variance_shares(
    document: Integers, system: Integers, judge: Integers, value: Floats, resampled: Floats
) -> list[Share]:
    """Estimate the components, in the order of COMPONENTS.

    Parameters
    ----------
    document, system, judge : integers from 0, shape (n_ratings,)
        None twice for the same document, system and judge.
    value : numbers, shape (n_ratings,)
    resampled : numbers, shape (draws, n_documents)
        How often each document was drawn, as `metrics.draws.Draws` has it.

    Examples
    --------
    Two documents ten apart, two judges who differ by two on both:

    >>> document, judge, system = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]), np.zeros(4, int)
    >>> value = np.array([1.0, 3, 11, 13])
    >>> [round(s.variance) if s.variance is not None else None for s in
    ...  variance_shares(document, system, judge, value, np.ones((1, 2)))]
    [50, None, None, 2, 0]
    """
    once = np.ones((1, resampled.shape[1]))
    found = _components(document, system, judge, value, once)
    spread = _shares(_components(document, system, judge, value, resampled))
    share = _shares(found)
    rows = []
    for number, name in enumerate(COMPONENTS):
        low, high = percentile_interval(spread[number])
        variance, part = float(found[number, 0]), float(share[number, 0])
        undefined = np.isnan(variance)
        rows.append(
            Share(
                name,
                None if undefined else variance,
                None if undefined or np.isnan(part) else part,
                None if undefined else low,
                None if undefined else high,
            )
        )
    return rows


def _components(
    document: Integers, system: Integers, judge: Integers, value: Floats, weight: Floats
) -> Floats:
    """Variances, shape (components, draws), NaN where undefined."""
    centred = value - value.mean()

    def sharing(*keys: Integers) -> PairSums:
        key = np.zeros(value.size, np.int64)
        for each in keys:
            key = key * (int(each.max()) + 1) + each
        return pairs_sharing(key, document, centred, weight)

    every, by_document, by_system, by_judge = (
        sharing(),
        sharing(document),
        sharing(system),
        sharing(judge),
    )
    summary = sharing(document, system)
    document_judge, system_judge = sharing(document, judge), sharing(system, judge)
    of_document = by_document - summary - document_judge
    of_system = by_system - summary - system_judge
    of_judge = by_judge - document_judge - system_judge
    nothing = every - by_document - of_system - of_judge - system_judge
    judge_variance = _pooled(
        (nothing, of_judge), (of_system, system_judge), (of_document, document_judge)
    )
    g_summary, g_nothing = summary.mean(), nothing.mean()
    system_variance = g_nothing - of_system.mean()
    one_system = int(system.max()) == 0
    document_variance = (of_system if one_system else nothing).mean()
    document_variance = document_variance - (summary if one_system else of_document).mean()
    interaction = of_document.mean() - g_summary - system_variance
    return np.stack(
        [
            document_variance,
            system_variance,
            interaction,
            judge_variance,
            g_summary - np.where(np.isnan(judge_variance), 0, judge_variance),
        ]
    )


def _pooled(*contrasts: tuple[PairSums, PairSums]) -> Floats:
    """Mean of what pairs by two judges differ by more than pairs by one, by the latter's number."""
    total: Floats = np.zeros_like(contrasts[0][0].half)
    number: Floats = np.zeros_like(total)
    for other, same in contrasts:
        difference = other.mean() - same.mean()
        known = ~np.isnan(difference)
        total += np.where(known, difference * same.number, 0)
        number += np.where(known, same.number, 0)
    undefined = np.full(total.shape, np.nan)
    found: Floats = np.divide(total, number, out=undefined, where=number > 0)
    return found


def _shares(variances: Floats) -> Floats:
    positive = np.maximum(np.nan_to_num(variances), 0)
    total = positive.sum(axis=0)
    shares: Floats = np.divide(
        positive, total, out=np.full(variances.shape, np.nan), where=total > 0
    )
    shares[np.isnan(variances)] = np.nan
    return shares
