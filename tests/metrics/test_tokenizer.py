"""Offsets are exact in every script, and nothing is lost or altered."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.tokenizer import tokenize, words

ARTICLES = Path(__file__).parents[3] / "shared" / "data" / "highres_bbc" / "documents"
BLANKS = [" ", "\n", "\n\n", "\x1c", "\x85", "\u2028", "\u3000"]
ODD = list("\"'`.()<,:?#…“”’«£$3a。」字กำم؟،İ👩·\u0301\u200d\x00\ufeff\u200b\u2010\ud800")
PARTS = ["...", "--", "can", "not", "gonna", "'tis", "n't", "'s", *ODD, *BLANKS]
NASTY = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)


@given(st.one_of(st.text(), NASTY))
def test_every_character_but_white_space_is_in_one_token(text):
    tokens = tokenize(text)
    place = 0
    for start, end in tokens.spans:
        assert place <= start < end
        assert text[place:start].strip() == ""
        assert not any(character.isspace() for character in text[start:end])
        place = end
    assert text[place:].strip() == ""


@given(st.one_of(st.text(), NASTY))
def test_sentences_divide_the_tokens(text):
    tokens = tokenize(text)
    assert tokens.sentence_ends == sorted(set(tokens.sentence_ends))
    assert 0 not in tokens.sentence_ends
    assert tokens.sentence_ends[-1:] == ([len(tokens.spans)] if tokens.spans else [])


@pytest.mark.parametrize(
    "text, tokens",
    [
        ("", ""),
        (" \n\t ", ""),
        ("It's 3.5 km, isn't it?", "It 's 3.5 km , is n't it ?"),
        ('"Stop," he said.', '" Stop , " he said .'),
        ("“Stop,” he said.", "“ Stop , ” he said ."),
        ("''Stop'' `he` said ``so''.", "'' Stop '' ` he ` said `` so '' ."),
        ("state-of-the-art (well\u2010known)", "state-of-the-art ( well\u2010known )"),
        ("It cost £5 or €1.20.", "It cost £ 5 or € 1.20 ."),
        ("Wait... what?!", "Wait ... what ? !"),
        ("中国队3比1获胜。", "中 国 队 3 比 1 获 胜 。"),
        ("東京のTokyo駅", "東 京 の Tokyo 駅"),
        ("서울은 큽니다.", "서울은 큽니다 ."),
        ("مرحبا، كيف حالك؟", "مرحبا ، كيف حالك ؟"),
        ("भारत जीता। खेल", "भारत जीता । खेल"),
        ("นี้", "นี้"),
        ("¿Dónde está? ¡Aquí!", "¿ Dónde está ? ¡ Aquí !"),
        ("cafe\u0301 col·lega", "cafe\u0301 col·lega"),
    ],
)
def test_a_text_becomes(text, tokens):
    assert words(text) == tokens.split()


@pytest.mark.parametrize(
    "text, sentences",
    [
        ("One. Two! Three?", 3),
        ('He said "no." Then he left.', 2),
        ("A headline\n\nA sentence.", 2),
        ("A line\nbroken by hand.", 1),
        ("中国赢了。“真的？”他问。好", 4),
        ("मैं गया। वह आया।", 2),
        ("ماذا؟ نعم.", 2),
        ("", 0),
    ],
)
def test_sentences_of(text, sentences):
    assert len(tokenize(text).sentence_ends) == sentences


def test_offsets_count_code_points_beyond_the_basic_plane():
    text = "👩‍👧 𝒳 done"
    assert [text[start:end] for start, end in tokenize(text).spans] == ["👩‍👧", "𝒳", "done"]
    assert tokenize(text).spans[-1] == (6, 10)


@pytest.mark.skipif(not ARTICLES.is_dir(), reason="needs the optional ../shared/data/highres_bbc")
def test_it_agrees_with_the_tokens_of_the_study():
    """F1 against the CoreNLP tokens and sentences of the 50 articles."""
    ours, theirs, our_ends, their_ends = set(), set(), set(), set()
    for path in ARTICLES.iterdir():
        sentences = [s["tokens"] for s in json.loads(path.read_text("utf-8"))["sentences"]]
        text = [" "] * sentences[-1][-1]["characterOffsetEnd"]
        for token in (token for sentence in sentences for token in sentence):
            span = token["characterOffsetBegin"], token["characterOffsetEnd"]
            text[slice(*span)] = token["originalText"]
            theirs.add((path, span))
        their_ends |= {(path, sentence[-1]["characterOffsetEnd"]) for sentence in sentences}
        tokens = tokenize("".join(text))
        ours |= {(path, span) for span in tokens.spans}
        our_ends |= {(path, tokens.spans[end - 1][1]) for end in tokens.sentence_ends}
    assert 2 * len(ours & theirs) / (len(ours) + len(theirs)) > 0.998
    assert 2 * len(our_ends & their_ends) / (len(our_ends) + len(their_ends)) > 0.998
