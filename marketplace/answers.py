"""What a worker answered: form fields in, QuestionFormAnswers XML out. Pure."""

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape

NAMESPACE = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2005-10-01/"
    "QuestionFormAnswers.xsd"
)
RESERVED = frozenset({"assignmentId", "hitId", "workerId", "turkSubmitTo"})
# Deployed task pages send these three and nothing else; the worker's id counts as an answer.
NO_ANSWER = frozenset({"assignmentId", "hitId", ""})
FORBIDDEN_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def says_something(fields: Iterable[tuple[str, str]]) -> bool:
    """Whether a submission holds at least one field beside the ids the frame was given."""
    return any(clean(name) not in NO_ANSWER for name, _ in fields)


def to_xml(fields: Iterable[tuple[str, str]]) -> str:
    """The answer as ASCII XML; the last value of a repeated name counts."""
    kept = {clean(name): clean(value) for name, value in fields}
    return document(
        answer(name, [("FreeText", value)])
        for name, value in kept.items()
        if name and name not in RESERVED
    )


def test_to_xml(answers: Iterable[tuple[str, str, tuple[str, ...]]]) -> str:
    """The answers of a qualification test: question, FreeText or SelectionIdentifier, values."""
    return document(
        answer(clean(name), [(kind, clean(value)) for value in values])
        for name, kind, values in answers
    )


def answer(name: str, values: Iterable[tuple[str, str]]) -> str:
    given = "".join(f"<{kind}>{markup(value)}</{kind}>" for kind, value in values)
    return f"<Answer><QuestionIdentifier>{markup(name)}</QuestionIdentifier>{given}</Answer>\n"


def document(answers: Iterable[str]) -> str:
    return (
        f'<?xml version="1.0" encoding="ASCII"?>\n<QuestionFormAnswers xmlns="{NAMESPACE}">\n'
        f"{''.join(answers)}</QuestionFormAnswers>"
    )


def clean(text: str) -> str:
    return FORBIDDEN_IN_XML.sub("", text)


def markup(text: str) -> str:
    # A parser would turn a bare carriage return into a line feed.
    return escape(text, {"\r": "&#13;"}).encode("ascii", "xmlcharrefreplace").decode("ascii")
