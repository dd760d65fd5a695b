"""A qualification test as it comes: QuestionForm XML of a stranger, read into questions. Pure.

What a page of text and form controls can ask is taken: titles, text, lists, formatted content (as
text), free text with its limits, selections. Files, applets, media, other selections and patterns
(which a hostile requester could make run for ever) are refused by name.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from xml.etree.ElementTree import Element

from marketplace.question_form import (
    MOST_CHARACTERS,
    Block,
    Form,
    FreeText,
    Option,
    Part,
    Question,
    Selection,
)
from marketplace.questions import read_xml
from marketplace.refusals import RequestError, invalid_parameter

NAMESPACES = tuple(
    f"http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/{date}/QuestionForm.xsd"
    for date in ("2017-11-06", "2005-10-01")
)
MOST_QUESTIONS = 200
BREAKING = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"})
# How a selection looks; the rest is a list of buttons.
STYLES = {"dropdown": "dropdown", "combobox": "dropdown"}
NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,9})?", re.ASCII)


def parse(xml: str) -> Form:
    """Raises RequestError: XMLParseError, InvalidParameterValue, NotSupported."""
    root = read_xml(xml, what="Test")
    space, _, name = root.tag.rpartition("}")
    if name != "QuestionForm" or space.removeprefix("{") not in NAMESPACES:
        raise invalid_parameter(f"Test must be a QuestionForm in one of {', '.join(NAMESPACES)}")
    form = Form(tuple(parts(root)))
    identifiers = [question.identifier for question in form.questions]
    if not 1 <= len(identifiers) <= MOST_QUESTIONS:
        raise invalid_parameter(f"Test must have 1 to {MOST_QUESTIONS} questions")
    if len(set(identifiers)) < len(identifiers):
        raise invalid_parameter("Test must not use a QuestionIdentifier twice")
    return form


def parts(root: Element) -> Iterator[Part]:
    for n, child in enumerate(root):
        match local(child):
            case "Overview":
                yield Part(tuple(blocks(child)))
            case "Question":
                asked = question(child, f"q{n}")
                yield Part(asked.blocks, asked)
            case other:
                raise unsupported(other)


def question(element: Element, field: str) -> Question:
    specification = only(element, "AnswerSpecification")
    content = find(element, "QuestionContent")
    return Question(
        field=field,
        identifier=text_of(only(element, "QuestionIdentifier")),
        name=text_of(find(element, "DisplayName")),
        required=text_of(find(element, "IsRequired")).lower() in ("true", "1"),
        blocks=tuple(blocks(content)) if content is not None else (),
        answer=answer(specification),
    )


def answer(specification: Element) -> FreeText | Selection:
    for child in specification:
        if local(child) == "SelectionAnswer":
            return selection(child)
        if local(child) == "FreeTextAnswer":
            return free_text(child)
        raise unsupported(local(child))
    raise invalid_parameter("AnswerSpecification must hold a SelectionAnswer or a FreeTextAnswer")


def selection(element: Element) -> Selection:
    chosen = only(element, "Selections")
    options = []
    for child in chosen:
        if local(child) != "Selection":
            raise unsupported(local(child))
        shown = [child for child in child if local(child) != "SelectionIdentifier"]
        words = " ".join(line for block in map(block_of, shown) for line in block.lines)
        options.append(Option(text_of(only(child, "SelectionIdentifier")), words))
    if len({option.identifier for option in options}) < max(2, len(options)):
        raise invalid_parameter("Selections must hold at least two, with different identifiers")
    least = number(find(element, "MinSelectionCount"), default=1)
    most = min(number(find(element, "MaxSelectionCount"), default=1), len(options))
    if not least <= most or not most:
        raise invalid_parameter(f"No number of answers is from {least} to {most}")
    return Selection(
        options=tuple(options),
        least=least,
        most=most,
        style=STYLES.get(text_of(find(element, "StyleSuggestion")), "list"),
    )


def free_text(element: Element) -> FreeText:
    wanted = {
        "lines": min(20, number(find(element, "NumberOfLinesSuggestion"), default=1)),
        "default": text_of(find(element, "DefaultText")),
    }
    constraints = find(element, "Constraints")
    for child in constraints if constraints is not None else ():
        if local(child) == "Length":
            wanted["shortest"] = whole(child.get("minLength", "0"))
            wanted["longest"] = min(MOST_CHARACTERS, whole(child.get("maxLength", "10000")))
            if wanted["shortest"] > wanted["longest"]:
                raise invalid_parameter("Length must have a minLength of at most its maxLength")
        elif local(child) == "IsNumeric":
            wanted["numeric"] = True
            wanted["lowest"] = decimal(child.get("minValue"))
            wanted["highest"] = decimal(child.get("maxValue"))
        else:
            raise unsupported(local(child))
    return FreeText(**wanted)


def blocks(element: Element) -> Iterator[Block]:
    return (block_of(child) for child in element)


def block_of(element: Element) -> Block:
    match local(element):
        case "Title":
            return Block("title", (text_of(element),))
        case "Text":
            return Block("text", tuple(text_of(element).splitlines()))
        case "List":
            return Block("list", tuple(text_of(item) for item in element))
        case "FormattedContent":
            return Block("text", tuple(lines_of_html(text_of(element))))
        case other:
            raise unsupported(other)


def lines_of_html(xhtml: str) -> list[str]:
    """Formatted content as plain lines: markup of strangers is not shown."""
    root = read_xml(f"<div>{xhtml}</div>", what="FormattedContent", code="XHTMLParseError")
    words: list[str] = []
    for event, element in walk(root):
        if local(element) in BREAKING:
            words.append("\n")
        words.append((element.text if event == "start" else element.tail) or "")
    lines = (" ".join(line.split()) for line in "".join(words).split("\n"))
    return [line for line in lines if line]


def walk(root: Element) -> Iterator[tuple[str, Element]]:
    """Start and end of every element, without recursion."""
    stack = [("start", root)]
    while stack:
        event, element = stack.pop()
        yield event, element
        if event == "start":
            stack.append(("end", element))
            stack.extend(("start", child) for child in reversed(element))


def local(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def find(element: Element, name: str) -> Element | None:
    return next((child for child in element if local(child) == name), None)


def only(element: Element, name: str) -> Element:
    found = find(element, name)
    if found is None or (len(found) == 0 and not text_of(found)):
        raise invalid_parameter(f"{local(element)} must hold a {name}")
    return found


def text_of(element: Element | None) -> str:
    return (element.text or "").strip() if element is not None else ""


def number(element: Element | None, *, default: int) -> int:
    return default if element is None else whole(text_of(element))


def whole(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise invalid_parameter(f"Test must use whole numbers for counts and lengths, got {text!r}")
    return int(text)


def decimal(text: str | None) -> Decimal | None:
    if not text:
        return None
    if not NUMBER.fullmatch(text):
        raise invalid_parameter(f"IsNumeric must have numbers as limits, got {text[:40]!r}")
    return Decimal(text)


def unsupported(name: str) -> RequestError:
    return RequestError("NotSupported", f"{name} in a QuestionForm is not supported here.")
