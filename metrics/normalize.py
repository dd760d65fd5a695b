"""What counts as the same token: lower case, one quote mark, plain brackets (SPEC section 0)."""

from collections.abc import Iterable

MODES = ("both", "document", "none")
"""Which texts are normalised: both sides (default), the document only ("as published"), or none."""

_SAME = dict.fromkeys(("``", "''", "\u201c", "\u201d", "\u201e", "\u201f", "\xab", "\xbb"), '"')
_SAME |= {"-lrb-": "(", "-rrb-": ")"}


def normalize_token(token: str) -> str:
    """Lower-case one token and map treebank quotes and brackets to the marks they stand for.

    Examples
    --------
    >>> normalize_token("-LRB-"), normalize_token("``"), normalize_token("U.S.")
    ('(', '"', 'u.s.')
    """
    token = token.lower()
    return _SAME.get(token, token)


def normalize_tokens(tokens: Iterable[str]) -> list[str]:
    """Normalise the tokens of one text for matching; as many come out as went in.

    Nothing else is done: punctuation stays a token, no stemming, no stop words, no splitting.

    Examples
    --------
    >>> normalize_tokens(["``", "Fox", "-RRB-", "."])
    ['"', 'fox', ')', '.']
    """
    return [normalize_token(token) for token in tokens]


class Forms(dict[str, str]):
    """Token -> normalised token, remembering the answers (`Forms()[token]`).

    A text repeats its words, so scoring looks forms up instead of computing them. The memory is
    bounded: at `limit` entries the table starts afresh.
    """

    def __init__(self, limit: int = 100_000) -> None:
        super().__init__()
        self.limit = limit

    def __missing__(self, token: str) -> str:
        if len(self) >= self.limit:
            self.clear()
        form = self[token] = normalize_token(token)
        return form


def checked_mode(mode: str) -> str:
    """Return `mode`, or raise ValueError unless it is one of MODES."""
    if mode not in MODES:
        raise ValueError(f"normalize must be one of {', '.join(MODES)}, got {mode!r}")
    return mode
