"""A control looks like the summaries around it: same case, same spacing."""

import pytest

from evaluation.surface import Surface, in_form, surface_form

LOWER_SPACED = Surface(is_lower=True, is_spaced=True)
PRINTED = Surface(is_lower=False, is_spaced=False)


@pytest.mark.parametrize(
    ("texts", "surface"),
    [
        (["a cat sat , it said .", "no stop here"], LOWER_SPACED),
        (["A cat sat, it said.", "No stop here"], PRINTED),
        (["A cat sat , it said .", "The end ."], Surface(is_lower=False, is_spaced=True)),
        (["a cat sat.", "the end."], Surface(is_lower=True, is_spaced=False)),
        (["One .", "two .", "three ."], LOWER_SPACED),
        (["costs 3.5 pounds", "at 10:30 Monday"], PRINTED),
        ([], PRINTED),
    ],
)
def test_most_texts_decide(texts, surface):
    assert surface_form(texts) == surface


@pytest.mark.parametrize(
    ("text", "surface", "shown"),
    [
        ("It's over, Bob said.", LOWER_SPACED, "it 's over , bob said ."),
        ("It's over,\n Bob said.", PRINTED, "It's over, Bob said."),
        ("already spaced , so .", LOWER_SPACED, "already spaced , so ."),
        ("small at the start.", PRINTED, "Small at the start."),
    ],
)
def test_a_text_takes_the_form(text, surface, shown):
    assert in_form(text, surface) == shown


def test_the_tokens_of_an_article_are_not_split_again():
    assert in_form("3-day", LOWER_SPACED, ["3", "-", "Day"]) == "3 - day"
