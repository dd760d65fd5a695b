"""Paragraphs lie where the source says, or where the text shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.paragraphs import paragraphs_of
from corpus.problems import RowErrors


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("One. Two.", ["One. Two."]),
        ("One.\nTwo.", ["One.", "Two."]),
        ("One\ntwo.\n\nThree.", ["One\ntwo.", "Three."]),
        ("One\r\ntwo.\r\n \t\r\nThree.\r\n", ["One\r\ntwo.", "Three.\r\n"]),
        ("\n\n One. \n\n\n\nTwo.\n\n", [" One. ", "Two."]),
        ("Eins.\u2029Zwei.", ["Eins.", "Zwei."]),
        ("一。\n二。", ["一。", "二。"]),
    ],
)
def test_without_paragraphs_blank_lines_or_else_lines_separate(
    text: str, paragraphs: list[str]
) -> None:
    assert [text[start:end] for start, end in paragraphs_of(None, text)] == paragraphs


def test_paragraphs_given_as_texts_are_found_in_order() -> None:
    assert paragraphs_of(["a b", "a b"], "a b  a b\n") == [(0, 3), (5, 8)]


def test_paragraphs_given_as_ends_are_taken() -> None:
    assert paragraphs_of([3, 7], "One Two") == [(0, 3), (3, 7)]


@pytest.mark.parametrize(
    ("given_paragraphs", "told"),
    [
        ("One", "must be a list of paragraphs, got 'One'"),
        ([], "must be a list of paragraphs, got []"),
        ([1, "Two"], "must hold texts, or the offsets of their ends, got [1, 'Two']"),
        ([True], "must hold texts, or the offsets of their ends, got [True]"),
        (["Two"], "paragraph 1 does not continue it: 'Two'"),
        (["One", "Three"], "paragraph 2 does not continue it: 'Three'"),
        (["One", ""], "paragraph 2 does not continue it: ''"),
        (["One"], "after the last one comes ' Two'"),
        ([3], "must be rising character offsets up to 7, the end of the text, got [3]"),
        ([3, 3, 7], "got [3, 3, 7]"),
        ([3, 8], "got [3, 8]"),
        ([-1, 7], "got [-1, 7]"),
    ],
)
def test_paragraphs_that_do_not_fit_the_text_are_refused(
    given_paragraphs: object, told: str
) -> None:
    with pytest.raises(RowErrors) as caught:
        paragraphs_of(given_paragraphs, "One Two")
    ((field, message),) = caught.value.errors
    assert field == "paragraphs"
    assert told in message


@given(st.text())
def test_every_visible_character_lies_in_exactly_one_paragraph(text: str) -> None:
    spans = paragraphs_of(None, text)
    inside = [i for start, end in spans for i in range(start, end)]
    assert inside == sorted(set(inside))
    assert {i for i, char in enumerate(text) if not char.isspace()} <= set(inside)
    assert all(text[start:end].strip() for start, end in spans)
