"""Damage to a sentence: small edits that break its grammar, and the shuffle of all its words.

Words are what stands between blanks. An edit touches only words of letters, and no word that
another edit touched, so that none undoes another.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

ARTICLES = {"a", "an", "the"}
AGREEMENT = {
    "is": "are",
    "are": "is",
    "was": "were",
    "were": "was",
    "has": "have",
    "have": "has",
    "does": "do",
    "do": "does",
    "says": "say",
    "say": "says",
}
BINDING = ARTICLES | {
    *("of", "in", "to", "at", "for", "with", "by", "from", "on", "into", "and", "or"),
    *("is", "are", "was", "were", "has", "have", "will", "would", "be", "been", "not"),
}
"""Words that hold a sentence together: exchanged with a neighbour, they break it."""
NOT_DOUBLED = {"that", "had"}
"""Doubled, these can still be English."""


class EditError(ValueError):
    """The text is too short for what was asked."""


@dataclass(frozen=True)
class Edit:
    """What was done: at the word `place` of the text as it was then, `before` became `after`."""

    kind: str
    place: int
    before: str
    after: str


@dataclass
class _Word:
    text: str
    is_free: bool = True


def damage(text: str, n_edits: int, rng: Random) -> tuple[str, list[Edit]]:
    """The text after `n_edits` edits, of as many kinds as can be. Raises EditError.

    >>> damage("the cat is on the mat .", 2, Random(4))[0]
    'the cat are on mat .'
    """
    words = [_Word(word, is_free=word.isalpha()) for word in text.split()]
    edits: list[Edit] = []
    used = Counter()
    for _ in range(n_edits):
        possible = {kind: places for kind in KINDS if (places := list(KINDS[kind].places(words)))}
        if not possible:
            raise EditError(f"{n_edits} edits are more than {text[:80]!r} can bear")
        rarest = min(used[kind] for kind in possible)
        kind = rng.choice([kind for kind in possible if used[kind] == rarest])
        edits.append(KINDS[kind].edit(words, rng.choice(possible[kind])))
        used[kind] += 1
    damaged = " ".join(word.text for word in words)
    if damaged == " ".join(text.split()):
        raise EditError(f"{text[:80]!r} is the same after {n_edits} edits")
    return damaged, edits


def shuffled(text: str, rng: Random) -> str:
    """All words in another order than theirs, drawn again until it is one. Raises EditError.

    >>> shuffled("one two", Random(1))
    'two one'
    """
    words = text.split()
    if len(set(words)) < 2:
        raise EditError(f"{text[:80]!r} has no other order")
    order = list(words)
    while order == words:
        rng.shuffle(order)
    return " ".join(order)


def _articles(words: list[_Word]) -> Iterator[int]:
    """Not at the end, where dropping one could leave a whole sentence."""
    for place, word in enumerate(words[:-1]):
        if word.is_free and word.text.lower() in ARTICLES:
            yield place


def _drop(words: list[_Word], place: int) -> Edit:
    dropped = words.pop(place)
    words[place].is_free = False
    return Edit("drop article", place, dropped.text, "")


def _verbs(words: list[_Word]) -> Iterator[int]:
    for place, word in enumerate(words):
        if word.is_free and word.text in AGREEMENT:
            yield place


def _disagree(words: list[_Word], place: int) -> Edit:
    before = words[place].text
    words[place] = _Word(AGREEMENT[before], is_free=False)
    return Edit("break agreement", place, before, AGREEMENT[before])


def _neighbours(words: list[_Word]) -> Iterator[int]:
    """Where the first binds, if such there are."""
    pairs = [
        place
        for place in range(len(words) - 1)
        if words[place].is_free
        and words[place + 1].is_free
        and words[place].text.lower() != words[place + 1].text.lower()
    ]
    binding = [place for place in pairs if words[place].text.lower() in BINDING]
    yield from binding or pairs


def _swap(words: list[_Word], place: int) -> Edit:
    first, second = words[place].text, words[place + 1].text
    words[place : place + 2] = [_Word(second, is_free=False), _Word(first, is_free=False)]
    return Edit("swap neighbours", place, f"{first} {second}", f"{second} {first}")


def _doubles(words: list[_Word]) -> Iterator[int]:
    for place, word in enumerate(words):
        if word.is_free and word.text.lower() not in NOT_DOUBLED:
            yield place


def _double(words: list[_Word], place: int) -> Edit:
    text = words[place].text
    words[place : place + 1] = [_Word(text, is_free=False), _Word(text.lower(), is_free=False)]
    return Edit("double a word", place, text, f"{text} {text.lower()}")


@dataclass(frozen=True)
class _Kind:
    """Where an edit is possible, and the edit."""

    places: Callable[[list[_Word]], Iterator[int]]
    edit: Callable[[list[_Word], int], Edit]


KINDS = {
    "drop article": _Kind(_articles, _drop),
    "break agreement": _Kind(_verbs, _disagree),
    "swap neighbours": _Kind(_neighbours, _swap),
    "double a word": _Kind(_doubles, _double),
}
