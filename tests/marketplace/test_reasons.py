"""Nothing to do: the page says why, and when to look again."""

import re
from datetime import datetime

import pytest

from tests.marketplace.harness import HOUR, Marketplace, question
from tests.marketplace.visits import look, press


@pytest.fixture(scope="module")
def quiet(start_marketplace) -> Marketplace:
    """A marketplace in which nobody else offers anything."""
    return start_marketplace()


@pytest.fixture
def lab(quiet):
    quiet.control("POST", "reset")
    return quiet.requester()


def offer(lab, tasks, **wanted) -> str:
    return lab.create(Question=question(tasks.url("/task")), **wanted)["HITId"]


def why(worker) -> str:
    page = look(worker, "/").text
    assert "tasks for you right now" in page
    return page


def test_nothing_is_on_offer(quiet, lab, tasks):
    offer(lab, tasks)
    gone = lab.mturk.list_hits()["HITs"][0]["HITId"]
    lab.expire(gone)
    assert "Every task on offer is done" in why(quiet.worker())


def test_your_share_is_done(quiet, lab, tasks):
    worker = quiet.worker()
    worker.do(offer(lab, tasks, MaxAssignments=3))
    assert "the one task still open to others" in re.sub(r"\s+", " ", why(worker))


def test_others_have_the_places_and_when_one_comes_back(quiet, lab, tasks):
    hit = offer(lab, tasks, AssignmentDurationInSeconds=HOUR)
    other, worker = quiet.worker(), quiet.worker()
    other.accept(hit)
    page = why(worker)
    assert "1 task is in the hands of others" in page
    moment = datetime.fromisoformat(
        re.search(r'free again on\s*<time[^>]* datetime="([^"]*)"', page)[1]
    )
    now = quiet.control("GET", "clock")["now"]
    assert abs(moment.timestamp() - now - HOUR) < 60
    quiet.advance(HOUR + 1)
    assert "Mark the important words" in look(worker, "/").text


def test_your_claim_is_open(quiet, lab, tasks):
    worker = quiet.worker()
    assignment = worker.accept(offer(lab, tasks))
    page = why(worker)
    assert "You are working on" in page
    assert f'href="/assignments/{assignment}"' in page


def test_a_requester_who_blocks_is_told_apart(quiet, lab, tasks):
    worker = quiet.worker()
    offer(lab, tasks)
    lab.mturk.create_worker_block(WorkerId=worker.worker_id, Reason="spam")
    assert "do not let you accept their tasks" in why(worker)
    assert "spam" not in why(worker)


def test_who_saw_the_article_is_told_so(quiet, lab, tasks):
    kind = lab.mturk.create_qualification_type(
        Name="Saw article 7", Description="Has done it.", QualificationTypeStatus="Active"
    )["QualificationType"]["QualificationTypeId"]
    fresh = {
        "QualificationTypeId": kind,
        "Comparator": "DoesNotExist",
        "ActionsGuarded": "DiscoverPreviewAndAccept",
    }
    worker, stranger = quiet.worker(), quiet.worker()
    worker.do(offer(lab, tasks))
    for person in (worker, stranger):
        lab.mturk.associate_qualification_with_worker(
            QualificationTypeId=kind, WorkerId=person.worker_id, SendNotification=False
        )
    offer(lab, tasks, QualificationRequirements=[fresh])
    assert "you have seen the same article" in why(worker)
    assert "you have seen the same article" not in why(stranger)  # who never worked for this lab


def test_tasks_that_one_may_not_discover_are_not_hinted_at(quiet, lab, tasks):
    kind = lab.mturk.create_qualification_type(
        Name="Insider", Description="Few.", QualificationTypeStatus="Active"
    )["QualificationType"]["QualificationTypeId"]
    needed = {
        "QualificationTypeId": kind,
        "Comparator": "Exists",
        "ActionsGuarded": "DiscoverPreviewAndAccept",
    }
    insider = quiet.worker()
    lab.mturk.associate_qualification_with_worker(
        QualificationTypeId=kind, WorkerId=insider.worker_id, SendNotification=False
    )
    insider.accept(offer(lab, tasks, QualificationRequirements=[needed]))
    assert "Every task on offer is done" in why(quiet.worker())


def test_the_page_changes_nothing(quiet, lab, tasks):
    hit = offer(lab, tasks)
    quiet.worker().accept(hit)
    worker = quiet.worker()
    why(worker)
    assert lab.state(hit) == ("Unassignable", 0, 1)
    assert press(worker, f"/hits/{hit}/accept").status_code == 409
