"""What judges are asked, in the paper's words, and what is meant by it.

The paper's screens have two slips of English; a literal study keeps them, others do not.
"""

from dataclasses import dataclass

from evaluation.models import Criterion
from evaluation.scales import PRESET

LEAD = "How strongly do you agree with the following statements?"
LITERAL_LEAD = "How strongly agree are you on the following statements?"

STATEMENTS = {
    Criterion.RECALL: "All important information is present in the summary.",
    Criterion.PRECISION: "Only important information is in the summary.",
    Criterion.FLUENCY: "The summary is fluent.",
    Criterion.CLARITY: "The summary is clear.",
}
LITERAL_STATEMENTS = STATEMENTS | {Criterion.CLARITY: "The summary is a clear."}

INFO = {
    Criterion.RECALL: "Agree strongly if nothing important is missing from the summary. The more "
    "important information it leaves out, the less you agree.",
    Criterion.PRECISION: "Agree strongly if everything in the summary is important. The more of it "
    "is unimportant, the less you agree.",
    Criterion.FLUENCY: "A fluent summary sounds natural and has no grammatical problems.",
    Criterion.CLARITY: "A clear summary is easy to understand. It is no effort to tell who or what "
    "each noun stands for (every person, place and event is specified well), or what the sentence "
    "means.",
}


@dataclass(frozen=True)
class Question:
    """One slider (templates/work/rating.html). `name` is what its value is kept under; `value` is
    None until somebody gave one. `preset` is where a literal study puts it before anybody does."""

    name: str
    statement: str
    info: str
    value: int | None
    preset: int | None = None


def lead(*, is_literal: bool) -> str:
    return LITERAL_LEAD if is_literal else LEAD


def question(criterion: str, *, name: str, value: int | None, is_literal: bool) -> Question:
    """A slider for a criterion; in a literal study it stands at 50 from the start."""
    statements = LITERAL_STATEMENTS if is_literal else STATEMENTS
    preset = PRESET if is_literal else None
    return Question(
        name, statements[criterion], INFO[criterion], preset if value is None else value, preset
    )
