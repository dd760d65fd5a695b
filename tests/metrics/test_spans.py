"""The law of spans, and the union of many annotators' spans in many texts at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.spans import SpanError, is_pair, lay_out


@st.composite
def texts(draw):
    """Lengths of texts, and the spans of each annotator of each text."""
    rows, owners, lengths = [], [], draw(st.lists(st.integers(0, 8), max_size=4))
    for text, length in enumerate(lengths):
        places = st.integers(0, length)
        spans = st.tuples(places, places).filter(lambda span: span[0] < span[1])
        for row in draw(
            st.lists(st.lists(spans, max_size=4) if length else st.just([]), max_size=3)
        ):
            rows.append(row)
            owners.append(text)
    return lengths, owners, rows


@given(texts())
def test_many_texts_are_united_as_sets_would_be(case):
    lengths, owners, rows = case
    marked = [{i for start, end in row for i in range(start, end)} for row in rows]
    pieces = lay_out(
        rows, text_of_row=np.array(owners, np.int64), n_tokens=np.array(lengths, np.int64)
    )
    assert pieces.length.tolist() == [len(tokens) for tokens in marked]
    assert pieces.counts().tolist() == [
        sum(i in tokens for tokens, owner in zip(marked, owners, strict=True) if owner == text)
        for text, length in enumerate(lengths)
        for i in range(length)
    ]
    assert (pieces.start < pieces.end).all()
    assert pieces.length.sum() == (pieces.end - pieces.start).sum()


def test_a_span_may_not_reach_into_the_next_text():
    with pytest.raises(SpanError) as error:
        lay_out([[(1, 3)], [(0, 2)]], text_of_row=np.array([0, 1]), n_tokens=np.array([2, 2]))
    assert error.value.problems == [(0, "span [1, 3] must satisfy 0 <= start < end <= 2 tokens")]


def test_bad_spans_and_too_long_highlights_are_told_together():
    with pytest.raises(SpanError) as error:
        lay_out(
            [[(0, 3)], [(2, 1), (0, 1)], []],
            text_of_row=np.zeros(3, np.int64),
            n_tokens=np.array([9]),
            word_limit=2,
        )
    assert [row for row, _ in error.value.problems] == [0, 1]


@pytest.mark.parametrize("kind", [int, np.int32, np.uint8])
def test_indexes_may_be_integers_of_any_kind(kind):
    spans = [[(kind(1), kind(3))]]
    one = lay_out(spans, text_of_row=np.array([0]), n_tokens=np.array([3]))
    assert one.counts().tolist() == [0, 1, 1]


@pytest.mark.parametrize("pair", [(0, 1), [3, 2], (np.int64(1), 2)])
def test_a_pair_of_whole_numbers(pair):
    assert is_pair(pair)


@pytest.mark.parametrize(
    "other", [(0,), (0, 1, 2), (0, 1.0), ("0", "1"), (True, 2), (0, 2**63), None, 3, {0: 1, 1: 2}]
)
def test_no_pair_of_whole_numbers(other):
    assert not is_pair(other)
