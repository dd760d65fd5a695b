"""Tokens as numbers, equal for tokens that count as the same (SPEC section 0)."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, compress, count, islice
from operator import ne

import numpy as np

from metrics.normalize import checked_mode, normalize_tokens
from metrics.spans import Integers


class Vocabulary:
    """Numbers for the tokens of documents and summaries that are compared with each other.

    It remembers every token it met, so a word is normalised once however often it is read. Keep
    one for a stream of texts, and never share it between threads.

    Parameters
    ----------
    normalize : one of `metrics.normalize.MODES`
        Which side is normalised; the tokens of the other count as they are.

    Examples
    --------
    >>> vocabulary = Vocabulary("document")
    >>> vocabulary.of_documents([["The", "fox"], ["the"]]).tolist()
    [2, 1, 2]
    >>> vocabulary.of_summaries([["The", "fox"]]).tolist()
    [0, 1]
    """

    def __init__(self, normalize: str) -> None:
        self._numbers: defaultdict[str, int] = defaultdict(count().__next__)
        self._form_of = np.empty(0, np.int64)  # of each number, the number of its form
        self._known = 0  # how many strings have their form there; it has room for more
        self._normalizes_documents = checked_mode(normalize) != "none"
        self._normalizes_summaries = normalize == "both"

    def __len__(self) -> int:
        """How many strings are remembered; numbers run from 0 to one less."""
        return len(self._numbers)

    def of_documents(self, texts: Sequence[Sequence[str]]) -> Integers:
        """Number the tokens of these documents, laid end to end."""
        return self._normal(texts) if self._normalizes_documents else self._given(texts)

    def of_summaries(self, texts: Sequence[Sequence[str]]) -> Integers:
        """Number the tokens of these summaries, laid end to end."""
        return self._normal(texts) if self._normalizes_summaries else self._given(texts)

    def _given(self, texts: Sequence[Sequence[str]]) -> Integers:
        tokens = chain.from_iterable(texts)
        return np.fromiter(map(self._numbers.__getitem__, tokens), np.int64, sum(map(len, texts)))

    def _normal(self, texts: Sequence[Sequence[str]]) -> Integers:
        """Number the tokens as they are, then look up which form each number stands for."""
        tokens = self._given(texts)
        self._learn(len(self._numbers) - self._known)
        return self._form_of[tokens]

    def _learn(self, n_fresh: int) -> None:
        """Find the forms of the strings numbered last; a form that is new is a form of itself."""
        fresh = list(islice(reversed(self._numbers), n_fresh))[::-1]
        forms = normalize_tokens(fresh)
        changed = compress(zip(count(self._known), forms), map(ne, fresh, forms))
        form_of = {number: self._numbers[form] for number, form in changed}
        self._known = len(self._numbers)
        if self._known > self._form_of.size:
            more = np.arange(self._form_of.size, 2 * self._known)
            self._form_of = np.append(self._form_of, more)
        self._form_of[list(form_of)] = list(form_of.values())
