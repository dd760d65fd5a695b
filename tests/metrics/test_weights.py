"""NumH by hand: HighRES section 4.3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.weights import token_weights

N_TOKENS = 40
SPANS = st.tuples(st.integers(0, N_TOKENS - 1), st.integers(1, 12)).map(
    lambda span: (span[0], min(span[0] + span[1], N_TOKENS))
)
ANNOTATORS = st.lists(st.lists(SPANS, max_size=6), max_size=6)


def test_the_example_of_the_draft():
    # the0 quick1 brown2 fox3 jumps4 over5 the6 lazy7 dog8; both mark five tokens, K = 5
    weights = token_weights([[(2, 5), (7, 9)], [(2, 6), (8, 9)]], n_tokens=9, word_limit=5)
    assert weights.counts == [0, 0, 2, 2, 2, 1, 0, 1, 2]
    assert weights.num_h == [0, 0, 2, 2, 2, 1, 0, 1, 2]


def test_an_annotator_counts_by_the_share_of_the_limit_used():
    weights = token_weights([[(0, 3)], [(2, 4)]], n_tokens=5, word_limit=30)
    assert weights.num_h == pytest.approx([3 / 30, 3 / 30, 5 / 30, 2 / 30, 0])


def test_overlapping_spans_of_one_annotator_count_once():
    apart = token_weights([[(0, 4)]], n_tokens=6)
    assert token_weights([[(0, 3), (1, 4), (1, 2)]], n_tokens=6) == apart
    assert token_weights([[(1, 4), (0, 3)]], n_tokens=6) == apart


def test_marking_is_by_position_not_by_word():
    assert token_weights([[(2, 3)]], n_tokens=4).counts == [0, 0, 1, 0]


def test_who_marked_nothing_is_still_an_annotator():
    weights = token_weights([[], [(0, 1)]], n_tokens=2)
    assert (weights.n_annotators, weights.counts) == (2, [1, 0])


def test_nobody_and_nothing_weigh_nothing():
    assert token_weights([], n_tokens=3).num_h == [0, 0, 0]
    assert token_weights([[]], n_tokens=0).counts == []


def test_the_limit_counts_the_union_and_may_be_reached():
    token_weights([[(0, 30), (5, 20)]], n_tokens=50)
    with pytest.raises(ValueError, match=r"annotator 1: highlights 31 tokens.*limit of 30"):
        token_weights([[(0, 1)], [(0, 16), (16, 31)]], n_tokens=50)


@pytest.mark.parametrize(
    "span, named",
    [
        ((3, 11), r"span \[3, 11\].*<= 10"),
        ((-1, 2), r"span \[-1, 2\]"),
        ((5, 4), r"span \[5, 4\]"),
        ((5, 5), r"span \[5, 5\]"),
        ((5, 2**70), r"span \(5, 1180591620717411303424\)"),
        ((1.5, 2), r"span \(1.5, 2\)"),
        ((1, 2, 3), r"span \(1, 2, 3\)"),
        (("1", "2"), r"span \('1', '2'\)"),
        ((float("nan"), 2), r"span \(nan, 2\)"),
    ],
)
def test_a_span_against_the_law_is_named(span, named):
    with pytest.raises(ValueError, match="annotator 1: " + named):
        token_weights([[(0, 1)], [(2, 3), span]], n_tokens=10)


def test_every_bad_span_is_named():
    with pytest.raises(
        ValueError, match=r"annotator 0: span \[9, 12\].*annotator 2: span \[4, 1\]"
    ):
        token_weights([[(9, 12)], [(0, 1)], [(4, 1)]], n_tokens=10)


@pytest.mark.parametrize("word_limit", [0, -1, 2.5, True, None])
def test_a_word_limit_is_a_positive_integer(word_limit):
    with pytest.raises(ValueError, match="word_limit must be a positive integer, got"):
        token_weights([[]], n_tokens=1, word_limit=word_limit)


def test_a_negative_length_is_named():
    with pytest.raises(ValueError, match="n_tokens must be 0 or more, got -1"):
        token_weights([], n_tokens=-1)


@given(ANNOTATORS)
def test_weights_equal_the_definition(annotators):
    marked = [{i for start, end in spans for i in range(start, end)} for spans in annotators]
    weights = token_weights(annotators, N_TOKENS, word_limit=N_TOKENS)
    for j in range(N_TOKENS):
        assert weights.counts[j] == sum(j in h for h in marked)
        assert weights.num_h[j] == pytest.approx(sum(len(h) / N_TOKENS for h in marked if j in h))


@given(ANNOTATORS, st.randoms(use_true_random=False))
def test_weights_lie_in_0_to_n_and_ignore_the_order_of_annotators(annotators, random):
    weights = token_weights(annotators, N_TOKENS, word_limit=N_TOKENS)
    assert all(
        0 <= h <= c <= len(annotators) for h, c in zip(weights.num_h, weights.counts, strict=True)
    )
    random.shuffle(annotators)
    assert token_weights(annotators, N_TOKENS, word_limit=N_TOKENS) == weights
