"""What belongs to one account is nobody else's business (behaviour 57)."""

import re
from decimal import Decimal

import pytest

from tests.marketplace.harness import HOUR, message, question, refused, turk_code


@pytest.fixture
def owner(market):
    return market.requester()


@pytest.fixture
def published(owner, worker) -> dict[str, str]:
    """A HIT with submitted work, its type, and a plain secret in every text."""
    hit = owner.create(Title="Secret title", RequesterAnnotation="secret-note", MaxAssignments=2)
    work = worker.do(hit["HITId"], answer="secret answer")
    return {"HITId": hit["HITId"], "HITTypeId": hit["HITTypeId"], "AssignmentId": work}


CALLS = {
    "send_bonus": ["WorkerId", "AssignmentId", "BonusAmount", "Reason"],
    "get_hit": ["HITId"],
    "list_assignments_for_hit": ["HITId"],
    "get_assignment": ["AssignmentId"],
    "approve_assignment": ["AssignmentId"],
    "reject_assignment": ["AssignmentId", "RequesterFeedback"],
    "delete_hit": ["HITId"],
    "update_expiration_for_hit": ["HITId", "ExpireAt"],
    "create_additional_assignments_for_hit": ["HITId", "NumberOfAdditionalAssignments"],
    "update_hit_review_status": ["HITId"],
    "update_hit_type_of_hit": ["HITId", "HITTypeId"],
    "create_hit_with_hit_type": ["HITTypeId", "LifetimeInSeconds", "Question"],
    "list_reviewable_hits": ["HITTypeId"],
}


@pytest.mark.parametrize("operation", CALLS)
def test_anothers_object_answers_exactly_like_an_unknown_one(
    requester, owner, published, operation
):
    """Behaviour 57: same code, same words, nothing changed, nothing leaked."""
    others = {
        "RequesterFeedback": "no",
        "WorkerId": "A1",
        "BonusAmount": "0.10",
        "Reason": "no",
        "ExpireAt": 0,
        "NumberOfAdditionalAssignments": 1,
        "LifetimeInSeconds": HOUR,
        "Question": question(),
    }
    unknown = dict.fromkeys(published, "3" + "Z" * 29)
    answers = []
    for ids in (published, unknown):
        arguments = {name: {**others, **ids}[name] for name in CALLS[operation]}
        error = refused(getattr(requester.mturk, operation), **arguments)
        text = re.sub(r"3[A-Z0-9]{29}|\(\d+\)", "*", message(error))
        answers.append((turk_code(error), text))
    assert answers[0] == answers[1]
    assert answers[0][0].endswith("DoesNotExist")
    assert owner.state(published["HITId"]) == ("Assignable", 1, 0)
    assert owner.hit(published["HITId"])["MaxAssignments"] == 2
    assert owner.work(published["HITId"])[0]["AssignmentStatus"] == "Submitted"


def test_anothers_qualification_type_answers_like_an_unknown_one(requester, owner, worker):
    """Behaviour 57."""
    kind = owner.mturk.create_qualification_type(
        Name="secret", Description="secret", QualificationTypeStatus="Active"
    )["QualificationType"]["QualificationTypeId"]
    mturk, about = requester.mturk, {"QualificationTypeId": kind}
    person = {**about, "WorkerId": worker.worker_id}
    owner.mturk.associate_qualification_with_worker(**person)
    for call, arguments in (
        (mturk.get_qualification_type, about),
        (mturk.update_qualification_type, about),
        (mturk.delete_qualification_type, about),
        (mturk.list_workers_with_qualification_type, about),
        (mturk.list_hits_for_qualification_type, about),
        (mturk.list_qualification_requests, about),
        (mturk.associate_qualification_with_worker, person),
        (mturk.disassociate_qualification_from_worker, person),
        (mturk.get_qualification_score, person),
    ):
        error = refused(call, **arguments)
        assert turk_code(error) == "QualificationTypeDoesNotExist"
        assert message(error).startswith(f"QualificationType {kind} does not exist.")
    naming = [{**about, "Comparator": "Exists"}]
    error = refused(requester.create, QualificationRequirements=naming)
    assert turk_code(error) == "QualificationTypeDoesNotExist"
    assert mturk.list_qualification_types(MustBeRequestable=False)["QualificationTypes"] == []


@pytest.mark.parametrize("name", ["HITId", "AssignmentId"])
def test_bonuses_of_anothers_work_are_not_listed(requester, published, name):
    error = refused(requester.mturk.list_bonus_payments, **{name: published[name]})
    assert turk_code(error).endswith("DoesNotExist")


def test_lists_and_balance_are_the_accounts_own(requester, owner, published):
    assert requester.mturk.list_hits()["HITs"] == []
    assert requester.mturk.list_reviewable_hits()["HITs"] == []
    assert requester.mturk.get_account_balance()["OnHoldBalance"] == "0.00"
    assert owner.on_hold() == Decimal("1.20")


def test_anothers_type_cannot_be_given_to_ones_own_hit(requester, published):
    mine = requester.create()["HITId"]
    error = refused(
        requester.mturk.update_hit_type_of_hit, HITId=mine, HITTypeId=published["HITTypeId"]
    )
    assert turk_code(error) == "HITTypeDoesNotExist"
