"""The envelope, and whatever may be put into it."""

import json
import random
import re
import string

import pytest
import requests
from botocore import xform_name
from botocore.exceptions import ClientError
from botocore.session import get_session

from tests.marketplace.exams import READING, READING_KEY
from tests.marketplace.harness import HOUR, ROOT, message, question, refused, turk_code
from tests.marketplace.signing import TARGET, call, error_code

SERVICE = get_session().get_service_model("mturk")
REFUSED = {"GetFileUploadURL", "ListReviewPolicyResultsForHIT"}
OFFERED = set(SERVICE.operation_names) - REFUSED


@pytest.mark.parametrize("target", [TARGET + "MakeCoffee", TARGET, "S3.GetHIT", "."])
def test_an_unknown_target_is_an_error_botocore_understands(requester, target):
    """Behaviour 63."""
    response = call(requester, target, {})
    assert error_code(response) == "UnknownOperationException"


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'"x"', b"1", b"null", b"\xff", b"{'a': 1}", b"[" * 100_000, b'{"a": NaN}'],
    ids=["cut", "list", "string", "number", "null", "bytes", "quotes", "deep", "NaN"],
)
def test_a_body_that_is_no_json_object_is_an_error_botocore_understands(requester, body):
    """Behaviour 63."""
    assert error_code(call(requester, "ListHITs", body)) == "SerializationException"


WRONG_TYPES = [
    ("ListHITs", {"MaxResults": "10"}),
    ("ListHITs", {"MaxResults": True}),
    ("ListHITs", {"MaxResults": 1.5}),
    ("GetHIT", {"HITId": 3}),
    ("GetHIT", {"HITId": {"x": 1}}),
    ("GetHIT", {}),
    ("GetHIT", {"HITId": None}),
    ("UpdateHITReviewStatus", {"HITId": "3A", "Revert": "true"}),
    ("UpdateExpirationForHIT", {"HITId": "3A", "ExpireAt": "2026-01-05T12:00:00Z"}),
    ("UpdateExpirationForHIT", {"HITId": "3A", "ExpireAt": False}),
    ("ListAssignmentsForHIT", {"HITId": "3A", "AssignmentStatuses": "Submitted"}),
    ("ListAssignmentsForHIT", {"HITId": "3A", "AssignmentStatuses": [None]}),
    ("CreateHITType", {"QualificationRequirements": [[]]}),
]


@pytest.mark.parametrize(("operation", "members"), WRONG_TYPES)
def test_a_value_of_the_wrong_type_is_a_validation_error(requester, operation, members):
    """Behaviour 63."""
    assert error_code(call(requester, operation, members)) == "ValidationException"


WRONG_VALUES = [
    ("GetHIT", {"HITId": "lower"}),
    ("GetHIT", {"HITId": "3A\n"}),
    ("GetHIT", {"HITId": ""}),
    ("GetHIT", {"HITId": "A" * 65}),
    ("GetHIT", {"HITId": "\x00"}),
    ("GetHIT", {"HITId": "\ud800"}),
    ("ListHITs", {"NextToken": "x" * 256}),
    ("ListHITs", {"NextToken": "\ud83d"}),
    ("ListHITs", {"MaxResults": 10**400}),
    ("UpdateExpirationForHIT", {"HITId": "3A", "ExpireAt": 10**400}),
    ("UpdateExpirationForHIT", {"HITId": "3A", "ExpireAt": 1e300}),
    ("RejectAssignment", {"AssignmentId": "3A", "RequesterFeedback": "\x00"}),
]


@pytest.mark.parametrize(("operation", "members"), WRONG_VALUES)
def test_a_value_out_of_bounds_is_a_request_error(requester, operation, members):
    response = call(requester, operation, members)
    assert error_code(response) == "RequestError"
    assert response.json()["TurkErrorCode"] == "AWS.MechanicalTurk.InvalidParameterValue"


def test_infinity_written_as_a_number_is_refused(requester):
    response = call(requester, "UpdateExpirationForHIT", b'{"HITId":"3A","ExpireAt":1e999}')
    assert error_code(response) == "RequestError"


def test_messages_end_in_the_time_and_codes_are_prefixed(requester):
    """As in the captured errors of section 3."""
    error = refused(requester.mturk.get_hit, HITId="3NOSUCHHIT")
    assert error.response["Error"]["Code"] == "RequestError"
    assert error.response["TurkErrorCode"] == "AWS.MechanicalTurk.HITDoesNotExist"
    text, _, stamp = message(error).rpartition(" (")
    assert text == "Hit 3NOSUCHHIT does not exist."
    assert stamp.rstrip(")").isdigit()
    error = refused(requester.mturk.get_assignment, AssignmentId="3NOSUCHWORK")
    assert error.response["TurkErrorCode"] == "AWS.MechanicalTurk.AssignmentDoesNotExist"
    assert message(error).startswith("Assignment 3NOSUCHWORK does not exist.")


def sample(shape, dice: random.Random):
    """A value that boto3 would accept for a shape of the service model."""
    if shape.type_name == "structure":
        return {name: sample(member, dice) for name, member in shape.members.items()}
    if shape.type_name == "list":
        return [sample(shape.member, dice)]
    if shape.type_name in ("integer", "long"):
        return 60
    if shape.type_name == "boolean":
        return False
    if shape.type_name == "timestamp":
        return 0
    if shape.enum:
        return shape.enum[0]
    return "0.10" if shape.name == "CurrencyAmount" else "A1"


def test_all_39_operations_of_the_service_model_are_answered(requester):
    """Through boto3, each with members it accepts: a result, or the market's own word for why not.

    Nothing is unknown, nothing is answered by a fault or by something that is not of the model.
    """
    codes = {}
    for operation in SERVICE.operation_names:
        model = SERVICE.operation_model(operation)
        needed = {
            name: sample(shape, random.Random(0))
            for name, shape in model.input_shape.members.items()
            if name in model.input_shape.required_members
        }
        if "Question" in model.input_shape.members:
            needed["Question"] = question()
        if "Notification" in needed:
            needed["Notification"] |= {"Transport": "SQS", "Version": "2014-08-15"}
            needed["Notification"]["Destination"] = "https://lab.example.org/events"
        try:
            answer = getattr(requester.mturk, xform_name(operation))(**needed)
        except ClientError as error:
            assert error.response["Error"]["Code"] == "RequestError", operation
            codes[operation] = turk_code(error)
        else:
            assert set(answer) - {"ResponseMetadata"} <= set(model.output_shape.members), operation
            codes[operation] = "answered"
    assert len(codes) == 39
    assert {name for name, code in codes.items() if code == "NotSupported"} == REFUSED
    assert {name for name, code in codes.items() if code == "answered"} >= {
        *("CreateHIT", "CreateHITType", "CreateQualificationType", "GetAccountBalance"),
        *("ListHITs", "ListQualificationRequests", "ListQualificationTypes"),
        *("ListReviewableHITs", "ListWorkerBlocks", "SendTestEventNotification"),
    }


@pytest.mark.parametrize("operation", sorted(REFUSED))
def test_an_operation_that_is_not_offered_says_so(requester, operation):
    """Every other operation of the service model: never a silent success."""
    shape = SERVICE.operation_model(operation).input_shape
    response = call(requester, operation, sample(shape, random.Random(0)))
    assert error_code(response) == "RequestError"
    assert operation in response.json()["Message"]
    assert "not supported" in response.json()["Message"]


def test_the_documents_name_what_is_not_offered():
    text = (ROOT / "docs" / "operators.md").read_text()
    listed = text[text.index("does not offer these operations") :].split(". ")[0]
    assert set(re.findall(r"`(\w+)`", listed)) == REFUSED


def test_unknown_members_are_ignored_and_null_is_absent(requester):
    body = {"NextToken": None, "MaxResults": 5, "Colour": "red"}
    assert call(requester, "ListHITs", body).json()["NumResults"] == 0


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS"])
def test_the_api_path_answers_posts_alone(market, method):
    response = requests.request(method, f"{market.origin}/api", timeout=30)
    assert response.status_code == 405
    assert error_code(response) == "UnknownOperationException"


def test_a_body_without_end_is_refused(requester):
    response = call(requester, "CreateHIT", b'{"Question": "' + b"x" * 5_000_000 + b'"}')
    assert response.status_code == 413
    assert error_code(response) == "RequestEntityTooLargeException"


ODDITIES = [
    None, True, False, 0, -1, 1.5, 10**30, -(10**30), 1e308, "", " ", "x" * 3000, "\x00", "\ud800",
    "é", "0.10", "3A", [], [[]], [None], {}, {"x": {}}, [{}] * 30, "../..", "%s", "' OR 1=1 --",
    "\u202e", "9" * 5000, "<x/>", "AKIA", "1" + "0" * 25,
]  # fmt: skip


def mutated(value, dice: random.Random):
    """The value with one place in it replaced by something odd."""
    if isinstance(value, dict) and value and dice.random() < 0.85:
        name = dice.choice(list(value))
        return {**value, name: mutated(value[name], dice)}
    if isinstance(value, list) and value and dice.random() < 0.7:
        return [mutated(value[0], dice), *value[1:]]
    if isinstance(value, str) and dice.random() < 0.3:
        place = dice.randrange(len(value) + 1)
        return value[:place] + dice.choice([*string.printable, "\x00", "é", "🙂"]) + value[place:]
    return dice.choice(ODDITIES)


@pytest.mark.parametrize("operation", sorted(OFFERED))
def test_no_input_breaks_an_operation(market, requester, worker, operation):
    """Fuzzing: a thousand odd requests in all; an answer or an error with a code, never a 500."""
    hit = requester.create(MaxAssignments=3)
    known = {
        "HITId": hit["HITId"],
        "HITTypeId": hit["HITTypeId"],
        "AssignmentId": worker.do(hit["HITId"]),
        "WorkerId": worker.worker_id,
        "WorkerIds": [worker.worker_id],
        "Question": question(),
        "Test": READING,
        "AnswerKey": READING_KEY,
        "Reward": "0.01",
        "LifetimeInSeconds": HOUR,
        "AssignmentDurationInSeconds": HOUR,
        "MaxResults": 10,
        "Status": "Reviewable",
        "AssignmentStatuses": ["Submitted", "Approved"],
        "QualificationRequirements": [
            {"QualificationTypeId": "00000000000000000071", "Comparator": "In",
             "LocaleValues": [{"Country": "US", "Subdivision": "CA"}], "ActionsGuarded": "Accept"}
        ],
    }  # fmt: skip
    dice = random.Random(operation)
    members = SERVICE.operation_model(operation).input_shape.members
    valid = {name: known.get(name, sample(shape, dice)) for name, shape in members.items()}
    for name in ("HITLayoutId", "HITLayoutParameters", "AssignmentReviewPolicy", "HITReviewPolicy"):
        valid.pop(name, None)
    valid.pop("NextToken", None)
    if "QualificationRequirements" in valid:
        del valid["AutoApprovalDelayInSeconds"]
    for _ in range(60):
        odd = mutated(valid, dice)
        if dice.random() < 0.2:
            odd = mutated(odd, dice) if isinstance(odd, dict) else {}
        response = call(requester, operation, json.dumps(odd).encode())
        assert response.status_code in (200, 400), (odd, response.text)
        if response.status_code == 400:
            kinds = ("RequestError", "ValidationException", "SerializationException")
            assert error_code(response) in kinds, (odd, response.text)


def test_a_title_of_any_script_comes_back_as_it_was(requester):
    title = "Read: नमस्ते, 你好, 👩‍🔬 <b>&amp;"
    assert requester.create(Title=title)["Title"] == title
    assert turk_code(refused(requester.create, Title=" ")) == "InvalidParameterValue"


def test_the_target_prefix_is_required(requester):
    assert error_code(call(requester, "Other.ListHITs", {})) == "UnknownOperationException"
    assert call(requester, TARGET + "ListHITs", {}).status_code == 200
