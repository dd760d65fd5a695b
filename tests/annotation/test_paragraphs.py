"""Words of an article in the units of the browser: whatever the script, they stay exact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.paragraphs import paragraphs_of, phrase
from corpus.models import Document


def document(text: str, tokens: list[tuple[int, int]], paragraph_ends: list[int]) -> Document:
    return Document(text=text, tokens=tokens, paragraph_ends=paragraph_ends, n_tokens=len(tokens))


def unpacked(words: str) -> list[tuple[int, int]]:
    """As static/annotation/words.js reads the attribute."""
    spans, at = [], 0
    for packed in words.split(" "):
        gap, _, length = packed.rpartition(":")
        start = at + int(gap or 1)
        at = start + int(length)
        spans.append((start, at))
    return spans


def shown_words(document: Document) -> list[str]:
    """The words as a browser would cut them out, counting in UTF-16 code units."""
    found = []
    for paragraph in paragraphs_of(document):
        units = paragraph.text.encode("utf-16-le", "surrogatepass")
        found += [
            units[2 * start : 2 * end].decode("utf-16-le")
            for start, end in unpacked(paragraph.words)
        ]
    return found


def test_a_word_after_one_blank_is_its_length_alone():
    [paragraph] = paragraphs_of(document('He says "no".', [(0, 2), (3, 7), (8, 9), (9, 11)], [4]))
    assert (paragraph.first_token, paragraph.words) == (0, "0:2 4 1 0:2")
    assert paragraph.text == 'He says "no'


def test_paragraphs_begin_at_their_first_word_and_know_its_index():
    made = document("One two\n\n  three", [(0, 3), (4, 7), (11, 16)], [2, 2, 3])
    assert [(p.first_token, p.text) for p in paragraphs_of(made)] == [(0, "One two"), (2, "three")]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("He said \U0001f600 twice", [(0, 2), (3, 7), (8, 9), (10, 15)]),
        ("\U0001f1eb\U0001f1f7 \U00020000字 x", [(0, 2), (3, 4), (4, 5), (6, 7)]),
        ("انتهى الإضراب.", [(0, 5), (6, 13), (13, 14)]),
        ("罢工结束了。", [(i, i + 1) for i in range(6)]),
        ("e\u0301te\u0301 fini", [(0, 5), (6, 10)]),
        ("<b> & 'x'", [(0, 1), (1, 2), (2, 3), (4, 5), (6, 9)]),
    ],
)
def test_offsets_are_exact_in_every_script(text, tokens):
    made = document(text, tokens, [len(tokens)])
    assert shown_words(made) == [text[start:end] for start, end in tokens]


def test_what_an_html_parser_would_drop_is_replaced_unit_for_unit():
    made = document("a\r\nb\x00c d", [(0, 1), (3, 6), (7, 8)], [3])
    [paragraph] = paragraphs_of(made)
    assert paragraph.text == "a \nb\ufffdc d"
    assert shown_words(made) == ["a", "b\ufffdc", "d"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1))
def test_any_words_survive(words):
    tokens, at = [], 0
    for word in words:
        tokens.append((at, at + len(word)))
        at += len(word) + 1
    made = document(" ".join(words), tokens, [len(tokens)])
    shown = [word.replace("\r", " ").replace("\x00", "\ufffd") for word in words]
    assert shown_words(made) == shown


def test_a_phrase_is_the_text_of_the_article_on_one_line():
    made = document("One two\n\nthree.", [(0, 3), (4, 7), (9, 14), (14, 15)], [2, 4])
    assert phrase(made, 1, 4) == "two three."
