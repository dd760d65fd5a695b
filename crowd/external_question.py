"""The two documents of an ExternalQuestion: what the endpoint is given, and what comes back."""

import re
from xml.etree import ElementTree

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

# An identifier, never fetched: http is right, https would be refused.
SCHEMA = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/"
    "ExternalQuestion.xsd"
)
DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")


class AnswerError(ValueError):
    """The endpoint gave answers that are not the XML it promises."""


def question_xml(url: str) -> str:
    """The question that shows this page in a frame as high as the worker's window."""
    question = ElementTree.Element(f"{{{SCHEMA}}}ExternalQuestion")
    ElementTree.SubElement(question, f"{{{SCHEMA}}}ExternalURL").text = url
    ElementTree.SubElement(question, f"{{{SCHEMA}}}FrameHeight").text = "0"
    return ElementTree.tostring(question, encoding="unicode", default_namespace=SCHEMA)


def answers_in(xml: str) -> dict[str, str]:
    """Field by field what the worker's browser handed in, as untrusted as the worker.

    Raises AnswerError. No answer at all, which the protocol allows, is an empty dictionary.
    """
    if not xml.strip():
        return {}
    try:
        # Already decoded: what the declaration says of bytes no longer holds.
        document = fromstring(DECLARATION.sub("", xml).encode(), forbid_dtd=True)
    except (ElementTree.ParseError, DefusedXmlException, ValueError) as error:
        raise AnswerError(f"the answer is not safe XML ({error!r}): {xml[:80]!r}") from error
    answers: dict[str, str] = {}
    for answer in document.iterfind(".//{*}Answer"):
        name = answer.findtext("{*}QuestionIdentifier", "")
        answers.setdefault(name, answer.findtext("{*}FreeText", ""))
    return answers
