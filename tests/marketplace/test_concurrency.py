"""Many at once (behaviour 59)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import partial
from threading import Barrier

import psycopg2
import pytest

from tests.marketplace.harness import (
    Marketplace,
    RefusedByTheSite,
    Worker,
    message,
    question,
    turk_code,
)
from tests.marketplace.studies import Study, assignment_in
from tests.marketplace.visits import look, newcomer, press, take
from tests.stack import postgres_url

ROUNDS, SLOTS, RUSH = 20, 15, 50


def at_once(steps: list[Callable]) -> list:
    """Let all steps go at the same moment; results and refusals, in their order."""
    gate = Barrier(len(steps))

    def run(step):
        gate.wait()
        try:
            return step()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(steps)) as pool:
        return list(pool.map(run, steps))


def rush(people: list[Worker], hit_id: str) -> list[str]:
    """All accept the HIT at once; the assignments granted. Whoever got none was refused."""
    results = at_once([lambda person=person: person.accept(hit_id) for person in people])
    granted = [result for result in results if isinstance(result, str)]
    others = [result for result in results if not isinstance(result, str)]
    assert {type(other) for other in others} <= {RefusedByTheSite}, others
    assert {other.status for other in others} <= {409}, others
    return granted


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def busy_market(request, start_marketplace) -> Marketplace:
    """SQLite with one process, PostgreSQL with three: as in the two profiles."""
    if request.param == "sqlite":
        return start_marketplace(postgres="")
    try:
        psycopg2.connect(postgres_url(), connect_timeout=3).close()
    except psycopg2.OperationalError as error:
        pytest.skip(f"no PostgreSQL server answers at TEST_POSTGRES_URL: {error}")
    return start_marketplace(postgres=postgres_url(), WORKERS="3")


@pytest.mark.slow
def test_fifteen_of_fifty_get_fifteen_slots(busy_market):
    """Behaviour 59 as a stress: nobody is refused while a slot is free, twenty times over."""
    requester = busy_market.requester(balance="100000.00")
    people = busy_market.workers(RUSH)
    for person in people:
        person.sign_in()
    for _ in range(ROUNDS):
        hit_id = requester.create(MaxAssignments=SLOTS)["HITId"]
        granted = rush(people, hit_id)
        assert len(set(granted)) == len(granted) == SLOTS
        assert requester.state(hit_id) == ("Unassignable", 0, SLOTS)


def test_two_cannot_take_the_last_slot(busy_market):
    """Behaviour 59."""
    requester = busy_market.requester()
    people = busy_market.workers(2)
    for person in people:
        person.sign_in()
    for _ in range(10):
        hit_id = requester.create()["HITId"]
        assert len(rush(people, hit_id)) == 1


def test_one_worker_pressing_ten_times_takes_one_slot(busy_market):
    requester = busy_market.requester()
    person = busy_market.worker()
    person.sign_in()
    hit_id = requester.create(MaxAssignments=9)["HITId"]
    assert len(set(rush([person] * 10, hit_id))) == 1
    assert requester.state(hit_id) == ("Assignable", 8, 1)


def test_one_token_sent_ten_times_at_once_makes_one_hit(busy_market):
    requester = busy_market.requester()
    client = requester.client()
    results = at_once([lambda: requester.create(UniqueRequestToken="t-rush")] * 10)
    (made,) = [result for result in results if isinstance(result, dict)]
    refusals = [result for result in results if result is not made]
    assert {turk_code(error) for error in refusals} == {"HitAlreadyExists"}
    assert all(made["HITId"] in message(error) for error in refusals)
    assert len(client.list_hits()["HITs"]) == 1


def test_one_assignment_approved_and_rejected_at_once_is_decided_once(busy_market):
    requester = busy_market.requester()
    hit_id = requester.create(MaxAssignments=9)["HITId"]
    work = [person.do(hit_id) for person in busy_market.workers(5)]
    mturk, steps = requester.mturk, []
    for assignment_id in work:
        reject = {"AssignmentId": assignment_id, "RequesterFeedback": "no"}
        steps.append(lambda given=reject: mturk.reject_assignment(**given))
        for _ in range(2):
            steps.append(lambda name=assignment_id: mturk.approve_assignment(AssignmentId=name))
    refusals = [result for result in at_once(steps) if isinstance(result, Exception)]
    assert len(refusals) == 2 * len(work)
    assert {turk_code(error) for error in refusals} == {"InvalidAssignmentState"}
    approved = requester.work(hit_id, AssignmentStatuses=["Approved"])
    paid = 1000 - requester.total()
    assert paid * 10 == 6 * len(approved)


def test_payments_at_once_are_all_counted(busy_market):
    """Each on a HIT of its own: only the account's lock keeps their lines in order."""
    requester = busy_market.requester()
    person = busy_market.worker()
    work = [person.do(requester.create()["HITId"]) for _ in range(12)]
    approve = requester.mturk.approve_assignment
    steps = [lambda name=name: approve(AssignmentId=name) for name in work]
    assert not [result for result in at_once(steps) if isinstance(result, Exception)]
    assert requester.total() == Decimal("1000.00") - 12 * Decimal("0.60")
    assert requester.on_hold() == 0


def test_spending_at_once_never_spends_more_than_there_is(busy_market):
    """Ten HITs at 0.60 with money for four."""
    requester = busy_market.requester(balance="2.50")
    results = at_once([lambda: requester.create()] * 10)
    made = [result for result in results if isinstance(result, dict)]
    refusals = [result for result in results if not isinstance(result, dict)]
    assert len(made) == 4
    assert {turk_code(error) for error in refusals} == {"InsufficientFunds"}


def test_equal_types_made_at_once_are_one(busy_market):
    requester = busy_market.requester()
    results = at_once([lambda: requester.create()["HITTypeId"]] * 8)
    assert len(set(results)) == 1


def test_as_many_as_there_are_slots_all_get_one(busy_market):
    """Behaviour 59, the other side: a crowd at the door is no reason to refuse."""
    requester = busy_market.requester()
    people = busy_market.workers(SLOTS)
    for person in people:
        person.sign_in()
    for _ in range(3):
        hit_id = requester.create(MaxAssignments=SLOTS)["HITId"]
        assert len(rush(people, hit_id)) == SLOTS


def test_a_hit_whose_type_changes_meanwhile_can_be_accepted(busy_market):
    """A lock that joined the type would find no row and call the HIT unknown."""
    requester = busy_market.requester()
    person = busy_market.worker()
    person.sign_in()
    cheaper = requester.create(Reward="0.10")["HITTypeId"]
    for _ in range(10):
        hit_id = requester.create()["HITId"]
        change = {"HITId": hit_id, "HITTypeId": cheaper}
        accepted, changed = at_once(
            [
                lambda hit_id=hit_id: person.accept(hit_id),
                lambda change=change: requester.mturk.update_hit_type_of_hit(**change),
            ]
        )
        assert isinstance(accepted, str), accepted
        price = Decimal("0.12") if isinstance(changed, dict) else Decimal("0.60")
        before = requester.total()
        person.submit(accepted)
        requester.mturk.approve_assignment(AssignmentId=accepted)
        assert before - requester.total() == price


@pytest.mark.slow
def test_two_clicks_on_a_crowded_group_are_one_task_each(busy_market):
    """Everybody is offered the same place, and all but one of them lose it."""
    requester, n = busy_market.requester(balance="100000.00"), 24
    people = busy_market.workers(n)
    for person in people:
        person.sign_in()
    hits = [requester.create(Question=question(f"https://t.example/{k}")) for k in range(2 * n)]
    group, offered = hits[0]["HITTypeId"], hits[0]["HITId"]
    places = at_once([partial(take, person, group, hit=offered) for person in people] * 2)
    assert places[:n] == places[n:]
    assert len(set(places)) == n


@pytest.mark.slow
def test_two_clicks_on_a_crowded_study_are_one_task_each(busy_market):
    """Who loses the race goes on to other HITs; whom the other click gave one does not."""
    requester, guests = busy_market.requester(balance="100000.00"), 24
    for day in range(4):
        # Tasks of equal terms are one type, each with a single place.
        urls = [f"https://t.example/{n}" for n in range(guests)]
        hits = [requester.create(Question=question(url)) for url in urls]
        study = Study.make(requester, hits[0]["HITTypeId"])
        doors = [study.path(f"day{day}p{number}") for number in range(guests)]
        people = [newcomer(busy_market.origin) for _ in doors]
        for person, door in zip(people, doors, strict=True):
            assert look(person, door).status_code == 200
        clicks = [partial(press, *both) for both in zip(people, doors, strict=True)]
        answers = at_once(clicks * 2)
        places = [assignment_in(answer.headers["Location"]) for answer in answers]
        assert places[:guests] == places[guests:]
        assert len(set(places)) == guests
