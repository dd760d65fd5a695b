"""Many documents at once score what each of them scores alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics import scorer as scorer_module
from metrics.hrouge import hrouge, or_none, rouge
from metrics.scorer import Judged, Scorer
from metrics.spans import SpanError
from metrics.weights import token_weights

WORDS = st.lists(st.sampled_from(["a", "b", "B", "``", '"', "-LRB-", "("]), max_size=9)


@st.composite
def judged(draw):
    document = draw(WORDS)
    spans = st.tuples(st.integers(0, len(document)), st.integers(0, len(document)))
    rows = st.lists(spans.filter(lambda span: span[0] < span[1]), max_size=3)
    rows = rows if document else st.just([])
    return Judged(document, draw(st.lists(rows, max_size=3)), draw(st.lists(WORDS, max_size=3)))


OPTIONS = st.fixed_dictionaries(
    {
        "normalize": st.sampled_from(["both", "document", "none"]),
        "variant": st.sampled_from(["highres", "harness"]),
    }
)


@given(st.lists(judged(), max_size=4), OPTIONS)
def test_a_chunk_scores_as_its_documents_do_alone_to_the_last_bit(chunk, options):
    scores = Scorer(n=[1, 2, 3], word_limit=9, **options).score(chunk)
    normalize = options["normalize"]
    for n in (1, 2, 3):
        alone = [
            hrouge(one.document, summary, weights, n, options["variant"], normalize=normalize)
            for one in chunk
            for weights in [token_weights(one.highlights, len(one.document), 9)]
            for summary in one.summaries
        ]
        plain = [
            rouge(one.document, s, n, normalize=normalize) for one in chunk for s in one.summaries
        ]
        for of_chunk, of_each in ((scores.hrouge[n], alone), (scores.rouge[n], plain)):
            for name in ("precision", "recall", "f1"):
                values = [or_none(value) for value in getattr(of_chunk, name).tolist()]
                assert values == [getattr(score, name) for score in of_each]


@given(st.lists(judged(), max_size=5), st.integers(0, 5))
def test_how_a_stream_is_cut_into_chunks_does_not_matter(documents, cut):
    whole, parts = Scorer(word_limit=9), Scorer(word_limit=9)
    together = whole.score(documents)
    halves = [parts.score(documents[:cut]), parts.score(documents[cut:])]
    for n in (1, 2):
        recall = np.concatenate([half.hrouge[n].recall for half in halves])
        np.testing.assert_array_equal(together.hrouge[n].recall, recall)


def test_lengths_are_those_of_all_annotators():
    documents = [Judged(["a"] * 5, [[(0, 2), (1, 3)], []], []), Judged(["b"] * 3, [[(0, 1)]], [])]
    assert Scorer().score(documents).lengths.tolist() == [3, 0, 1]


def test_a_bad_span_is_told_by_the_row_of_its_annotator():
    documents = [Judged(["a"], [[(0, 1)]], []), Judged(["b"], [[(0, 1)], [(0, 2)]], [])]
    with pytest.raises(SpanError) as error:
        Scorer().score(documents)
    ((row, message),) = error.value.problems
    assert (row, message[:11]) == (2, "span [0, 2]")


def test_forgetting_the_vocabulary_changes_no_score(monkeypatch):
    fox = Judged(["The", "fox"], [[(0, 1)]], [["the", "cat"]])
    scorer = Scorer()
    before = scorer.score([fox]).hrouge[1].precision
    monkeypatch.setattr(scorer_module, "MOST_WORDS", 1)
    assert scorer.score([fox]).hrouge[1].precision == before


@pytest.mark.parametrize(
    "option, named",
    [
        ({"n": [1, 0]}, "n must be an integer from 1 to 100, got 0"),
        ({"n": [10**9]}, "got 1000000000"),
        ({"word_limit": 0}, "word_limit must be a positive integer, got 0"),
        ({"normalize": ""}, "normalize must be one of both, document, none, got ''"),
        ({"variant": "x"}, "variant must be one of highres, harness, got 'x'"),
    ],
)
def test_a_bad_option_is_named_before_anything_is_scored(option, named):
    with pytest.raises(ValueError, match=named):
        Scorer(**option)
