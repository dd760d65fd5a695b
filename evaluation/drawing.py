"""Which controls are hidden on which sheet: hand-made ones first, then ones made of sentences."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random

from evaluation.controls import Control, Role, Sentence, make_triple
from evaluation.edits import EditError

_TRIES = 100


class DrawError(ValueError):
    """There are no controls for a sheet; the message says what is missing."""


class ControlDraw:
    """Draws three controls, good, mediocre and bad, for sheet after sheet.

    All are of articles that are not on the sheet. A hand-made triple is used once; a sentence again
    only when every other that may be used has been used as often.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        hand_made: Mapping[int, Sequence[Control]],
        *,
        n_edits: int,
        rng: Random,
    ) -> None:
        # A hand-made control may be a sentence as it stands in the article.
        taken = {control.text for triple in hand_made.values() for control in triple}
        self.sentences = [sentence for sentence in sentences if sentence.text not in taken]
        self.hand_made = dict(hand_made)
        self.n_edits = n_edits
        self.rng = rng
        self.uses: Counter[Sentence] = Counter()

    def triple(self, documents: Collection[int]) -> Sequence[Control]:
        """For a sheet of these articles; raises DrawError."""
        ready = sorted(set(self.hand_made) - set(documents))
        if ready:
            return self.hand_made.pop(self.rng.choice(ready))
        for _ in range(_TRIES):
            three = list(self._three(documents))
            if len(three) < len(Role):
                raise DrawError(
                    f"{len(three)} sentences fit for a control, {len(Role)} are needed, in "
                    f"articles other than the {len(documents)} of one sheet"
                )
            self.uses.update(three)
            try:
                return make_triple(three, n_edits=self.n_edits, rng=self.rng)
            except EditError as error:
                problem = error
        raise DrawError(str(problem))

    def _three(self, documents: Collection[int]) -> Iterator[Sentence]:
        """Of three articles if there are as many, the least used sentences first."""
        free = [each for each in self.sentences if each.document_id not in documents]
        self.rng.shuffle(free)
        free.sort(key=lambda each: self.uses[each])
        taken: set[int] = set()
        of_others = []
        for sentence in free:
            if sentence.document_id in taken:
                of_others.append(sentence)
                continue
            taken.add(sentence.document_id)
            yield sentence
            if len(taken) == len(Role):
                return
        yield from of_others[: len(Role) - len(taken)]
