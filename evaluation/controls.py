"""Control summaries made of sentences of articles.

Good is an unedited sentence. Mediocre is one damaged by seeded edits, bad is a damaged one with
all its words shuffled. Each of a sheet's three is of another sentence, so that they do not show
what they are by having the same words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from corpus.models import ControlSummary, Document
from evaluation.edits import damage, shuffled
from evaluation.surface import Surface, in_form

Role = ControlSummary.Role
SHORTEST, LONGEST = 8, 35
"""Tokens of a sentence that may be taken: as many as summaries of one sentence have."""
_ENDS = {".", "!", "?"}
_MARKS = _ENDS | {",", "%", "£", "$", "€", "#", "-", "–"}
_SEED_BITS = 48
# What a sentence alone cannot be understood by: a judge of clarity would rightly mark it down.
_POINTING = {
    *("he", "she", "it", "they", "him", "her", "them", "his", "its", "their", "theirs", "hers"),
    *("this", "that", "these", "those", "here", "there", "then", "such", "both", "also", "but"),
    *("i", "we", "you", "my", "our", "your", "us", "me"),
}


@dataclass(frozen=True)
class Sentence:
    """A sentence of an article, in the form of the summaries around it."""

    document_id: int
    text: str


@dataclass(frozen=True)
class Control:
    """A text of known quality; `edits` is how it was made, by `seed`."""

    role: str
    document_id: int
    text: str
    seed: int | None = None
    edits: list[dict[str, Any]] = field(default_factory=list)

    @property
    def identity(self) -> tuple[str, int, str]:
        return self.role, self.document_id, self.text


def sentences_of(document: Document, surface: Surface) -> Iterator[Sentence]:
    """The sentences of an article that can stand alone.

    Of reasonable length, with a stop, without quotation or brackets, and without words that point
    elsewhere.
    """
    start = 0
    for end in document.sentence_ends:
        words = document.words[start:end]
        if _stands_alone(words):
            first, last = document.tokens[start][0], document.tokens[end - 1][1]
            text = in_form(document.text[first:last], surface, words)
            yield Sentence(document.pk, text)
        start = end


def _stands_alone(words: Sequence[str]) -> bool:
    return (
        SHORTEST <= len(words) <= LONGEST
        and words[-1] in _ENDS
        and all(word in _MARKS or _is_word(word) for word in words)
        and _POINTING.isdisjoint(word.lower() for word in words)
    )


def _is_word(word: str) -> bool:
    """No quotation mark, and no bracket, however it is written (-LRB-)."""
    is_bracket = word.startswith("-") and word.endswith("-")
    return not is_bracket and any(letter.isalnum() for letter in word)


def make_control(role: str, sentence: Sentence, *, n_edits: int, seed: int) -> Control:
    """One control of a sentence; the same seed makes the same. Raises EditError."""
    rng = Random(seed)
    if role == Role.GOOD:
        return Control(role, sentence.document_id, sentence.text, seed)
    text, edits = damage(sentence.text, n_edits, rng)
    told = [asdict(edit) for edit in edits]
    if role == Role.BAD:
        text = shuffled(text, rng)
        told.append({"kind": "shuffle all words"})
    return Control(role, sentence.document_id, text, seed, told)


def make_triple(sentences: Sequence[Sentence], *, n_edits: int, rng: Random) -> list[Control]:
    """Good, mediocre and bad of these three sentences."""
    return [
        make_control(role, sentence, n_edits=n_edits, seed=rng.getrandbits(_SEED_BITS))
        for role, sentence in zip(Role.values, sentences, strict=True)
    ]
