"""Each annotator's agreement with the others, by hand and against Cohen's definition."""

import random

import pytest

from metrics.peers import agreement_with_others


def cohen(one: set[int], other: set[int], n: int) -> float | None:
    """Cohen's kappa of two sets of n tokens, cell by cell."""
    agree = sum((token in one) == (token in other) for token in range(n)) / n
    p, q = len(one) / n, len(other) / n
    chance = p * q + (1 - p) * (1 - q)
    return None if chance == 1 else (agree - chance) / (1 - chance)


def test_two_annotators_by_hand():
    # 10 tokens; 0-3 and 2-5: P_o = 6/10, P_e = (16 + 36)/100, kappa = 0.08/0.48 = 1/6.
    assert agreement_with_others([[(0, 4)], [(2, 6)]], 10) == pytest.approx([1 / 6, 1 / 6])


def test_the_mean_over_the_others_equals_cohens_definition():
    rng = random.Random(7)
    for _ in range(30):
        n = rng.randint(1, 40)
        rows = []
        for _ in range(rng.randint(1, 5)):
            start = rng.randrange(n)
            rows.append([(start, rng.randint(start + 1, n))] if rng.random() < 0.8 else [])
        sets = [{t for s, e in row for t in range(s, e)} for row in rows]
        found = agreement_with_others(rows, n)
        for me, value in enumerate(found):
            others = [cohen(sets[me], sets[k], n) for k in range(len(sets)) if k != me]
            defined = [kappa for kappa in others if kappa is not None]
            if defined:
                assert value == pytest.approx(sum(defined) / len(defined), abs=1e-12)
            else:
                assert value is None


def test_nobody_to_agree_with_is_undefined():
    assert agreement_with_others([], 5) == []
    assert agreement_with_others([[(0, 2)]], 5) == [None]
    assert agreement_with_others([[], []], 5) == [None, None]
    assert agreement_with_others([[], []], 0) == [None, None]


def test_overlapping_spans_of_one_annotator_count_once():
    assert agreement_with_others([[(0, 3), (1, 4)], [(0, 4)]], 8) == [1.0, 1.0]


def test_a_span_outside_the_document_is_named():
    with pytest.raises(ValueError, match=r"annotator 1.*9"):
        agreement_with_others([[(0, 1)], [(3, 9)]], 5)
    with pytest.raises(ValueError, match="-1"):
        agreement_with_others([], -1)


def test_whoever_stands_apart_from_a_group_stands_out():
    group = [[(0, 10)], [(1, 11)], [(2, 12)]]
    stray = [[(60, 70)]]
    *inside, outside = agreement_with_others(group + stray, 100)
    assert outside < 0 < min(inside)
