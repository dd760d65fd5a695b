"""Appeals: one press and a few words by the worker, a list and an answer for the requester."""

from decimal import Decimal

import pytest
import requests

from tests.marketplace.harness import DAY
from tests.marketplace.own_calls import appeals, call
from tests.marketplace.visits import look, press, submit

REASON = "You answered True; the second sentence says that she stayed."


@pytest.fixture
def rejected(worker, requester, make_hit) -> str:
    """An assignment of `worker` that `requester` rejected."""
    assignment = worker.accept(make_hit(AutoApprovalDelayInSeconds=3 * DAY))
    submit(worker, assignment, answer="True")
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback=REASON)
    return assignment


def appeal(worker, assignment: str, message: str = "I read it twice."):
    look(worker, "/")
    return press(worker, f"/assignments/{assignment}/appeal", message=message)


def test_an_appeal_reaches_the_requester_with_what_it_needs(worker, requester, rejected):
    words = "The third sentence says <she> left.\r\nPlease look again: é\0"
    assert appeal(worker, rejected, words).status_code == 302
    [found] = appeals(requester)
    assert found["Status"] == "Open"
    assert found["Message"] == "The third sentence says <she> left.\nPlease look again: é"
    assert found["AssignmentId"] == rejected
    assert found["WorkerId"] == worker.worker_id
    assert found["RequesterFeedback"] == REASON
    submitted = requester.mturk.get_assignment(AssignmentId=rejected)["Assignment"]["SubmitTime"]
    assert abs(found["DecideBy"] - submitted.timestamp() - 30 * DAY) < 1
    assert requester.events(found["HITId"])[-1] == "AssignmentAppealed"


def test_one_press_is_enough_and_a_second_changes_nothing(worker, requester, rejected):
    page = look(worker, f"/assignments/{rejected}").text
    assert "Is this wrong?" in page
    assert appeal(worker, rejected, "").status_code == 302
    assert appeal(worker, rejected, "more words").status_code == 302
    assert [row["Message"] for row in appeals(requester)] == [""]
    assert requester.events(appeals(requester)[0]["HITId"]).count("AssignmentAppealed") == 1
    page = look(worker, f"/assignments/{rejected}?receipt").text
    assert "the requester has not decided yet" in page
    assert "Is this wrong?" not in page
    assert "Your appeal: not decided yet" in look(worker, "/history").text


def test_a_granted_appeal_pays_and_the_history_tells(worker, requester, rejected):
    appeal(worker, rejected)
    before = requester.total()
    requester.mturk.approve_assignment(
        AssignmentId=rejected, OverrideRejection=True, RequesterFeedback="You were right."
    )
    assert before - requester.total() == Decimal("0.60")
    assert [row["Status"] for row in appeals(requester)] == ["Granted"]
    assert appeals(requester, Status="Open") == []
    page = look(worker, f"/assignments/{rejected}").text
    assert "granted, you are paid" in page
    assert "You were right." in page
    denied = call(requester, "DenyAppeal", AppealId=appeals(requester)[0]["AppealId"], Answer="No.")
    assert denied.json()["TurkErrorCode"] == "AWS.MechanicalTurk.InvalidAppealState"


def test_a_denied_appeal_tells_the_worker_why(worker, requester, rejected):
    appeal(worker, rejected)
    [found] = appeals(requester, Status="Open")
    answer = "We looked again: the sentence <b>is</b> there."
    for _ in range(2):
        said = call(requester, "DenyAppeal", AppealId=found["AppealId"], Answer=answer)
        assert said.status_code == 200
    assert [row["Answer"] for row in appeals(requester, Status="Denied")] == [answer]
    page = look(worker, f"/assignments/{rejected}").text
    assert "We looked again: the sentence &lt;b&gt;is&lt;/b&gt; there." in page
    assert "denied" in look(worker, "/history").text


def test_another_requester_neither_sees_nor_answers_it(market, worker, requester, rejected):
    appeal(worker, rejected)
    stranger = market.requester()
    assert appeals(stranger) == []
    known, unknown = appeals(requester)[0]["AppealId"], "3UNKNOWN"
    answers = [
        call(stranger, "DenyAppeal", AppealId=name, Answer="No.").json()
        for name in (known, unknown)
    ]
    assert {answer["TurkErrorCode"] for answer in answers} == {
        "AWS.MechanicalTurk.AppealDoesNotExist"
    }
    assert [row["Status"] for row in appeals(requester)] == ["Open"]


def test_a_long_list_comes_in_pages(market, worker, requester, make_hit):
    for n in range(3):
        assignment = worker.do(make_hit(f"/task?{n}"))
        requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback=REASON)
        appeal(worker, assignment, f"number {n}")
    first = call(requester, "ListAppeals", MaxResults=2).json()
    second = call(requester, "ListAppeals", MaxResults=2, NextToken=first["NextToken"]).json()
    told = [row["Message"] for row in first["Appeals"] + second["Appeals"]]
    assert told == ["number 2", "number 1", "number 0"]
    assert "NextToken" not in second


@pytest.mark.parametrize(
    ("operation", "members"),
    [
        ("ListAppeals", {"Status": "Bogus"}),
        ("ListAppeals", {"MaxResults": 0}),
        ("DenyAppeal", {"AppealId": "3X"}),
        ("DenyAppeal", {"AppealId": "3X", "Answer": " "}),
        ("DenyAppeal", {"AppealId": "x'", "Answer": "No."}),
        ("GetHIT", {"HITId": "3X"}),
        ("Nothing", {}),
    ],
)
def test_a_call_that_is_not_in_order_is_an_error_not_a_page(requester, operation, members):
    answer = call(requester, operation, **members)
    assert answer.status_code == 400
    assert answer.json()["__type"]


def test_an_unsigned_call_is_refused(market, requester):
    answer = requests.post(
        f"{market.origin}/", headers={"X-Amz-Target": "HighRESMarketplace.ListAppeals"}, timeout=30
    )
    assert answer.json()["__type"] == "MissingAuthenticationTokenException"


def test_only_ones_own_rejected_work_can_be_appealed(market, worker, requester, make_hit, rejected):
    stranger = market.worker()
    assert appeal(stranger, rejected).status_code == 404
    submitted = worker.do(make_hit("/task?s"))
    held = worker.accept(make_hit("/task?h"))
    for assignment in (submitted, held):
        assert appeal(worker, assignment).status_code == 409
        assert "Is this wrong?" not in look(worker, f"/assignments/{assignment}").text
    assert appeals(requester) == []


def test_after_thirty_days_it_is_too_late_and_said_so(market, worker, requester, rejected):
    market.advance(30 * DAY + 60)
    assert "The time to appeal is over" in look(worker, f"/assignments/{rejected}").text
    assert appeal(worker, rejected).status_code == 409
    assert appeals(requester) == []


def test_words_without_end_are_refused(worker, requester, rejected):
    assert appeal(worker, rejected, "x" * 2001).status_code == 409
    assert appeals(requester) == []
    assert appeal(worker, rejected, "x" * 2000).status_code == 302


def test_an_appeal_without_the_forms_key_is_not_made(worker, requester, rejected):
    look(worker, "/")
    path = f"{worker.origin}/assignments/{rejected}/appeal"
    assert worker.browser.post(path, data={"message": "x"}, timeout=30).status_code == 403
    assert look(worker, f"/assignments/{rejected}/appeal").status_code == 405
    assert appeals(requester) == []
