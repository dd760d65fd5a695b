"""Lists in pages."""

import pytest
from botocore.config import Config

from tests.marketplace.harness import DAY, HOUR, message, refused, turk_code


@pytest.fixture
def handed_in(market, requester) -> tuple[str, list[str]]:
    """A HIT with seven submissions, in the order in which they came."""
    hit_id = requester.create(MaxAssignments=9, Reward="0.01")["HITId"]
    return hit_id, [worker.do(hit_id) for worker in market.workers(7)]


def walk(requester, hit_id: str, **options) -> list[list[str]]:
    paginator = requester.mturk.get_paginator("list_assignments_for_hit")
    pages = paginator.paginate(HITId=hit_id, **options)
    return [[row["AssignmentId"] for row in page["Assignments"]] for page in pages]


def test_a_paginator_finds_all_25_once(market, requester):
    """Behaviour 34: and with a trailing token, a last empty page and still 25."""
    hit_id = requester.create(MaxAssignments=25, Reward="0.01")["HITId"]
    done = [worker.do(hit_id) for worker in market.workers(25)]
    small = {"PaginationConfig": {"PageSize": 5}}
    assert walk(requester, hit_id, **small) == [done[n : n + 5] for n in range(0, 25, 5)]
    market.arm("trailing_page")
    pages = walk(requester, hit_id, **small)
    assert pages[-1] == []
    assert [row for page in pages for row in page] == done


def test_a_page_says_how_many_it_holds(requester, handed_in):
    hit_id, _ = handed_in
    page = requester.mturk.list_assignments_for_hit(HITId=hit_id, MaxResults=5)
    assert page["NumResults"] == 5
    last = requester.mturk.list_assignments_for_hit(
        HITId=hit_id, MaxResults=5, NextToken=page["NextToken"]
    )
    assert last["NumResults"] == 2
    assert "NextToken" not in last


@pytest.mark.parametrize("number", [0, 101, -1])
def test_a_page_holds_1_to_100(requester, handed_in, number):
    """Behaviour 35: boto3 itself checks the lower end, other clients do not."""
    unchecked = requester.client(config=Config(parameter_validation=False))
    error = refused(unchecked.list_assignments_for_hit, HITId=handed_in[0], MaxResults=number)
    assert error.response["Error"]["Code"] == "RequestError"


@pytest.mark.parametrize(
    "spoil",
    [lambda t: t[:-1] + "x", lambda t: "x" + t, lambda t: t[1:], lambda t: "x", lambda t: "é:1:2"],
    ids=["last", "first", "cut", "short", "odd"],
)
def test_an_altered_token_is_refused(requester, handed_in, spoil):
    """Behaviour 35."""
    hit_id, _ = handed_in
    token = requester.mturk.list_assignments_for_hit(HITId=hit_id, MaxResults=2)["NextToken"]
    spoiled = spoil(token)
    assert spoiled != token
    error = refused(requester.mturk.list_assignments_for_hit, HITId=hit_id, NextToken=spoiled)
    assert turk_code(error) == "InvalidParameterValue"


def test_a_token_belongs_to_its_account_operation_and_filter(market, requester, handed_in):
    """Behaviour 35."""
    hit_id, _ = handed_in
    requester.create(), requester.create()
    mturk = requester.mturk
    hits = mturk.list_hits(MaxResults=1)["NextToken"]
    work = mturk.list_assignments_for_hit(HITId=hit_id, MaxResults=1)["NextToken"]
    other_hit = requester.create()["HITId"]
    foreign = [
        (mturk.list_assignments_for_hit, {"HITId": hit_id, "NextToken": hits}),
        (mturk.list_assignments_for_hit, {"HITId": other_hit, "NextToken": work}),
        (
            mturk.list_assignments_for_hit,
            {"HITId": hit_id, "NextToken": work, "AssignmentStatuses": ["Submitted"]},
        ),
        (mturk.list_hits, {"NextToken": work}),
        (mturk.list_reviewable_hits, {"NextToken": hits}),
        (market.requester().mturk.list_hits, {"NextToken": hits}),
    ]
    for call, arguments in foreign:
        assert turk_code(refused(call, **arguments)) == "InvalidParameterValue"


def test_a_token_expires(market, requester, handed_in):
    """Behaviour 35."""
    hit_id, _ = handed_in
    call = requester.mturk.list_assignments_for_hit
    token = call(HITId=hit_id, MaxResults=2)["NextToken"]
    market.advance(23 * HOUR)
    call(HITId=hit_id, NextToken=token)
    market.advance(2 * HOUR)
    error = refused(call, HITId=hit_id, NextToken=token)
    assert turk_code(error) == "InvalidParameterValue"
    assert "expired" in message(error)


def test_tokens_fit_the_models_255_characters(requester, handed_in):
    statuses = ["Submitted", "Approved", "Rejected"]
    page = requester.mturk.list_assignments_for_hit(
        HITId=handed_in[0], MaxResults=1, AssignmentStatuses=statuses
    )
    assert len(page["NextToken"]) <= 255


def test_rows_added_during_a_walk_make_no_gap_and_no_repeat(market, requester):
    hit_ids = [requester.create(Reward="0.01")["HITId"] for _ in range(6)]
    first = requester.mturk.list_hits(MaxResults=2)
    added = {requester.create(Reward="0.01")["HITId"] for _ in range(3)}
    found = [hit["HITId"] for hit in first["HITs"]]
    token = first["NextToken"]
    while token:
        page = requester.mturk.list_hits(MaxResults=2, NextToken=token)
        found += [hit["HITId"] for hit in page["HITs"]]
        token = page.get("NextToken")
    assert len(found) == len(set(found))
    assert set(hit_ids) <= set(found) <= set(hit_ids) | added


def test_reviewing_page_by_page_skips_nothing(requester, handed_in):
    """Approving a page takes its rows out of the filter; the next page must not slide."""
    hit_id, done = handed_in
    call = requester.mturk.list_assignments_for_hit
    wanted = {"HITId": hit_id, "MaxResults": 2, "AssignmentStatuses": ["Submitted"]}
    seen, page = [], call(**wanted)
    while True:
        for row in page["Assignments"]:
            requester.mturk.approve_assignment(AssignmentId=row["AssignmentId"])
            seen.append(row["AssignmentId"])
        if "NextToken" not in page:
            break
        page = call(**wanted, NextToken=page["NextToken"])
    assert seen == done


def test_the_status_filter_is_exact(market, requester, handed_in):
    """Behaviour 36: unsubmitted work is never listed."""
    hit_id, done = handed_in
    market.worker().accept(hit_id)
    for assignment_id in done[:2]:
        requester.mturk.approve_assignment(AssignmentId=assignment_id)
    requester.mturk.reject_assignment(AssignmentId=done[2], RequesterFeedback="empty")
    expected = {
        ("Approved",): done[:2],
        ("Rejected",): done[2:3],
        ("Submitted",): done[3:],
        ("Approved", "Rejected"): done[:3],
        (): done,
    }
    for statuses, wanted in expected.items():
        found = requester.work(hit_id, AssignmentStatuses=list(statuses))
        assert [row["AssignmentId"] for row in found] == wanted
    error = refused(requester.work, hit_id=hit_id, AssignmentStatuses=["Bogus"])
    assert turk_code(error) == "InvalidParameterValue"


def test_reviewable_hits_are_listed_by_status_and_type(market, requester):
    done, open_hit = requester.create(), requester.create()
    other = requester.create(Title="Another kind of task")
    for hit in (done, other):
        market.worker().do(hit["HITId"])
    call = requester.mturk.list_reviewable_hits
    assert [hit["HITId"] for hit in call()["HITs"]] == [other["HITId"], done["HITId"]]
    by_type = call(HITTypeId=done["HITTypeId"])["HITs"]
    assert [hit["HITId"] for hit in by_type] == [done["HITId"]]
    requester.mturk.update_hit_review_status(HITId=done["HITId"])
    assert [hit["HITId"] for hit in call()["HITs"]] == [other["HITId"]]
    assert open_hit["HITId"] in {hit["HITId"] for hit in requester.mturk.list_hits()["HITs"]}
    market.advance(DAY + 1)
    assert len(call()["HITs"]) == 2
