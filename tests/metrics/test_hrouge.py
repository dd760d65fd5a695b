"""HROUGE by hand, against the published ROUGE, and its properties."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.hrouge import Score, hrouge, rouge
from metrics.weights import token_weights


def words(text):
    return text.split()


DOCUMENT = words("the quick brown fox jumps over the lazy dog")
SUMMARY = words("fox jumps over a dog")
HIGHLIGHTS = [[(2, 5), (7, 9)], [(2, 6), (8, 9)]]  # {2,3,4,7,8} and {2,3,4,5,8}


@pytest.mark.parametrize(
    "word_limit, n, recall, precision",
    [
        # K = 5: brown fox jumps dog weigh 1, over lazy 1/2, the rest 0; sum 5.
        (5, 1, 7 / 10, 7 / 10),  # fox 1 + jumps 1 + over 1/2 + dog 1 = 7/2 of 5, of 5 words
        # windows: 0 1/2 1 1 3/4 1/4 1/4 3/4, sum 9/2; "fox jumps" 1 + "jumps over" 3/4 = 7/4
        (5, 2, 7 / 18, 7 / 16),
        (30, 1, 7 / 10, 7 / 60),  # all weights a sixth: recall as before, precision a sixth
        (30, 2, 7 / 18, 7 / 96),
    ],
)
def test_the_example_of_the_draft(word_limit, n, recall, precision):
    weights = token_weights(HIGHLIGHTS, len(DOCUMENT), word_limit)
    score = hrouge(DOCUMENT, SUMMARY, weights, n)
    assert score.recall == pytest.approx(recall, abs=1e-15)
    assert score.precision == pytest.approx(precision, abs=1e-15)
    assert score.f1 == pytest.approx(2 * recall * precision / (recall + precision), abs=1e-15)


@pytest.mark.parametrize("word_limit", [5, 30])
@pytest.mark.parametrize("n, recall", [(1, 7 / 10), (2, 7 / 18)])
def test_the_variant_harness_does_not_see_unhighlighted_words(word_limit, n, recall):
    weights = token_weights(HIGHLIGHTS, len(DOCUMENT), word_limit)
    score = hrouge(DOCUMENT, SUMMARY, weights, n, variant="harness")
    assert score.recall == pytest.approx(recall, abs=1e-15)
    assert score.precision == 1


@pytest.mark.parametrize("n, recall, precision", [(1, 4 / 9, 4 / 5), (2, 2 / 8, 2 / 4)])
def test_rouge_against_the_document(n, recall, precision):
    score = rouge(DOCUMENT, SUMMARY, n)
    assert (score.recall, score.precision) == (recall, precision)


def test_a_repeated_word_is_clipped_and_weighs_the_mean_of_its_places():
    # "red" at 0 (weight 1) and 2 (weight 0): beta 1/2; the summary has it three times, clipped 2.
    weights = token_weights([[(0, 2)]], n_tokens=4, word_limit=2)
    score = hrouge(words("red fox red den"), words("red red red"), weights, 1)
    assert score.recall == (1 / 2 * 2) / 2
    assert score.precision == (1 / 2 * 2) / 3


def test_an_ngram_crosses_no_border_of_texts_but_may_stand_anywhere_in_one():
    weights = token_weights([[(0, 3)]], n_tokens=3, word_limit=3)
    assert hrouge(words("a b c"), words("b c a"), weights, 3).recall == 0
    assert hrouge(words("a b c"), words("x a b c"), weights, 3).recall == 1
    assert hrouge(words("a b a"), words("b a b"), weights, 2).recall == 1


NOTHING = Score(None, None, None)


def test_without_highlights_the_recall_is_undefined():
    weights = token_weights([[], []], n_tokens=2)
    assert hrouge(["a", "b"], ["a"], weights, 1) == Score(precision=0, recall=None, f1=None)


def test_without_annotators_nothing_is_defined():
    assert hrouge(["a", "b"], ["a"], token_weights([], n_tokens=2), 1) == NOTHING


def test_a_summary_shorter_than_n_has_no_precision():
    weights = token_weights([[(0, 2)]], n_tokens=2)
    assert hrouge(["a", "b"], ["a"], weights, 2) == Score(None, 0, None)
    assert hrouge(["a", "b"], [], weights, 1) == Score(None, 0, None)
    assert rouge(["a", "b"], ["a"], 2) == Score(None, 0, None)


def test_a_document_shorter_than_n_has_no_score():
    assert hrouge(["a"], ["a", "b"], token_weights([[(0, 1)]], n_tokens=1), 2) == NOTHING
    assert rouge(["a"], ["a", "b"], 2) == NOTHING
    assert rouge([], ["a"], 1) == NOTHING


def test_without_a_weighted_word_the_harness_precision_is_undefined():
    weights = token_weights([[(0, 1)]], n_tokens=2)
    assert hrouge(["a", "b"], ["b"], weights, 1, variant="harness") == Score(None, 0, None)


def test_nothing_in_common_is_a_defined_zero():
    weights = token_weights([[(0, 1)]], n_tokens=2)
    assert hrouge(["a", "b"], ["c"], weights, 1) == Score(0, 0, 0)
    assert rouge(["a", "b"], ["c"], 1) == Score(0, 0, 0)


def test_both_sides_are_normalised_unless_told_otherwise():
    document, summary = ["A", '"', "("], ["a", "``", "-LRB-"]
    assert rouge(document, summary, 1).precision == 1
    assert rouge(document, summary, 1, normalize="document").precision == 1 / 3
    assert rouge(document, summary, 1, normalize="none").precision == 0


@pytest.mark.parametrize(
    "option, named",
    [
        ({"n": 0}, "n must be an integer from 1 to 100, got 0"),
        ({"n": 1.0}, "n must be an integer from 1 to 100, got 1.0"),
        ({"normalize": "both sides"}, "normalize must be one of both, document, none, got 'both s"),
        ({"variant": "harnes"}, "variant must be one of highres, harness, got 'harnes'"),
    ],
)
def test_an_unknown_option_is_named(option, named):
    with pytest.raises(ValueError, match=named):
        hrouge(["a"], ["a"], token_weights([], 1), **{"n": 1, **option})


def test_weights_of_another_document_are_refused():
    with pytest.raises(ValueError, match="one value per token: got 3 for 2"):
        hrouge(["a", "b"], ["a"], token_weights([], 3), 1)


WORDS = st.lists(st.sampled_from("abcAB"), max_size=12)


@st.composite
def judged(draw):
    document = draw(WORDS)
    places = st.integers(0, max(len(document) - 1, 0))
    rows = draw(st.lists(st.sets(places) if document else st.just(set()), max_size=4))
    return document, draw(WORDS), [[(i, i + 1) for i in row] for row in rows]


def by_definition(document, summary, rows, n):
    """The formulas of the paper, in exact fractions, K = 12."""
    tokens, said = [t.lower() for t in document], [t.lower() for t in summary]
    grams = [tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1)]
    held = Counter(tuple(said[i : i + n]) for i in range(len(said) - n + 1))
    if not rows or not grams:
        return None, None
    num_h = [sum(Fraction(len(r), 12) for r in rows if (j, j + 1) in r) for j in range(len(tokens))]
    window = [sum(num_h[i : i + n]) / n / len(rows) for i in range(len(grams))]
    beta = {
        g: sum(w for w, h in zip(window, grams, strict=True) if h == g) / grams.count(g)
        for g in set(grams)
    }
    match = sum(beta.get(g, 0) * min(c, grams.count(g)) for g, c in held.items())
    total = sum(window)
    return (match / held.total() if held else None), (match / total if total else None)


@given(judged(), st.integers(1, 3))
def test_scores_equal_the_definition_in_exact_fractions(case, n):
    document, summary, rows = case
    score = hrouge(document, summary, token_weights(rows, len(document), 12), n)
    precision, recall = by_definition(document, summary, rows, n)
    assert score.precision == (precision and pytest.approx(float(precision), abs=1e-15))
    assert score.recall == (recall and pytest.approx(float(recall), abs=1e-15))


@given(judged(), st.integers(1, 3))
def test_scores_lie_in_0_to_1_and_hrouge_precision_under_rouge(case, n):
    document, summary, rows = case
    score = hrouge(document, summary, token_weights(rows, len(document), 12), n)
    plain = rouge(document, summary, n)
    for value in (score.precision, score.recall, score.f1, plain.precision, plain.recall):
        assert value is None or 0 <= value <= 1
    if score.precision is not None:
        assert score.precision <= plain.precision + 1e-12


@given(judged(), st.integers(1, 3))
def test_marking_everything_makes_hrouge_rouge(case, n):
    document, summary, _ = case
    if document:
        weights = token_weights([[(0, len(document))]] * 2, len(document), len(document))
        score, plain = hrouge(document, summary, weights, n), rouge(document, summary, n)
        assert (score.precision, score.recall) == pytest.approx((plain.precision, plain.recall))


@given(judged(), st.integers(1, 3))
def test_recall_does_not_change_with_the_word_limit(case, n):
    document, summary, rows = case
    wide = hrouge(document, summary, token_weights(rows, len(document), 24), n)
    tight = hrouge(document, summary, token_weights(rows, len(document), 12), n)
    assert wide.recall == (tight.recall and pytest.approx(tight.recall))
