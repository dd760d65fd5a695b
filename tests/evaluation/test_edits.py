"""Damage: as many edits as asked for, each a break of grammar, none undone by another."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.edits import AGREEMENT, ARTICLES, KINDS, EditError, damage, shuffled

SENTENCE = "the ferry was back in a harbour of the island after the storm and people were glad ."
words = st.sampled_from(["the", "a", "is", "were", "of", "boat", "red", "sails", "7", ",", "."])
texts = st.lists(words, min_size=1, max_size=25).map(" ".join)


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_a_damaged_sentence_differs_by_the_edits_recorded(seed, n_edits):
    damaged, edits = damage(SENTENCE, n_edits, Random(seed))
    assert len(edits) == n_edits
    assert damaged != SENTENCE
    expected = Counter(SENTENCE.split())
    for edit in edits:
        expected -= Counter(edit.before.split())
        expected += Counter(edit.after.split())
    assert Counter(damaged.split()) == expected


@given(texts, st.integers(0, 10**6), st.integers(1, 5))
def test_any_text_comes_out_changed_or_is_refused(text, seed, n_edits):
    try:
        damaged, _ = damage(text, n_edits, Random(seed))
    except EditError as error:
        assert text[:80] in str(error)
    else:
        assert damaged != text


@given(st.integers(0, 10**6))
def test_four_edits_are_of_four_kinds(seed):
    _, edits = damage(SENTENCE, 4, Random(seed))
    assert {edit.kind for edit in edits} == set(KINDS)


@given(st.integers(0, 10**6), st.integers(1, 6))
def test_an_edit_is_what_it_says(seed, n_edits):
    for edit in damage(SENTENCE, n_edits, Random(seed))[1]:
        before = edit.before.split()
        assert {
            "drop article": before[0] in ARTICLES and edit.after == "",
            "break agreement": AGREEMENT.get(edit.before) == edit.after,
            "swap neighbours": edit.after.split() == before[::-1] != before,
            "double a word": edit.after.split() == before * 2,
        }[edit.kind]


@given(st.integers(0, 10**6))
def test_stops_and_figures_stay_where_they_are(seed):
    damaged, _ = damage("on 7 May , the ferry was late .", 3, Random(seed))
    assert damaged.endswith(" .")
    assert " , " in damaged


def test_the_same_seed_does_the_same():
    assert damage(SENTENCE, 3, Random(5)) == damage(SENTENCE, 3, Random(5))


@pytest.mark.parametrize("text", ["", ".", "7 , 8", "that"])
def test_a_text_with_nothing_to_edit_is_named(text):
    with pytest.raises(EditError):
        damage(text, 1, Random(1))


@given(texts, st.integers(0, 10**6))
def test_a_shuffle_keeps_the_words_and_changes_their_order(text, seed):
    if len(set(text.split())) < 2:
        with pytest.raises(EditError):
            shuffled(text, Random(seed))
        return
    order = shuffled(text, Random(seed))
    assert Counter(order.split()) == Counter(text.split())
    assert order != text


def test_a_shuffle_leaves_nearly_no_word_with_its_neighbour():
    kept = 0
    pairs = set(pairwise(SENTENCE.split()))
    for seed in range(200):
        order = shuffled(SENTENCE, Random(seed)).split()
        kept += sum(pair in pairs for pair in pairwise(order))
    assert kept / 200 < 2.5  # of 17 neighbours; 1 is expected of words that all differ
