"""A text is split with exact offsets, whatever its script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.paragraphs import paragraphs_of
from corpus.splitting import SplitText, split_text

SCRIPTS = [
    "أعلنت الحكومة يوم الاثنين، أن «الميناء» أُغلق. لماذا؟",
    "政府星期一宣布，港口已经关闭。为什么？",
    "नई दिल्ली में बारिश हुई। क्यों?",
    "เรือข้ามฟากจมลงเมื่อวันจันทร์",
    "Die Fähre sank. „Niemand“ wurde verletzt – sagt Zoë O’Brien.",
    "e\u0301te\u0301 nai\u0308ve 👩‍👩‍👧‍👦🏳️‍🌈 👍🏽 done.",
    "Zero\u200bwidth, no\u00a0break, soft\u00adhyphen, \ufeffmark.",
    "One.\r\nTwo \"three\".\r\n\r\nFour's 5,000.50 (U.S.) ``five''.",
    "𝒜𝓁𝓅𝒽𝒶 𐍈 beyond the basic plane.",
    "שלום עולם. \u202bמימין לשמאל\u202c",
]

EVERY_SCRIPT = st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from([*SCRIPTS, "\r\n", "\n\n", "\u00a0", " ", "\u200d"]), max_size=6).map(
        "".join
    ),
)


def split(text: str) -> SplitText:
    return split_text(text, paragraphs_of(None, text))


def assert_is_a_partition(result: SplitText) -> None:
    """Tokens in order, without overlap, and no visible character outside of them."""
    text = result.text
    inside = [i for start, end in result.tokens for i in range(start, end)]
    assert inside == sorted(set(inside))
    assert all(0 <= start < end <= len(text) for start, end in result.tokens)
    assert {i for i, char in enumerate(text) if not char.isspace()} <= set(inside)


@given(EVERY_SCRIPT)
def test_tokens_partition_any_text(text: str) -> None:
    assert_is_a_partition(split(text))


@given(EVERY_SCRIPT)
def test_words_are_the_text_at_their_offsets(text: str) -> None:
    result = split(text)
    assert result.words == [text[start:end] for start, end in result.tokens]


@given(EVERY_SCRIPT)
def test_ends_rise_to_the_number_of_tokens_and_paragraphs_end_sentences(text: str) -> None:
    result = split(text)
    for ends in (result.sentence_ends, result.paragraph_ends):
        assert ends == sorted(set(ends))
        assert ends[-1:] == ([len(result.tokens)] if result.tokens else [])
    assert set(result.paragraph_ends) <= set(result.sentence_ends)


@pytest.mark.parametrize("text", SCRIPTS)
def test_each_script_is_split_into_words(text: str) -> None:
    result = split(text)
    assert_is_a_partition(result)
    assert len(result.tokens) > 3


def test_a_paragraph_ends_a_sentence_without_a_full_stop() -> None:
    result = split("A heading\nThe ferry sank")
    assert result.sentence_ends == result.paragraph_ends == [2, 5]


def test_crlf_counts_as_two_characters() -> None:
    assert split("One\r\nTwo").tokens == [(0, 3), (5, 8)]


def test_an_emoji_counts_as_its_code_points() -> None:
    assert split("👍🏽 yes").tokens[-1] == (3, 6)
