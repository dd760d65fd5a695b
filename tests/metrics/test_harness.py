"""The formulas of the HArnESS draft, with its arithmetic corrected."""

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.harness import recall_1, recall_2

DOCUMENT = ["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"]
SUMMARY = ["fox", "jumps", "over", "a", "dog"]
ONE_BY_ONE = [(2, 3), (3, 4), (4, 5), (7, 8), (8, 9)]
IN_PHRASES = [(2, 4), (4, 6), (8, 9)]


def test_formula_1_with_one_logarithm_throughout():
    found = recall_1(DOCUMENT, SUMMARY, [ONE_BY_ONE, IN_PHRASES])
    assert found.by_highlight == pytest.approx([3 / 5, exp((log(4 / 5) + log(1 / 2)) / 2)])
    assert log(found.by_highlight[1]) == pytest.approx(-0.458, abs=5e-4)
    assert found.recall == pytest.approx(0.6160, abs=5e-5)
    assert found.n_zero == 0


def test_a_highlight_without_a_match_makes_the_mean_0_and_is_counted():
    found = recall_1(DOCUMENT, SUMMARY, [ONE_BY_ONE, [(7, 8)]])
    assert (found.recall, found.by_highlight[1], found.n_zero) == (0, 0, 1)


def test_epsilon_stands_in_for_a_zero_only():
    found = recall_1(DOCUMENT, SUMMARY, [[(7, 8)], [(8, 9)]], epsilon=0.01)
    assert found.by_highlight == pytest.approx([0.01, 1])
    assert found.n_zero == 1


def test_an_empty_highlight_is_left_out():
    found = recall_1(DOCUMENT, SUMMARY, [ONE_BY_ONE, []])
    assert found.by_highlight[1] is None
    assert found.recall == pytest.approx(3 / 5)
    assert recall_1(DOCUMENT, SUMMARY, [[]]).recall is None


def test_formula_2_by_its_own_definition():
    # beta: brown 2, fox 2, jumps 2, over 1, lazy 1, dog 2, sum 10; matched 2 + 2 + 1 + 2
    found = recall_2(DOCUMENT, SUMMARY, [ONE_BY_ONE, IN_PHRASES])
    assert found.by_n == [7 / 10, 1 / 2]
    assert found.recall == pytest.approx(3 / 5)


def test_formula_2_is_undefined_where_no_fragment_holds_an_ngram():
    found = recall_2(DOCUMENT, SUMMARY, [ONE_BY_ONE])
    assert found.by_n == [3 / 5, None]
    assert found.recall == 3 / 5
    assert recall_2(DOCUMENT, SUMMARY, []).recall is None


def test_a_fragment_outside_the_document_is_named():
    for formula in (recall_1, recall_2):
        with pytest.raises(ValueError, match=r"annotator 1: span \[8, 10\]"):
            formula(DOCUMENT, SUMMARY, [[], [(8, 10)]])


FRAGMENTS = st.lists(
    st.tuples(st.integers(0, 8), st.integers(1, 3)).map(lambda f: (f[0], min(sum(f), 9))),
    max_size=4,
)


@given(st.lists(st.sampled_from(DOCUMENT)), st.lists(FRAGMENTS, max_size=3))
def test_recalls_lie_in_0_to_1(summary, highlights):
    for formula in (recall_1, recall_2):
        recall = formula(DOCUMENT, summary, highlights).recall
        assert recall is None or 0 <= recall <= 1 + 1e-12


@given(st.lists(FRAGMENTS, max_size=3))
def test_the_document_recalls_itself(highlights):
    for formula in (recall_1, recall_2):
        recall = formula(DOCUMENT, DOCUMENT, highlights).recall
        assert recall is None or recall == pytest.approx(1)
