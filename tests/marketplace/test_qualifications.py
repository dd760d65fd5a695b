"""Qualifications through boto3 and the site."""

import re

import pytest

from tests.marketplace.harness import HOUR, RefusedByTheSite, message, refused, turk_code

RATE, APPROVED = "000000000000000000L0", "00000000000000000040"
LOCALE, ADULT, MASTERS = (
    "00000000000000000071",
    "00000000000000000060",
    "2F1QJWKUDD8XADTFD2Q0G6UTO95ALH",
)


@pytest.fixture
def make_type(requester):
    """make_type("fluent", AutoGranted=True): the id of a new qualification type."""

    def make(name: str = "fluent", **wanted) -> str:
        defaults = {"Description": "Reads well.", "QualificationTypeStatus": "Active"}
        answer = requester.mturk.create_qualification_type(Name=name, **{**defaults, **wanted})
        return answer["QualificationType"]["QualificationTypeId"]

    return make


def grant(requester, kind: str, worker, value: int = 1, tell: bool = False) -> None:
    requester.mturk.associate_qualification_with_worker(
        QualificationTypeId=kind,
        WorkerId=worker.worker_id,
        IntegerValue=value,
        SendNotification=tell,
    )


def needing(kind: str, comparator: str = "Exists", guard: str = "Accept", **values) -> list[dict]:
    row = {"QualificationTypeId": kind, "Comparator": comparator, "ActionsGuarded": guard}
    return [{**row, **values}]


def can_accept(worker, hit_id: str) -> bool:
    try:
        worker.give_back(worker.accept(hit_id))
    except RefusedByTheSite as refusal:
        assert refusal.status == 409
        return False
    return True


def test_a_type_is_made_read_changed_and_deleted(requester, make_type):
    kind = make_type(Keywords="reading", RetryDelayInSeconds=60)
    about = {"QualificationTypeId": kind}
    shown = requester.mturk.get_qualification_type(**about)["QualificationType"]
    assert (shown["Name"], shown["Keywords"], shown["RetryDelayInSeconds"]) == (
        "fluent", "reading", 60,
    )  # fmt: skip
    assert (shown["IsRequestable"], shown["AutoGranted"]) == (True, False)
    changed = requester.mturk.update_qualification_type(
        **about, Description="Other words", QualificationTypeStatus="Inactive"
    )["QualificationType"]
    assert (changed["Description"], changed["Name"]) == ("Other words", "fluent")
    error = refused(requester.create, QualificationRequirements=needing(kind))
    assert turk_code(error) == "InvalidQualificationTypeState"
    requester.mturk.delete_qualification_type(**about)
    error = refused(requester.mturk.get_qualification_type, **about)
    assert turk_code(error) == "QualificationTypeDoesNotExist"
    make_type()


def test_a_name_is_used_once(requester, make_type):
    """Behaviour 50."""
    make_type()
    error = refused(make_type)
    assert turk_code(error) == "QualificationTypeAlreadyExists"
    assert "You have already created a QualificationType with this name." in message(error)


def test_new_types_may_be_hidden_from_lists_for_a_while(market, requester, make_type):
    """Behaviour 50."""
    make_type("old")
    market.arm("visibility_delay", account=requester.name, options={"seconds": 300})
    make_type("new")

    def listed(**query) -> list[str]:
        answer = requester.mturk.list_qualification_types(MustBeRequestable=False, **query)
        return [row["Name"] for row in answer["QualificationTypes"]]

    assert listed() == ["old"]
    market.advance(301)
    assert listed() == ["new", "old"]
    assert listed(Query="OLD reads") == ["old"]
    assert listed(Query="100%") == []


def test_a_revoked_and_a_missing_qualification_answer_differently(requester, worker, make_type):
    """Behaviour 51."""
    kind = make_type()
    person = {"QualificationTypeId": kind, "WorkerId": worker.worker_id}
    score = requester.mturk.get_qualification_score
    assert turk_code(refused(score, **person)) == "QualificationDoesNotExist"
    grant(requester, kind, worker, 7)
    assert score(**person)["Qualification"]["IntegerValue"] == 7
    grant(requester, kind, worker, 9)
    assert score(**person)["Qualification"]["IntegerValue"] == 9
    revoke = requester.mturk.disassociate_qualification_from_worker
    revoke(**person, Reason="No longer <b>needed</b>.")
    assert "status of: Granted" in message(refused(score, **person))
    assert "status of: Granted" in message(refused(revoke, **person))
    assert "No longer &lt;b&gt;needed&lt;/b&gt;." in worker.get("/history").text


def test_a_worker_is_told_unless_the_call_says_not(requester, worker, make_type):
    grant(requester, make_type("silent"), worker)
    assert "You were given" not in worker.get("/messages").text
    requester.mturk.associate_qualification_with_worker(
        QualificationTypeId=make_type("told"), WorkerId=worker.worker_id
    )
    assert "You were given the qualification “told”" in worker.get("/messages").text


def test_holders_are_listed_by_status(market, requester, make_type):
    kind, crowd = make_type(), market.workers(3)
    for worker in crowd:
        grant(requester, kind, worker)
    requester.mturk.disassociate_qualification_from_worker(
        QualificationTypeId=kind, WorkerId=crowd[0].worker_id
    )

    def holders(**chosen) -> list[str]:
        pages = requester.mturk.get_paginator("list_workers_with_qualification_type")
        walk = pages.paginate(QualificationTypeId=kind, PaginationConfig={"PageSize": 1}, **chosen)
        return [row["WorkerId"] for page in walk for row in page["Qualifications"]]

    assert holders() == [crowd[2].worker_id, crowd[1].worker_id]
    assert holders(Status="Revoked") == [crowd[0].worker_id]


DISCOVER = "DiscoverPreviewAndAccept"
# guard, whether the list shows the task, how its page answers
REACHES = [(DISCOVER, False, 404), ("PreviewAndAccept", True, 403), ("Accept", True, 200)]


@pytest.mark.parametrize(("guard", "listed", "previewed"), REACHES)
def test_a_guard_keeps_out_of_what_it_names(
    requester, worker, make_hit, make_type, guard, listed, previewed
):  # fmt: skip
    """Behaviour 48: and of nothing else."""
    kind = make_type()
    hit_id = make_hit(
        Title="Only for newcomers", QualificationRequirements=needing(kind, "DoesNotExist", guard)
    )
    assert can_accept(worker, hit_id)
    grant(requester, kind, worker)
    assert ("Only for newcomers" in worker.get("/").text) == listed
    assert worker.browser.get(f"{worker.origin}/hits/{hit_id}").status_code == previewed
    for path in (f"/hits/{hit_id}/accept", f"/groups/{requester.hit(hit_id)['HITTypeId']}/accept"):
        with pytest.raises(RefusedByTheSite) as refusal:
            worker.post(path)
        assert refusal.value.status == (409 if listed else 404)
    assert requester.state(hit_id) == ("Assignable", 1, 0)


def test_work_in_hand_survives_the_loss_of_a_qualification(requester, worker, make_hit, make_type):
    kind = make_type()
    hit_id = make_hit(QualificationRequirements=needing(kind, "DoesNotExist", DISCOVER))
    assignment_id = worker.accept(hit_id)
    grant(requester, kind, worker)
    worker.get(f"/assignments/{assignment_id}")
    worker.get(f"/hits/{hit_id}")
    worker.submit(assignment_id)
    assert requester.work(hit_id)[0]["AssignmentStatus"] == "Submitted"


def test_the_approval_rate_reads_full_until_a_hundred_assignments(requester, worker, make_hit):
    """Behaviour 49: although everything was rejected; the number approved is counted from one."""
    hit_id = make_hit(
        QualificationRequirements=needing(RATE, "GreaterThanOrEqualTo", IntegerValues=[95])
    )
    first = requester.create(MaxAssignments=1)["HITId"]
    work = worker.do(first)
    requester.mturk.reject_assignment(AssignmentId=work, RequesterFeedback="no")
    assert can_accept(worker, hit_id)
    counted = make_hit(
        QualificationRequirements=needing(APPROVED, "GreaterThan", IntegerValues=[0])
    )
    assert not can_accept(worker, counted)
    requester.mturk.approve_assignment(AssignmentId=work, OverrideRejection=True)
    assert can_accept(worker, counted)


def test_what_is_stored_of_a_worker_is_compared(market, make_hit):
    (here,) = market.workers(1, country="GB", adult=True, masters=True)
    (there,) = market.workers(1, country="US", subdivision="NY")
    british = needing(LOCALE, "In", LocaleValues=[{"Country": "GB"}])
    for wanted in (british, needing(ADULT, "EqualTo", IntegerValues=[1]), needing(MASTERS)):
        hit_id = make_hit(QualificationRequirements=wanted)
        assert [can_accept(worker, hit_id) for worker in (here, there)] == [True, False]


def test_all_requirements_must_hold(market, requester, make_hit, make_type):
    kind, other = make_type("one"), make_type("two")
    wanted = needing(kind, "GreaterThan", IntegerValues=[3]) + needing(
        other, "NotEqualTo", IntegerValues=[1]
    )
    hit_id = make_hit(QualificationRequirements=wanted)
    worker = market.worker()
    seen = []
    for one, two in ((4, None), (4, 1), (3, 0), (4, 0)):
        grant(requester, kind, worker, one)
        if two is not None:
            grant(requester, other, worker, two)
        seen.append(can_accept(worker, hit_id))
    assert seen == [False, False, False, True]


def test_a_qualification_is_asked_for_and_decided(requester, worker, make_hit, make_type):
    kind = make_type()
    hit_id = make_hit(QualificationRequirements=needing(kind))
    page = worker.get(f"/hits/{hit_id}/requirements").text
    assert "fluent" in page
    ask = re.search(r'action="(/qualifications/[A-Z0-9]+/ask)"', page)[1]
    for _ in range(2):
        assert "You asked for" in worker.post(ask, next=f"/hits/{hit_id}/requirements").text
    (asked,) = requester.mturk.list_qualification_requests()["QualificationRequests"]
    assert (asked["WorkerId"], asked["QualificationTypeId"]) == (worker.worker_id, kind)
    decision = {"QualificationRequestId": asked["QualificationRequestId"]}
    assert not can_accept(worker, hit_id)
    requester.mturk.accept_qualification_request(**decision, IntegerValue=5)
    assert can_accept(worker, hit_id)
    assert requester.mturk.list_qualification_requests()["QualificationRequests"] == []
    for call in ("accept_qualification_request", "reject_qualification_request"):
        error = refused(getattr(requester.mturk, call), **decision)
        assert turk_code(error) == "InvalidQualificationRequestState"
    stranger = requester.market.requester()
    error = refused(stranger.mturk.accept_qualification_request, **decision)
    assert turk_code(error) == "QualificationRequestDoesNotExist"


def test_a_request_is_no_longer_open_once_it_was_granted_unasked(requester, worker, make_type):
    kind = make_type()
    worker.post(f"/qualifications/{kind}/ask")
    assert "the requester decides" in worker.get("/history").text
    grant(requester, kind, worker)
    page = worker.get("/history").text
    assert "Yours, value 1" in page
    assert "the requester decides" not in page


def test_a_refused_request_may_be_repeated_after_its_delay_alone(
    market, requester, worker, make_type
):
    once, again = make_type("once"), make_type("again", RetryDelayInSeconds=HOUR)
    for kind in (once, again):
        worker.post(f"/qualifications/{kind}/ask")
    for asked in requester.mturk.list_qualification_requests()["QualificationRequests"]:
        requester.mturk.reject_qualification_request(
            QualificationRequestId=asked["QualificationRequestId"], Reason="Not <i>yet</i>."
        )
    assert worker.get("/history").text.count("Not &lt;i&gt;yet&lt;/i&gt;.") == 2
    for kind in (once, again):
        with pytest.raises(RefusedByTheSite):
            worker.post(f"/qualifications/{kind}/ask")
    market.advance(HOUR + 1)
    with pytest.raises(RefusedByTheSite):
        worker.post(f"/qualifications/{once}/ask")
    worker.post(f"/qualifications/{again}/ask")
    (asked,) = requester.mturk.list_qualification_requests()["QualificationRequests"]
    assert asked["QualificationTypeId"] == again


def test_an_automatic_grant_has_its_value(requester, worker, make_type):
    kind = make_type(AutoGranted=True, AutoGrantedValue=0)
    assert "You have the qualification" in worker.post(f"/qualifications/{kind}/ask").text
    person = {"QualificationTypeId": kind, "WorkerId": worker.worker_id}
    assert requester.mturk.get_qualification_score(**person)["Qualification"]["IntegerValue"] == 0
    with pytest.raises(RefusedByTheSite):
        worker.post("/qualifications/3NOSUCHTYPE/ask")


def test_hits_are_found_by_the_type_they_name_and_stay_guarded_without_it(
    requester, worker, make_hit, make_type
):
    kind = make_type()
    hit_id = make_hit(QualificationRequirements=needing(kind))
    make_hit()
    listing = requester.mturk.list_hits_for_qualification_type
    assert [hit["HITId"] for hit in listing(QualificationTypeId=kind)["HITs"]] == [hit_id]
    worker.post(f"/qualifications/{kind}/ask")
    requester.mturk.delete_qualification_type(QualificationTypeId=kind)
    assert requester.mturk.list_qualification_requests()["QualificationRequests"] == []
    assert not can_accept(worker, hit_id)
    error = refused(
        requester.mturk.create_hit_with_hit_type,
        HITTypeId=requester.hit(hit_id)["HITTypeId"],
        LifetimeInSeconds=HOUR,
        Question=requester.hit(hit_id)["Question"],
    )
    assert turk_code(error) == "QualificationTypeDoesNotExist"
