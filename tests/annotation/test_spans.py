"""The law of spans, by the case file that the browser reads too, and by properties."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.spans import SpanError, TooManyWords, count_words, parse_spans, union

CASES = json.loads((Path(__file__).parent / "span_cases.json").read_text())["spans"]
ACCEPTED = [case for case in CASES if case["accepted"]]
REFUSED = [case for case in CASES if not case["accepted"]]


@pytest.mark.parametrize("case", ACCEPTED, ids=lambda case: case["name"])
def test_accepted_spans_become_their_union(case):
    spans = parse_spans(case["spans"], case["n_tokens"], case["word_limit"])
    assert [list(span) for span in spans] == case["union"]
    assert count_words(spans) == case["n_words"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["name"])
def test_refused_spans_are_named_in_the_error(case):
    with pytest.raises(SpanError) as refusal:
        parse_spans(case["spans"], case["n_tokens"], case["word_limit"])
    assert case["error"] in str(refusal.value)


def test_too_many_words_says_by_how_many():
    with pytest.raises(TooManyWords) as refusal:
        parse_spans([[0, 34]], 40, 30)
    assert refusal.value.excess == 4


def test_a_hostile_value_is_shown_shortened():
    with pytest.raises(SpanError) as refusal:
        parse_spans([["x" * 10_000, 2]], 40, 30)
    assert len(str(refusal.value)) < 150


@given(st.lists(st.tuples(st.integers(0, 49), st.integers(1, 10)), max_size=50))
def test_union_is_exactly_the_set_of_marked_tokens(drawn):
    spans = [(start, min(start + length, 50)) for start, length in drawn]
    joined = parse_spans([list(span) for span in spans], 50, 50)
    tokens = {token for start, end in spans for token in range(start, end)}
    assert {token for start, end in joined for token in range(start, end)} == tokens
    assert count_words(joined) == len(tokens)
    assert all(left[1] < right[0] for left, right in pairwise(joined))
    assert union(joined) == joined


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4),
        max_leaves=20,
    )
)
def test_whatever_arrives_is_either_lawful_or_a_span_error(raw):
    try:
        spans = parse_spans(raw, 20, 10)
    except SpanError:
        return
    assert count_words(spans) <= 10
    assert all(0 <= start < end <= 20 for start, end in spans)
