"""A text as Stanford CoreNLP split it, with the paragraphs that HighRES adds.

`word` is the form that is scored (-LRB-, ``), `originalText` what stands in the article. The
offsets rebuild the article: between two tokens lie as many blanks as the offsets leave room for.
"""

from itertools import accumulate
from typing import Any

from corpus.fields import MOST_CHARACTERS, checked_text
from corpus.problems import RowErrors, shown
from corpus.splitting import SplitText

TOKENIZER = "corenlp"


def split_of(parsed: dict[str, Any], external_id: str) -> SplitText:
    """Read CoreNLP's JSON; raises RowErrors naming the first token or index that is wrong."""
    if parsed.get("doc_id", external_id) != external_id:
        raise RowErrors(
            ("doc_id", f"must be the file's name {external_id!r}, got {shown(parsed['doc_id'])}")
        )
    sentences = _sentences(parsed)
    text, tokens = _rebuilt(sentences)
    sentence_ends = list(accumulate(len(sentence) for sentence in sentences))
    return SplitText(
        text=checked_text(text, "originalText"),
        tokens=tokens,
        words=[token["word"] for sentence in sentences for token in sentence],
        sentence_ends=sentence_ends,
        paragraph_ends=_paragraph_ends(parsed.get("paragraph"), sentence_ends),
        tokenizer=TOKENIZER,
    )


def _sentences(parsed: dict[str, Any]) -> list[list[dict[str, Any]]]:
    sentences = parsed.get("sentences")
    if not isinstance(sentences, list) or not sentences:
        raise RowErrors(("sentences", f"must be a list of sentences, got {shown(sentences)}"))
    for s, sentence in enumerate(sentences):
        tokens = sentence.get("tokens") if isinstance(sentence, dict) else None
        if not isinstance(tokens, list) or not tokens:
            raise RowErrors((f"sentences[{s}]", "must have tokens"))
        for t, token in enumerate(tokens):
            _check_token(token, f"sentences[{s}].tokens[{t}]")
    return [sentence["tokens"] for sentence in sentences]


def _check_token(token: Any, place: str) -> None:
    if not isinstance(token, dict):
        raise RowErrors((place, f"must be a token, got {shown(token)}"))
    for field in ("word", "originalText"):
        checked_text(token.get(field), f"{place}.{field}")
    for field in ("characterOffsetBegin", "characterOffsetEnd"):
        offset = token.get(field)
        if isinstance(offset, bool) or not isinstance(offset, int) or offset < 0:
            raise RowErrors((f"{place}.{field}", f"must be an offset, got {shown(offset)}"))


def _rebuilt(sentences: list[list[dict[str, Any]]]) -> tuple[str, list[tuple[int, int]]]:
    """The text and its tokens' intervals.

    CoreNLP counts UTF-16 units, our offsets are code points: `surplus` is by how many units the
    tokens so far were longer than their characters.
    """
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    at = surplus = 0
    for s, sentence in enumerate(sentences):
        for t, token in enumerate(sentence):
            original = token["originalText"]
            begin, end = token["characterOffsetBegin"], token["characterOffsetEnd"]
            start = begin - surplus
            n_units = len(original.encode("utf-16-le")) // 2
            fits = end - begin in (len(original), n_units)
            if not fits or not at <= start <= MOST_CHARACTERS:
                raise RowErrors(
                    (
                        f"sentences[{s}].tokens[{t}]",
                        f"must lie after the token before it and be as long as its text "
                        f"{shown(original)}, got the offsets {begin} to {end}",
                    )
                )
            surplus += end - begin - len(original)
            parts += [" " * (start - at), original]
            at = start + len(original)
            spans.append((start, at))
    return "".join(parts), spans


def _paragraph_ends(paragraph: Any, sentence_ends: list[int]) -> list[int]:
    """Token indexes at which paragraphs end.

    `endSentIndex` counts sentences: 0, then where each paragraph ends. It was made before CoreNLP
    split the text, and in 13 of the 50 articles counts more sentences than there are: what lies
    beyond the last sentence is left out.
    """
    if paragraph is None:
        return sentence_ends[-1:]
    ends = paragraph.get("endSentIndex") if isinstance(paragraph, dict) else None
    if (
        not isinstance(ends, list)
        or not all(isinstance(end, int) and not isinstance(end, bool) for end in ends)
        or any(later <= earlier for earlier, later in zip([-1, *ends], ends, strict=False))
    ):
        raise RowErrors(("paragraph.endSentIndex", f"must be rising indexes, got {shown(ends)}"))
    inside = [sentence_ends[end - 1] for end in ends if 0 < end < len(sentence_ends)]
    return [*inside, sentence_ends[-1]]
