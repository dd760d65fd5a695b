"""What is sent is well-formed whatever the address; what comes back is untrusted XML."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crowd.external_question import SCHEMA, AnswerError, answers_in, question_xml

ANSWERS = (
    '<?xml version="1.0" encoding="ASCII"?><QuestionFormAnswers xmlns="http://mechanicalturk.'
    'amazonaws.com/AWSMechanicalTurkDataSchemas/2005-10-01/QuestionFormAnswers.xsd">{}'
    "</QuestionFormAnswers>"
)
ONE = "<Answer><QuestionIdentifier>{}</QuestionIdentifier><FreeText>{}</FreeText></Answer>"


def answers(*pairs: tuple[str, str]) -> str:
    return ANSWERS.format("".join(ONE.format(name, text) for name, text in pairs))


@given(st.text(st.characters(min_codepoint=33, exclude_categories=["Cs", "Cc", "Cn"])))
def test_any_address_survives(path):
    question = ElementTree.fromstring(question_xml(f"https://host/?a=1&b=2#{path}"))
    assert question.tag == f"{{{SCHEMA}}}ExternalQuestion"
    assert question.findtext("{*}ExternalURL") == f"https://host/?a=1&b=2#{path}"


def test_the_frame_is_as_high_as_the_window_and_the_namespace_unprefixed():
    assert question_xml("https://host/") == (
        f'<ExternalQuestion xmlns="{SCHEMA}"><ExternalURL>https://host/</ExternalURL>'
        "<FrameHeight>0</FrameHeight></ExternalQuestion>"
    )


def test_answers_are_read_field_by_field():
    xml = answers(("a", "1"), ("b", "&#233;&lt;&#128512;"), ("empty", ""))
    assert answers_in(xml) == {"a": "1", "b": "é<😀", "empty": ""}


@pytest.mark.parametrize("encoding", ["ASCII", "UTF-16", "latin-1"])
def test_what_is_declared_of_the_bytes_does_not_matter(encoding):
    xml = answers(("a", "é😀")).replace("ASCII", encoding)
    assert answers_in(xml) == {"a": "é😀"}


def test_of_a_repeated_field_the_first_counts():
    assert answers_in(answers(("a", "1"), ("a", "2"))) == {"a": "1"}


def test_no_answer_is_no_field():
    assert answers_in("") == {}


@pytest.mark.parametrize(
    "xml",
    [
        "<a",
        "not xml",
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx">]><a>&x;&x;</a>',
        "<!DOCTYPE a><a/>",
    ],
)
def test_unsafe_or_broken_xml_is_refused(xml):
    with pytest.raises(AnswerError, match="not safe XML"):
        answers_in(xml)
