"""The questions of a qualification test, and what counts as an answer to each. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

MOST_CHARACTERS = 10_000


@dataclass(frozen=True)
class Block:
    """A piece of content: a title, a text, or the items of a list."""

    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class FreeText:
    lines: int = 1
    default: str = ""
    shortest: int = 0
    longest: int = MOST_CHARACTERS
    numeric: bool = False
    lowest: Decimal | None = None
    highest: Decimal | None = None

    def fault(self, text: str) -> str:
        """Why the text is no answer; empty when it is one."""
        if not self.shortest <= len(text) <= self.longest:
            return f"Write {self.shortest} to {self.longest} characters."
        if not self.numeric:
            return ""
        try:
            number = Decimal(text)
        except InvalidOperation:
            return "Write a number."
        if not number.is_finite():
            return "Write a number."
        if self.lowest is not None and number < self.lowest:
            return f"Write a number of at least {self.lowest}."
        if self.highest is not None and number > self.highest:
            return f"Write a number of at most {self.highest}."
        return ""


@dataclass(frozen=True)
class Option:
    identifier: str
    text: str


@dataclass(frozen=True)
class Selection:
    options: tuple[Option, ...]
    least: int
    most: int
    style: str

    def fault(self, chosen: tuple[str, ...]) -> str:
        """Why these are no answer; empty when they are one."""
        if self.least <= len(chosen) <= self.most:
            return ""
        if self.most == 1:
            return "Choose one of the answers."
        return f"Choose {self.least} to {self.most} of the answers."


@dataclass(frozen=True)
class Question:
    """`field` names it in the page's form."""

    field: str
    identifier: str
    name: str
    required: bool
    blocks: tuple[Block, ...]
    answer: FreeText | Selection

    @property
    def selection(self) -> Selection | None:
        return self.answer if isinstance(self.answer, Selection) else None

    def given(self, values: list[str]) -> tuple[str, ...]:
        """What the form sent, as identifiers of selections or as one text."""
        if not (selection := self.selection):
            return tuple(value.replace("\r\n", "\n").strip() for value in values[-1:] if value)
        known = {str(n): option.identifier for n, option in enumerate(selection.options)}
        return tuple(dict.fromkeys(known[value] for value in values if value in known))

    def fault(self, given: tuple[str, ...]) -> str:
        if not any(given):
            return "This question needs an answer." if self.required else ""
        return self.answer.fault(given if self.selection else given[0])


@dataclass(frozen=True)
class Part:
    """What stands between two others: an overview, or a question."""

    blocks: tuple[Block, ...]
    question: Question | None = None


@dataclass(frozen=True)
class Form:
    parts: tuple[Part, ...]

    @property
    def questions(self) -> list[Question]:
        return [part.question for part in self.parts if part.question]

    def read(
        self, sent: Callable[[str], list[str]]
    ) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
        """Answers by the question's identifier, and faults by its field."""
        answers, faults = {}, {}
        for question in self.questions:
            answers[question.identifier] = question.given(sent(question.field))
            if fault := question.fault(answers[question.identifier]):
                faults[question.field] = fault
        return answers, faults
