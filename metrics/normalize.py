"""What counts as the same token: lower case, one quote mark, plain brackets (SPEC section 0)."""

from collections.abc import Iterable

MODES = ("both", "document", "none")
"""Which texts are normalised: both sides (default), the document only ("as published"), or none."""

_SAME = dict.fromkeys(("``", "''", "\u201c", "\u201d", "\u201e", "\u201f", "\xab", "\xbb"), '"')
_SAME |= {"-lrb-": "(", "-rrb-": ")"}


def normalize_tokens(tokens: Iterable[str]) -> list[str]:
    """Lower-case tokens and map treebank quotes and brackets to the marks they stand for.

    Nothing else is done: punctuation stays a token, no stemming, no stop words, no splitting.

    Examples
    --------
    >>> normalize_tokens(["``", "Fox", "-RRB-", "."])
    ['"', 'fox', ')', '.']
    """
    return [_SAME.get(lower := token.lower(), lower) for token in tokens]


def checked_mode(mode: str) -> str:
    """Return `mode`, or raise ValueError unless it is one of MODES."""
    if mode not in MODES:
        raise ValueError(f"normalize must be one of {', '.join(MODES)}, got {mode!r}")
    return mode
