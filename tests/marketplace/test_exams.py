"""Qualification tests through boto3 and the site."""

import html
import re

import pytest

from tests.marketplace.exams import (
    READING,
    READING_KEY,
    asked,
    form,
    free_text,
    key,
    percentage,
    scored,
    selection,
)
from tests.marketplace.harness import DAY, HOUR, answers_of, message, refused, turk_code
from tests.marketplace.visits import look, press

RIGHT = {"q1": "1", "q2": "0", "q3": ["0", "1"]}


@pytest.fixture
def make_type(requester):
    """make_type(RetryDelayInSeconds=60): the id of a new type with the reading test."""
    made = []

    def make(**wanted) -> str:
        made.append(wanted)
        given = {"Test": READING, "TestDurationInSeconds": 600, "AnswerKey": READING_KEY, **wanted}
        answer = requester.mturk.create_qualification_type(
            Name=f"reading {len(made)}",
            Description="Reads.",
            QualificationTypeStatus="Active",
            **{name: value for name, value in given.items() if value is not None},
        )
        return answer["QualificationType"]["QualificationTypeId"]

    return make


def begin(worker, kind: str) -> None:
    answer = press(worker, f"/qualifications/{kind}/ask")
    assert answer.headers.get("Location") == f"/qualifications/{kind}/test", answer.text


def take(worker, kind: str, answers: dict = RIGHT):
    begin(worker, kind)
    return press(worker, f"/qualifications/{kind}/test", **answers)


def score(requester, kind: str, worker) -> int:
    held = requester.mturk.get_qualification_score(
        QualificationTypeId=kind, WorkerId=worker.worker_id
    )
    return held["Qualification"]["IntegerValue"]


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        (RIGHT, 100),
        ({**RIGHT, "q1": "0"}, 67),
        ({**RIGHT, "q3": ["0", "1", "1"]}, 100),  # sent twice is chosen once
        ({**RIGHT, "q3": ["0"]}, 33),  # half of a pair scores as anything else: 1 + 1 - 1
        ({"q1": "0", "q2": "1", "q3": ["2"]}, -33),
    ],
)
def test_a_test_is_scored_by_its_key_and_granted_at_once(
    requester, worker, make_type, answers, value
):
    kind = make_type()
    done = take(worker, kind, answers)
    assert done.headers["Location"] == "/history"
    assert score(requester, kind, worker) == value
    assert f"Yours, value {value}" in look(worker, "/history").text
    pending = requester.mturk.list_qualification_requests(QualificationTypeId=kind)
    assert pending["QualificationRequests"] == []


@pytest.mark.parametrize(
    ("mapping", "value"),
    [
        ("", 7),
        ("<ScaleMapping><SummedScoreMultiplier>2.5</SummedScoreMultiplier></ScaleMapping>", 18),
        (percentage(8), 88),  # 87.5
        (
            "<RangeMapping><SummedScoreRange><InclusiveLowerBound>5</InclusiveLowerBound>"
            "<InclusiveUpperBound>7</InclusiveUpperBound><QualificationValue>42"
            "</QualificationValue></SummedScoreRange><OutOfRangeQualificationValue>-1"
            "</OutOfRangeQualificationValue></RangeMapping>",
            42,
        ),
    ],
    ids=["sum", "scale", "percentage", "range"],
)
def test_a_sum_of_scores_becomes_a_value(requester, worker, make_type, mapping, value):
    test = form(asked("a", selection("x", "y")), asked("b", selection("x", "y")))
    answers = key(scored("a", {"x": 4}), scored("b", {"x": 3, "y": -9}), mapping=mapping)
    kind = make_type(Test=test, AnswerKey=answers)
    take(worker, kind, {"q0": "0", "q1": "0"})
    assert score(requester, kind, worker) == value


def test_without_a_key_the_requester_reads_the_answers(requester, worker, make_type):
    kind = make_type(AnswerKey=None)
    take(worker, kind, {**RIGHT, "q4": "Because <é> & more."})
    (asked_for,) = requester.mturk.list_qualification_requests()["QualificationRequests"]
    assert asked_for["Test"] == READING
    assert answers_of(asked_for["Answer"])["why"] == "Because <é> & more."
    assert (
        "<SelectionIdentifier>a</SelectionIdentifier><SelectionIdentifier>b"
        in (asked_for["Answer"])
    )
    requester.mturk.accept_qualification_request(
        QualificationRequestId=asked_for["QualificationRequestId"], IntegerValue=5
    )
    assert score(requester, kind, worker) == 5


def test_questions_are_shown_after_the_time_began_as_text_and_without_the_key(worker, make_type):
    kind = make_type()
    path = f"/qualifications/{kind}/test"
    before = look(worker, path).text
    assert "Begin the test" in before and "She stayed in office" not in before
    begin(worker, kind)
    page = look(worker, path).text
    assert "She stayed in office" in page and "He left &lt;early&gt;." in page
    assert '<p dir="auto">Read well.</p>' in page and "<b>well" not in page
    assert "Score" not in page and "data-seconds-left" in page
    begin(worker, kind)  # pressing twice begins once
    shown = int(re.search(r'data-seconds-left="(\d+)"', look(worker, path).text)[1])
    assert shown <= 600


def test_answers_that_are_missing_are_asked_for_and_what_was_given_stays(
    requester, worker, make_type
):
    kind = make_type(
        Test=form(
            asked("one", selection("x", "y")),
            asked("age", free_text('<IsNumeric minValue="18" maxValue="120"/>')),
            asked("essay", free_text('<Length minLength="5" maxLength="9"/>'), required=False),
        ),
        AnswerKey=None,
    )
    begin(worker, kind)
    path = f"/qualifications/{kind}/test"
    for age, said in (("17", "at least 18"), ("NaN", "a number"), ("1e3", "at most 120")):
        page = press(worker, path, q1=age, q2="long enough, and more")
        assert page.status_code == 400
        for fault in ("needs an answer", said, "5 to 9 characters"):
            assert fault in page.text
        assert f'value="{age}"' in page.text
    assert requester.mturk.list_qualification_requests()["NumResults"] == 0
    assert press(worker, path, q0="7", q1="18").status_code == 400  # no such selection
    assert press(worker, path, q0="0", q1="18").status_code == 302
    assert requester.mturk.list_qualification_requests()["NumResults"] == 1


def test_late_answers_are_refused_and_the_attempt_is_used(market, requester, worker, make_type):
    kind = make_type(TestDurationInSeconds=60, RetryDelayInSeconds=HOUR)
    begin(worker, kind)
    market.advance(61)
    path = f"/qualifications/{kind}/test"
    late = press(worker, path, **RIGHT)
    assert late.status_code == 409 and "The time for this test ended" in late.text
    assert "The time for its test ended" in look(worker, "/history").text
    assert "too early" in press(worker, f"/qualifications/{kind}/ask").text
    market.advance(HOUR)
    take(worker, kind)
    assert score(requester, kind, worker) == 100


def test_a_test_is_taken_again_after_the_delay_and_the_last_value_counts(
    market, requester, worker, make_type
):
    once, again = make_type(), make_type(RetryDelayInSeconds=DAY)
    for kind in (once, again):
        take(worker, kind, {**RIGHT, "q1": "0"})
        refusal = press(worker, f"/qualifications/{kind}/ask")
        assert refusal.status_code == 409
    market.advance(DAY + 1)
    assert "You have this qualification" in press(worker, f"/qualifications/{once}/ask").text
    take(worker, again)
    assert (score(requester, once, worker), score(requester, again, worker)) == (67, 100)


def test_a_test_handed_in_twice_counts_once(requester, worker, make_type):
    kind = make_type()
    take(worker, kind)
    second = press(worker, f"/qualifications/{kind}/test", **{**RIGHT, "q1": "0"})
    assert second.status_code == 409
    assert score(requester, kind, worker) == 100


def test_a_test_that_changes_meanwhile_is_finished_as_it_was_begun(requester, worker, make_type):
    kind = make_type()
    begin(worker, kind)
    other = form(asked("other", selection("x", "y")))
    changed = requester.mturk.update_qualification_type(
        QualificationTypeId=kind, Test=other, TestDurationInSeconds=30
    )["QualificationType"]
    assert changed["Test"] == other and "AnswerKey" not in changed
    press(worker, f"/qualifications/{kind}/test", **RIGHT)
    assert score(requester, kind, worker) == 100


def test_a_task_that_needs_the_test_leads_to_it_and_opens_when_it_is_passed(
    requester, worker, make_type
):
    kind = make_type()
    passed = {
        "QualificationTypeId": kind,
        "Comparator": "GreaterThanOrEqualTo",
        "IntegerValues": [80],
        "ActionsGuarded": "PreviewAndAccept",
    }
    hit = requester.create(QualificationRequirements=[passed])["HITId"]
    asks = look(worker, f"/hits/{hit}")
    assert asks.status_code == 403
    assert f'href="/qualifications/{kind}/test"' in html.unescape(asks.text)
    take(worker, kind)
    assert worker.accept(hit)


def test_nobody_elses_test_is_handed_in(market, worker, make_type):
    kind = make_type()
    begin(worker, kind)
    other = press(market.worker(), f"/qualifications/{kind}/test", **RIGHT)
    assert other.status_code == 409
    assert look(worker, "/qualifications/3NOSUCH/test").status_code == 404


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">]>' + READING


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"TestDurationInSeconds": None}, "InvalidParameterValue"),
        ({"AutoGranted": True}, "InvalidParameterValue"),
        ({"Test": None}, "InvalidParameterValue"),
        ({"Test": None, "AnswerKey": None}, "InvalidParameterValue"),
        ({"Test": "<QuestionForm/>"}, "InvalidParameterValue"),
        ({"Test": "<QuestionForm"}, "XMLParseError"),
        ({"Test": LAUGHS}, "XMLParseError"),
        ({"Test": READING.replace("<b>", "<b")}, "XHTMLParseError"),
        ({"Test": READING + " " * 65_536}, "InvalidParameterValue"),
        ({"Test": READING.replace(">left<", ">stayed<")}, "InvalidParameterValue"),
        ({"Test": form(asked("f", "<FileUploadAnswer/>"))}, "NotSupported"),
        ({"Test": form(asked("t", free_text('<AnswerFormatRegex regex="a"/>')))}, "NotSupported"),
        ({"Test": form("<Overview><Binary/></Overview>")}, "NotSupported"),
        ({"Test": form(asked("n", selection("x", "y", most=0)))}, "InvalidParameterValue"),
        (
            {"Test": form(asked("l", free_text('<Length minLength="9" maxLength="8"/>')))},
            "InvalidParameterValue",
        ),
        ({"AnswerKey": "<AnswerKey/>"}, "InvalidParameterValue"),
        ({"AnswerKey": key(scored("unknown", {"x": 1}))}, "InvalidParameterValue"),
        ({"AnswerKey": key(scored("stayed", {"maybe": 1}))}, "InvalidParameterValue"),
        ({"AnswerKey": key(scored("why", {"x": 1}))}, "InvalidParameterValue"),
        ({"AnswerKey": key(scored("stayed", {"true": 10**9}))}, "InvalidParameterValue"),
        ({"AnswerKey": READING_KEY.replace(">3</Max", ">0</Max")}, "InvalidParameterValue"),
        ({"AnswerKey": "x" * 65_536}, "InvalidParameterValue"),
    ],
)  # fmt: skip
def test_a_test_that_makes_no_sense_is_refused(make_type, given, code):
    error = refused(make_type, **given)
    assert turk_code(error) == code, message(error)


def test_an_update_keeps_to_the_rules_of_tests(requester, make_type):
    """A test is not removed, comes with its duration, and excludes automatic granting."""
    kind = make_type()
    update = requester.mturk.update_qualification_type
    for given in (
        {"AutoGranted": True},
        {"Test": READING},
        {"TestDurationInSeconds": 60},
        {"AnswerKey": READING_KEY},
    ):
        error = refused(update, QualificationTypeId=kind, **given)
        assert turk_code(error) == "InvalidParameterValue", given
    update(QualificationTypeId=kind, Description="Other words")
    shown = requester.mturk.get_qualification_type(QualificationTypeId=kind)["QualificationType"]
    assert (shown["Test"], shown["AnswerKey"]) == (READING, READING_KEY)
    assert shown["TestDurationInSeconds"] == 600
