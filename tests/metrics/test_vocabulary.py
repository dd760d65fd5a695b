"""Numbers are equal exactly where tokens count as the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.normalize import normalize_tokens
from metrics.vocabulary import Vocabulary

TEXTS = st.lists(st.lists(st.sampled_from(["A", "a", "``", '"', "''", "-LRB-", "(", "é", "É"])))


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=3), st.sampled_from(["both", "document", "none"]))
def test_numbers_are_equal_where_forms_are(stream, mode):
    vocabulary, numbers, forms = Vocabulary(mode), [], []
    for documents, summaries in stream:
        numbers += vocabulary.of_documents(documents).tolist()
        numbers += vocabulary.of_summaries(summaries).tolist()
        for texts, normalized in ((documents, mode != "none"), (summaries, mode == "both")):
            for text in texts:
                forms += normalize_tokens(text) if normalized else text
    assert len(numbers) == len(forms)
    assert len(set(zip(numbers, forms, strict=True))) == len(set(numbers)) == len(set(forms))
    assert all(0 <= number < len(vocabulary) for number in numbers)


def test_every_character_has_a_form_that_is_its_own_form():
    """The vocabulary takes a form for a form of itself."""
    characters = [chr(i) for i in range(0x110000)]
    forms = normalize_tokens(characters)
    assert normalize_tokens(forms) == forms


def test_an_unknown_mode_is_named():
    with pytest.raises(ValueError, match="normalize must be one of both, document, none"):
        Vocabulary("summary")
