"""Blocks and messages."""

import pytest

from tests.marketplace.harness import RefusedByTheSite, message, refused, turk_code


def blocked(requester) -> list[str]:
    pages = requester.mturk.get_paginator("list_worker_blocks")
    walk = pages.paginate(PaginationConfig={"PageSize": 2})
    return [row["WorkerId"] for page in walk for row in page["WorkerBlocks"]]


def test_a_blocked_worker_cannot_accept_and_is_told(requester, worker):
    """Behaviour 52; the reason is not shown."""
    hit = requester.create(Title="For everybody else")
    requester.mturk.create_worker_block(WorkerId=worker.worker_id, Reason="Copied answers")
    for press in (f"/hits/{hit['HITId']}/accept", f"/groups/{hit['HITTypeId']}/accept"):
        with pytest.raises(RefusedByTheSite, match="does not let you accept"):
            worker.post(press)
    for path in (f"/hits/{hit['HITId']}", "/history"):
        page = worker.get(path).text
        assert "does not let you accept its tasks" in page
        assert "Copied answers" not in page
    assert "For everybody else" not in worker.get("/").text
    assert requester.state(hit["HITId"]) == ("Assignable", 1, 0)


def test_a_block_is_lifted(requester, worker):
    hit_id = requester.create()["HITId"]
    requester.mturk.create_worker_block(WorkerId=worker.worker_id, Reason="a mistake")
    requester.mturk.delete_worker_block(WorkerId=worker.worker_id)
    assert blocked(requester) == []
    assert "does not let you" not in worker.get("/history").text
    worker.do(hit_id)


def test_lifting_what_is_not_blocked_is_a_success(requester, worker):
    """Behaviour 52."""
    requester.mturk.delete_worker_block(WorkerId=worker.worker_id, Reason="none")


def test_a_worker_who_does_not_exist_is_an_invalid_id(requester):
    for call, reason in (("create_worker_block", {"Reason": "x"}), ("delete_worker_block", {})):
        error = refused(getattr(requester.mturk, call), WorkerId="ANOBODY", **reason)
        assert turk_code(error) == "InvalidParameterValue"
        assert message(error).startswith("WorkerId is invalid.")


def test_work_in_hand_survives_a_block(requester, worker):
    hit_id = requester.create()["HITId"]
    assignment_id = worker.accept(hit_id)
    requester.mturk.create_worker_block(WorkerId=worker.worker_id, Reason="too late")
    worker.get(f"/assignments/{assignment_id}")
    worker.submit(assignment_id)
    assert requester.work(hit_id)[0]["AssignmentStatus"] == "Submitted"


def test_a_block_counts_for_its_requester_alone(market, requester, worker):
    other = market.requester()
    requester.mturk.create_worker_block(WorkerId=worker.worker_id, Reason="x")
    worker.do(other.create()["HITId"])
    assert blocked(other) == []
    other.mturk.delete_worker_block(WorkerId=worker.worker_id)
    assert blocked(requester) == [worker.worker_id]


def test_blocks_are_listed_once_each_and_may_be_lifted_on_the_way(market, requester):
    crowd = [w.worker_id for w in market.workers(5)]
    for worker_id in [*crowd, crowd[0]]:
        requester.mturk.create_worker_block(WorkerId=worker_id, Reason=f"reason {worker_id}")
    assert blocked(requester) == crowd[::-1]
    pages = requester.mturk.get_paginator("list_worker_blocks")
    for page in pages.paginate(PaginationConfig={"PageSize": 2}):
        for row in page["WorkerBlocks"]:
            assert row["Reason"] == f"reason {row['WorkerId']}"
            requester.mturk.delete_worker_block(WorkerId=row["WorkerId"])
    assert blocked(requester) == []


def test_messages_reach_workers_whose_work_was_reviewed(market, requester):
    """Behaviour 53: strangers are listed as failures of a call that succeeds."""
    approved, rejected, waiting, stranger = market.workers(4)
    hit_id = requester.create(MaxAssignments=3)["HITId"]
    done = [worker.do(hit_id) for worker in (approved, rejected, waiting)]
    requester.mturk.approve_assignment(AssignmentId=done[0])
    requester.mturk.reject_assignment(AssignmentId=done[1], RequesterFeedback="too short")
    text = "We were wrong & <i>sorry</i>."
    answer = requester.mturk.notify_workers(
        Subject="About your work",
        MessageText=text,
        WorkerIds=[w.worker_id for w in (approved, rejected, waiting, stranger, approved)],
    )
    failures = answer["NotifyWorkersFailureStatuses"]
    assert [row["WorkerId"] for row in failures] == [waiting.worker_id, stranger.worker_id]
    assert {row["NotifyWorkersFailureCode"] for row in failures} == {"HardFailure"}
    for worker in (approved, rejected):
        for path in ("/history", "/messages"):
            page = worker.get(path).text
            assert page.count("We were wrong &amp; &lt;i&gt;sorry&lt;/i&gt;.") == 1
            assert requester.name in page
    for worker in (waiting, stranger):
        assert "sorry" not in worker.get("/history").text + worker.get("/messages").text


@pytest.mark.parametrize(
    "wanted",
    [
        {"WorkerIds": ["A1"] * 101},
        {"WorkerIds": []},
        {"Subject": "x" * 201},
        {"MessageText": "x" * 4097},
        {"WorkerIds": ["lower"]},
        {"Subject": " "},
    ],
    ids=["101 ids", "no ids", "long subject", "long text", "no id", "blank"],
)
def test_a_message_out_of_bounds_is_an_error(requester, wanted):
    """Behaviour 53."""
    valid = {"Subject": "s", "MessageText": "t", "WorkerIds": ["A1"]}
    error = refused(requester.mturk.notify_workers, **{**valid, **wanted})
    assert turk_code(error) == "InvalidParameterValue"
