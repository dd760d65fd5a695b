"""An answer key: what each choice of a qualification test scores, and which value that gives. Pure.

Only selections are scored; a free text of an otherwise scored test is kept and counts nothing.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from xml.etree.ElementTree import Element

from marketplace.question_form import Form
from marketplace.question_form_reading import find, local, only, text_of
from marketplace.questions import read_xml
from marketplace.refusals import RequestError, invalid_parameter

NAMESPACE = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2005-10-01/AnswerKey.xsd"
)
LEAST, MOST = -(2**31), 2**31 - 1
LARGEST = 1_000_000


@dataclass(frozen=True)
class KeyedQuestion:
    """Scores by the exact set of selections."""

    identifier: str
    scores: dict[frozenset[str], int]
    otherwise: int


@dataclass(frozen=True)
class Mapping:
    """From the sum of scores to the qualification's value: one of its members says how."""

    percent_of: int | None = None
    multiplier: Decimal | None = None
    ranges: tuple[tuple[int, int, int], ...] = ()
    out_of_range: int | None = None

    def value(self, total: int) -> int:
        """
        >>> Mapping(percent_of=3).value(2), Mapping(multiplier=Decimal("2.5")).value(3)
        (67, 8)
        """
        if self.percent_of is not None:
            return nearest(Decimal(100 * total) / self.percent_of)
        if self.multiplier is not None:
            return nearest(total * self.multiplier)
        if self.out_of_range is not None:
            fitting = (value for low, high, value in self.ranges if low <= total <= high)
            return next(fitting, self.out_of_range)
        return total


@dataclass(frozen=True)
class AnswerKey:
    questions: tuple[KeyedQuestion, ...]
    mapping: Mapping

    def value_of(self, answers: dict[str, tuple[str, ...]]) -> int:
        """The qualification's value for these selections, by the question's identifier."""
        total = 0
        for question in self.questions:
            chosen = frozenset(answers.get(question.identifier, ()))
            total += question.scores.get(chosen, question.otherwise)
        return max(LEAST, min(MOST, self.mapping.value(total)))


def parse(xml: str, form: Form) -> AnswerKey:
    """Read a key for the test. Raises RequestError when it is broken or speaks of another test."""
    root = read_xml(xml, what="AnswerKey")
    if root.tag != f"{{{NAMESPACE}}}AnswerKey":
        raise invalid_parameter(f"AnswerKey must be in the namespace {NAMESPACE}, got {root.tag!r}")
    rows = [keyed(child, form) for child in root if local(child) == "Question"]
    if not rows or len({row.identifier for row in rows}) < len(rows):
        raise invalid_parameter("AnswerKey must name at least one question, and none twice")
    mapping = find(root, "QualificationValueMapping")
    return AnswerKey(tuple(rows), Mapping() if mapping is None else mapping_of(mapping))


def keyed(element: Element, form: Form) -> KeyedQuestion:
    identifier = text_of(only(element, "QuestionIdentifier"))
    asked = {question.identifier: question.selection for question in form.questions}
    if not (selection := asked.get(identifier)):
        raise invalid_parameter(f"AnswerKey names {identifier!r}, no selection of the test")
    known = {option.identifier for option in selection.options}
    scores = {}
    for option in element:
        if local(option) == "AnswerOption":
            chosen = frozenset(
                text_of(child) for child in option if local(child) == "SelectionIdentifier"
            )
            if not chosen or chosen - known:
                raise invalid_parameter(
                    f"AnswerKey names selections that {identifier!r} does not have"
                )
            scores[chosen] = integer(only(option, "AnswerScore"))
    default = find(element, "DefaultScore")
    return KeyedQuestion(identifier, scores, 0 if default is None else integer(default))


def mapping_of(element: Element) -> Mapping:
    for child in element:
        match local(child):
            case "PercentageMapping":
                most = integer(only(child, "MaximumSummedScore"))
                if most < 1:
                    raise invalid_parameter(f"MaximumSummedScore must be positive, got {most}")
                return Mapping(percent_of=most)
            case "ScaleMapping":
                return Mapping(multiplier=multiplier(only(child, "SummedScoreMultiplier")))
            case "RangeMapping":
                return range_mapping(child)
    raise invalid_parameter(
        "QualificationValueMapping must hold a PercentageMapping, ScaleMapping or RangeMapping"
    )


def range_mapping(element: Element) -> Mapping:
    names = ("InclusiveLowerBound", "InclusiveUpperBound", "QualificationValue")
    ranges = tuple(
        tuple(integer(only(child, name)) for name in names)
        for child in element
        if local(child) == "SummedScoreRange"
    )
    return Mapping(
        ranges=ranges, out_of_range=integer(only(element, "OutOfRangeQualificationValue"))
    )


def integer(element: Element) -> int:
    try:
        value = int(text_of(element))
    except ValueError:
        value = LARGEST + 1
    if abs(value) > LARGEST:
        raise bad_number(element)
    return value


def multiplier(element: Element) -> Decimal:
    try:
        value = Decimal(text_of(element))
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or abs(value) > LARGEST:
        raise bad_number(element)
    return value


def bad_number(element: Element) -> RequestError:
    given = text_of(element)[:40]
    return invalid_parameter(
        f"{local(element)} must be a number up to {LARGEST:,} either way, got {given!r}"
    )


def nearest(value: Decimal) -> int:
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))
