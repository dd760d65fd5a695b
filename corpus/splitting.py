"""A text split into words, sentences and paragraphs: once, when it is loaded."""

from collections.abc import Iterable
from dataclasses import dataclass

from metrics.tokenizer import TOKENIZER, tokenize

Span = tuple[int, int]


@dataclass(frozen=True)
class SplitText:
    """A text and its tokens; the fields are those of `corpus.models.Document`."""

    text: str
    tokens: list[Span]
    words: list[str]
    sentence_ends: list[int]
    paragraph_ends: list[int]
    tokenizer: str


def split_text(text: str, paragraphs: Iterable[Span]) -> SplitText:
    """Split each paragraph by itself, so that no sentence and no token runs over its end.

    >>> split = split_text("One. Two.\\nThree", [(0, 9), (10, 15)])
    >>> split.words, split.sentence_ends, split.paragraph_ends
    (['One', '.', 'Two', '.', 'Three'], [2, 4, 5], [4, 5])
    """
    tokens: list[Span] = []
    sentence_ends: list[int] = []
    paragraph_ends: list[int] = []
    for start, end in paragraphs:
        part = tokenize(text[start:end])
        sentence_ends += [len(tokens) + index for index in part.sentence_ends]
        tokens += [(start + first, start + last) for first, last in part.spans]
        paragraph_ends.append(len(tokens))
    return SplitText(
        text=text,
        tokens=tokens,
        words=[text[start:end] for start, end in tokens],
        sentence_ends=sentence_ends,
        paragraph_ends=paragraph_ends,
        tokenizer=TOKENIZER,
    )
