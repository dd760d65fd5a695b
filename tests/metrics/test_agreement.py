"""Agreement on one document by hand, and against other implementations."""

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.agreement import binary_kappa, document_agreement

SPANS = st.tuples(st.integers(0, 9), st.integers(1, 10)).filter(lambda span: span[0] < span[1])
ANNOTATORS = st.lists(st.lists(SPANS, max_size=3), max_size=5)


def test_a_document_by_hand():
    # 5 tokens, 3 annotators: counts 3 2 0 0 1. P_i = 1, 1/3, 1, 1, 1/3, mean 11/15.
    # p = 6/15, P_e = 4/25 + 9/25 = 13/25; kappa = (11/15 - 13/25) / (12/25) = 4/9.
    agreement = document_agreement([[(0, 2)], [(0, 1), (1, 2)], [(0, 1), (4, 5)]], n_tokens=5)
    assert agreement.fleiss_kappa == pytest.approx(4 / 9)
    assert agreement.coverage == 3 / 5
    assert agreement.second_half == 1 / 3
    assert agreement.second_half_instances == 1 / 6


@pytest.mark.parametrize("n_tokens, late", [(4, [2, 3]), (5, [3, 4])])
def test_the_second_half_begins_at_half_the_length(n_tokens, late):
    for j in range(n_tokens):
        share = document_agreement([[(j, j + 1)]], n_tokens).second_half
        assert share == (1 if j in late else 0)


def test_nothing_highlighted_leaves_kappa_and_the_second_half_undefined():
    agreement = document_agreement([[], []], n_tokens=3)
    assert agreement.fleiss_kappa is agreement.alpha is agreement.second_half is None
    assert agreement.coverage == 0


def test_everything_highlighted_leaves_kappa_undefined():
    agreement = document_agreement([[(0, 3)], [(0, 3)]], n_tokens=3)
    assert agreement.fleiss_kappa is None
    assert agreement.coverage == 1


def test_one_annotator_does_not_agree():
    agreement = document_agreement([[(0, 1)]], n_tokens=2)
    assert agreement.fleiss_kappa is None
    assert agreement.coverage == 0.5


@pytest.mark.parametrize("rows, n_tokens", [([], 3), ([[], []], 0), ([], 0)])
def test_without_annotators_or_tokens_nothing_is_defined(rows, n_tokens):
    agreement = document_agreement(rows, n_tokens)
    assert agreement.fleiss_kappa is agreement.coverage is agreement.second_half is None


def test_a_bad_span_is_named():
    with pytest.raises(ValueError, match=r"annotator 0: span \[2, 4\].*<= 3"):
        document_agreement([[(2, 4)]], n_tokens=3)


def test_kappa_without_punctuation_leaves_its_tokens_out():
    assert binary_kappa([2, 0, 1], n_annotators=2) == pytest.approx(1 / 3)
    assert binary_kappa([2, 0], n_annotators=2) == 1


@given(ANNOTATORS)
def test_alpha_equals_the_krippendorff_package(annotators):
    labels = np.zeros((len(annotators), 10))
    for row, spans in zip(labels, annotators, strict=True):
        for start, end in spans:
            row[start:end] = 1
    agreement = document_agreement(annotators, 10)
    if len(annotators) > 1 and 0 < labels.mean() < 1:
        alpha = krippendorff.alpha(labels, level_of_measurement="nominal")
        assert agreement.alpha == pytest.approx(alpha, abs=1e-12)
    else:
        assert agreement.alpha is None


@given(ANNOTATORS)
def test_shares_lie_in_0_to_1_and_kappa_at_most_1(annotators):
    agreement = document_agreement(annotators, 10)
    shares = agreement.coverage, agreement.second_half, agreement.second_half_instances
    assert all(share is None or 0 <= share <= 1 for share in shares)
    assert agreement.fleiss_kappa is None or agreement.fleiss_kappa <= 1


@given(ANNOTATORS, st.randoms(use_true_random=False))
def test_agreement_ignores_the_order_of_annotators(annotators, random):
    before = document_agreement(annotators, 10)
    random.shuffle(annotators)
    assert document_agreement(annotators, 10) == before
