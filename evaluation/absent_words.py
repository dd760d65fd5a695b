"""Words of a summary that readers marked in the article and the reference lacks (Figure 3).

What a reference cannot reward: such words are important to readers and yet cost the summary its
score where it is compared with the reference.
"""

from collections.abc import Sequence

from metrics.normalize import normalize_tokens

Piece = tuple[str, bool]
"""Some text, and whether its word is such a one."""


def absent_words(
    words: Sequence[str], article: Sequence[str], counts: Sequence[int], reference: Sequence[str]
) -> list[bool]:
    """For each word of the summary whether it is such a one; punctuation never is.

    counts: how many readers marked each token of the article. Words are compared as HROUGE does.

    >>> absent_words(["Ice", "and", "snow", "."], ["snow", "and", "."], [2, 0, 1], ["ice", "."])
    [False, False, True, False]
    """
    tokens = normalize_tokens(article)
    marked = {token for token, count in zip(tokens, counts, strict=True) if count}
    wanted = marked - set(normalize_tokens(reference))
    return [word in wanted and any(map(str.isalnum, word)) for word in normalize_tokens(words)]


def in_pieces(text: str, words: Sequence[str], flags: Sequence[bool]) -> list[Piece]:
    """The text cut at its words; where a word cannot be found in it, the words with blanks between.

    >>> in_pieces("Ice, snow.", ["Ice", ",", "snow", "."], [False, False, True, False])
    [('Ice, ', False), ('snow', True), ('.', False)]
    """
    pieces: list[Piece] = []
    end = 0
    for word, flag in zip(words, flags, strict=True):
        start = text.find(word, end)
        if start < 0:
            spaced = zip(words, flags, strict=True)
            return _joined([piece for each in spaced for piece in (each, (" ", False))])
        pieces += [(text[end:start], False), (word, flag)]
        end = start + len(word)
    return _joined([*pieces, (text[end:], False)])


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbours of one kind as one piece."""
    found: list[Piece] = []
    for text, flag in pieces:
        if not text:
            continue
        if found and found[-1][1] == flag:
            found[-1] = (found[-1][0] + text, flag)
        else:
            found.append((text, flag))
    return found
