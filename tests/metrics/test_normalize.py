"""SPEC section 0: case, quotes and brackets, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.normalize import normalize_tokens


@pytest.mark.parametrize(
    "token, form",
    [
        ("Fox", "fox"),
        ("ÉTÉ", "été"),
        ("``", '"'),
        ("''", '"'),
        ("\u201c", '"'),
        ("\u201d", '"'),
        ("-LRB-", "("),
        ("-rrb-", ")"),
        ("-LSB-", "-lsb-"),
        ("'", "'"),
        ("\u2019", "\u2019"),
        ("U.S.", "u.s."),
        ("re-open", "re-open"),
        (".", "."),
        ("", ""),
    ],
)
def test_a_token_becomes(token, form):
    assert normalize_tokens([token]) == [form]


@given(st.lists(st.text()))
def test_normalising_keeps_the_number_of_tokens(tokens):
    assert len(normalize_tokens(tokens)) == len(tokens)


@given(st.lists(st.text(alphabet="aB`'-LRB", max_size=5)))
def test_normalising_twice_is_normalising_once(tokens):
    assert normalize_tokens(normalize_tokens(tokens)) == normalize_tokens(tokens)
