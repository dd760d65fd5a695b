"""What requesters and the marketplace say to each other: questions, errors, answers, times."""

from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from botocore.exceptions import ClientError

QUESTION_NAMESPACE = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/"
    "ExternalQuestion.xsd"
)
ANSWER_NAMESPACE = (
    "{http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2005-10-01/"
    "QuestionFormAnswers.xsd}"
)
MINUTE, HOUR, DAY = 60, 3600, 86_400
TURK = "AWS.MechanicalTurk."


def question(url: str = "https://tasks.example.org/t/17?x=1", *, height: str = "0") -> str:
    return (
        f'<ExternalQuestion xmlns="{QUESTION_NAMESPACE}">'
        f"<ExternalURL>{escape(url)}</ExternalURL><FrameHeight>{height}</FrameHeight>"
        f"</ExternalQuestion>"
    )


def turk_code(error: ClientError) -> str:
    """The TurkErrorCode without its prefix; of other errors their plain code."""
    return error.response.get("TurkErrorCode", error.response["Error"]["Code"]).removeprefix(TURK)


def refused(call, **arguments) -> ClientError:
    """The error with which a call was refused."""
    with pytest.raises(ClientError) as caught:
        call(**arguments)
    return caught.value


def message(error: ClientError) -> str:
    return error.response["Error"]["Message"]


def answers_of(xml: str) -> dict[str, str]:
    root = ElementTree.fromstring(xml)
    return {
        answer.findtext(f"{ANSWER_NAMESPACE}QuestionIdentifier"): answer.findtext(
            f"{ANSWER_NAMESPACE}FreeText"
        )
        for answer in root.iter(f"{ANSWER_NAMESPACE}Answer")
    }
