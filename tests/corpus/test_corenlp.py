"""CoreNLP's tokens are taken as they are and rebuild the article."""

from typing import Any

import pytest

from corpus.formats.corenlp import split_of
from corpus.problems import RowErrors


def token(text: str, begin: int, end: int | None = None, word: str = "") -> dict[str, Any]:
    return {
        "word": word or text,
        "originalText": text,
        "characterOffsetBegin": begin,
        "characterOffsetEnd": begin + len(text) if end is None else end,
    }


def parsed(*sentences: list[dict[str, Any]], ends: Any = None) -> dict[str, Any]:
    made: dict[str, Any] = {"sentences": [{"tokens": tokens} for tokens in sentences]}
    return made if ends is None else made | {"paragraph": {"endSentIndex": ends}}


def test_the_text_is_rebuilt_from_the_offsets() -> None:
    split = split_of(parsed([token("(", 0, word="-LRB-"), token("He", 1)], [token("ran", 5)]), "x")
    assert split.text == "(He  ran"
    assert split.tokens == [(0, 1), (1, 3), (5, 8)]
    assert split.words == ["-LRB-", "He", "ran"]
    assert (split.sentence_ends, split.paragraph_ends) == ([2, 3], [3])


def test_offsets_in_utf16_units_become_code_points() -> None:
    split = split_of(parsed([token("𝒜👍", 0, 4), token("b", 5), token("👍", 6, 8)]), "x")
    assert split.text == "𝒜👍 b👍"
    assert [split.text[start:end] for start, end in split.tokens] == ["𝒜👍", "b", "👍"]


def test_offsets_in_code_points_are_taken_too() -> None:
    split = split_of(parsed([token("👍", 0), token("b", 2)]), "x")
    assert split.text == "👍 b"


@pytest.mark.parametrize(
    ("ends", "paragraph_ends"),
    [
        ([0, 1, 3], [1, 3]),
        ([0, 3], [3]),
        ([0, 2], [2, 3]),
        ([0, 1, 7, 9], [1, 3]),
        ([0], [3]),
        ([], [3]),
    ],
)
def test_paragraphs_end_at_sentences_and_never_beyond_the_last(
    ends: list[int], paragraph_ends: list[int]
) -> None:
    sentences = [[token("a", 0)], [token("b", 2)], [token("c", 4)]]
    assert split_of(parsed(*sentences, ends=ends), "x").paragraph_ends == paragraph_ends


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ({}, "'sentences' must be a list of sentences, got None"),
        ({"sentences": []}, "'sentences' must be a list of sentences, got []"),
        ({"sentences": ["x"]}, "'sentences[0]' must have tokens"),
        (parsed([]), "'sentences[0]' must have tokens"),
        ({"sentences": [{"tokens": ["x"]}]}, "'sentences[0].tokens[0]' must be a token, got 'x'"),
        (
            parsed([token("a", 0) | {"word": None}]),
            "'sentences[0].tokens[0].word' must be a text, got None",
        ),
        (
            parsed([token("a", 0) | {"characterOffsetEnd": 1.0}]),
            "'sentences[0].tokens[0].characterOffsetEnd' must be an offset, got 1.0",
        ),
        (
            parsed([token("ab", 0), token("c", 1)]),
            "'sentences[0].tokens[1]' must lie after the token before it",
        ),
        (
            parsed([token("ab", 0, 3)]),
            "'sentences[0].tokens[0]' must lie after the token before it and be as long as its "
            "text 'ab', got the offsets 0 to 3",
        ),
        (parsed([token("a", 10**12)]), "'sentences[0].tokens[0]' must lie after"),
        (parsed([token("a", 0)], ends=[0, 0]), "'paragraph.endSentIndex' must be rising indexes"),
        (parsed([token("a", 0)], ends=[-1]), "'paragraph.endSentIndex' must be rising indexes"),
        (parsed([token("a", 0)], ends="1"), "'paragraph.endSentIndex' must be rising indexes"),
        (
            parsed([token("a", 0)]) | {"doc_id": "y"},
            "'doc_id' must be the file's name 'x', got 'y'",
        ),
    ],
)
def test_what_does_not_fit_is_told(source: dict[str, Any], told: str) -> None:
    with pytest.raises(RowErrors) as caught:
        split_of(source, "x")
    assert str(caught.value).startswith(told)
