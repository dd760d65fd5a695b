"""From the list of tasks to the receipt: what a worker can do and what the site answers."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from marketplace.policy import SWITCHES
from tests.marketplace.harness import question
from tests.marketplace.task_page import TaskSite
from tests.marketplace.visits import found, look, press, submit, take

WARNING = "No place is free any more"


def test_the_list_tells_title_requester_pay_time_and_number(worker, make_hit):
    ninety_minutes = {"AssignmentDurationInSeconds": 5400}
    for n in range(3):
        make_hit(f"/task?{n}", Title="Mark <i>words</i>", Reward="0.05", **ninety_minutes)
    page = look(worker, "/").text
    row = page[page.index("Mark &lt;i&gt;words") :]
    assert "0.05 USD" in row
    assert "1 h 30 min" in row
    assert re.search(r"Tasks for you</dt><dd>3<", row)


def test_an_empty_list_says_what_will_appear(start_marketplace):
    worker = start_marketplace().worker()
    assert "No tasks for you right now" in look(worker, "/").text


def test_a_preview_takes_no_place(worker, requester, make_hit):
    hit = make_hit()
    assert look(worker, f"/hits/{hit}").status_code == 200
    assert requester.state(hit) == ("Assignable", 1, 0)


def test_an_accepted_task_stands_first_in_the_list_until_it_is_returned(worker, make_hit):
    assignment = worker.accept(make_hit())
    assert f'href="/assignments/{assignment}"' in look(worker, "/").text
    press(worker, f"/assignments/{assignment}/return")
    after = look(worker, "/").text
    assert f'href="/assignments/{assignment}"' not in after
    assert "You returned" in after


def test_pressing_accept_twice_takes_one_place(worker, make_hit):
    hit = make_hit(MaxAssignments=2)
    assert worker.accept(hit) == worker.accept(hit)


def test_a_group_gives_the_offered_hit_and_twice_gives_one(worker, make_hit, requester):
    first, second = make_hit("/task?1"), make_hit("/task?2")
    group = requester.hit(first)["HITTypeId"]
    taken = take(worker, group, hit=second)
    assert taken == take(worker, group, hit=second) == worker.accept(second)
    assert take(worker, group) == worker.accept(first)


def test_accepting_from_a_group_goes_on_to_a_free_hit(market, make_hit, requester):
    offered, free = make_hit("/task?1"), make_hit("/task?2")
    group = requester.hit(offered)["HITTypeId"]
    quick, slow = market.worker(), market.worker()
    take(quick, group, hit=offered)
    assert take(slow, group, hit=offered) == slow.accept(free)
    late = press(market.worker(), f"/groups/{group}/accept", hit=offered)
    assert late.status_code == 409
    assert WARNING in late.text


def test_pressing_again_on_an_offer_that_was_gone_finds_what_was_taken_instead(
    market, make_hit, requester
):
    offered, *_ = [make_hit(f"/task?{n}") for n in range(3)]
    group = requester.hit(offered)["HITTypeId"]
    quick, slow = market.workers(2)
    take(quick, group, hit=offered)
    instead = take(slow, group, hit=offered)
    assert take(slow, group, hit=offered) == instead
    slow.give_back(instead)
    another = take(slow, group, hit=offered)
    assert another != instead
    submit(slow, another)
    assert take(slow, group, hit=offered) not in (instead, another)


def test_a_hit_of_another_group_is_not_taken_by_offering_it(worker, make_hit, requester):
    mine, foreign = make_hit(Title="One"), make_hit(Title="Another")
    group = requester.hit(mine)["HITTypeId"]
    assert take(worker, group, hit=foreign) == worker.accept(mine)


def test_when_no_place_is_free_the_page_says_so(market, worker, make_hit):
    hit = make_hit()
    market.worker().accept(hit)
    answer = press(worker, f"/hits/{hit}/accept")
    assert answer.status_code == 409
    assert WARNING in answer.text
    assert "No place is free" in look(worker, f"/hits/{hit}").text


def test_a_task_is_done_once_and_the_page_says_so(market, worker, make_hit):
    hit = make_hit(MaxAssignments=2)
    submit(worker, worker.accept(hit), word="x")
    answer = press(worker, f"/hits/{hit}/accept")
    assert answer.status_code == 409
    assert "You have done this task" in answer.text


def test_a_returned_task_says_that_it_was_returned(worker, make_hit):
    assignment = worker.accept(make_hit())
    worker.give_back(assignment)
    page = look(worker, f"/assignments/{assignment}")
    assert page.status_code == 410
    assert "You returned this task" in page.text


def test_a_lost_lease_says_until_when_it_was_held(market, worker, make_hit):
    assignment = worker.accept(make_hit(AssignmentDurationInSeconds=60))
    market.advance(seconds=61)
    page = look(worker, f"/assignments/{assignment}")
    assert page.status_code == 410
    assert "Your time for this task is over" in page.text


def test_another_workers_assignment_is_as_unknown_as_none(market, worker, make_hit):
    assignment = market.worker().accept(make_hit())
    foreign = look(worker, f"/assignments/{assignment}")
    unknown = look(worker, "/assignments/3NONE")
    assert foreign.status_code == unknown.status_code == 404
    assert "There is nothing at this address" in foreign.text
    assert press(worker, f"/assignments/{assignment}/return").status_code == 404


@pytest.mark.parametrize("path", ["/nothing", "/hits/3NONE", "/assignments/", "/history/x"])
def test_an_unknown_address_is_a_page_of_the_site(worker, path):
    page = look(worker, path)
    assert page.status_code == 404
    assert "There is nothing at this address" in page.text


def test_the_receipt_offers_the_next_task_of_the_same_group(market, worker, make_hit, requester):
    first, second = make_hit("/task?1"), make_hit("/task?2")
    make_hit(Title="Another kind")
    group = requester.hit(first)["HITTypeId"]
    assignment = worker.accept(first)
    submit(worker, assignment, word="x")
    receipt = look(worker, f"/assignments/{assignment}").text
    assert "Your work is handed in" in receipt
    assert f'action="/groups/{group}/accept"' in receipt
    assert f'name="hit" value="{second}"' in receipt
    last = worker.accept(second)
    submit(worker, last, word="x")
    assert "no more tasks of this kind" in look(worker, f"/assignments/{last}").text


def test_the_frame_is_sandboxed_and_only_the_tasks_origin_may_fill_it(worker, make_hit, tasks):
    hit = make_hit()
    for page in (look(worker, f"/hits/{hit}"), look(worker, f"/assignments/{worker.accept(hit)}")):
        policy = page.headers["Content-Security-Policy"]
        origin = tasks.url("/").rstrip("/")
        assert re.search(rf"frame-src 'self' {origin}(;|$)", policy)
        sandbox = re.search(r'sandbox="([^"]*)"', page.text)[1].split()
        assert sorted(sandbox) == [
            "allow-forms",
            "allow-modals",
            "allow-popups",
            "allow-same-origin",
            "allow-scripts",
        ]
        assert found(page, r'<iframe[^>]* src="([^"]*)"').startswith(origin)


def test_every_page_refuses_to_be_framed_except_the_result(market, worker, make_hit):
    hit = make_hit()
    assignment = worker.accept(hit)
    for path in ("/", "/about/", "/join/", "/sign-in/", "/history", "/nothing", f"/hits/{hit}"):
        page = look(worker, path)
        assert page.headers["X-Frame-Options"] == "DENY", path
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"], path
    for answer in (
        submit(worker, "3NONE", word="x"),
        requests.get(f"{market.origin}/mturk/externalSubmit", timeout=10),
        submit(worker, assignment, word="x"),
    ):
        assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in answer.headers["Content-Security-Policy"]


def test_no_page_holds_inline_script_or_style(market, worker, make_hit):
    hit = make_hit()
    assignment = worker.accept(hit)
    paths = ["/", "/about/", "/join/", "/sign-in/", "/sign-in/x", "/history", "/nothing"]
    pages = [look(worker, path) for path in [*paths, f"/hits/{hit}", f"/assignments/{assignment}"]]
    pages.append(submit(worker, assignment, word="x"))
    for page in pages:
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src=)", page.text)
        assert "unsafe" not in page.headers["Content-Security-Policy"]


def test_the_about_page_lists_every_switch_with_its_value(worker, market):
    page = look(worker, "/about/").text
    for switch in SWITCHES:
        assert f"<code>{switch.name}</code>" in page
    fee = re.search(r"MARKETPLACE_FEE_RATE</code></th><td[^>]*><code>([^<]*)<", page)
    assert fee[1] == "0.20"


@pytest.mark.parametrize(
    ("path", "verdict", "detail"),
    [
        ("/task", "shows", ""),
        ("/deny", "refused", "X-Frame-Options: DENY"),
        ("/ancestors", "refused", "Content-Security-Policy: frame-ancestors 'none'"),
        ("/missing", "shows", ""),
        ("/elsewhere", "elsewhere", "http://elsewhere.example"),
        ("/moved", "refused", "X-Frame-Options: DENY"),
        ("/round", "unreachable", "redirects without end (status 302)"),
    ],
)
def test_the_frame_check_names_the_header_that_refuses(worker, make_hit, path, verdict, detail):
    answer = look(worker, f"/hits/{make_hit(path)}/frame-check").json()
    assert answer == {"verdict": verdict, "detail": detail}


def test_a_task_server_that_does_not_answer_is_unreachable(worker, requester):
    with TaskSite() as closed:
        gone = closed.url("/task")
    hit = requester.create(Question=question(gone))["HITId"]
    answer = look(worker, f"/hits/{hit}/frame-check").json()
    assert answer["verdict"] == "unreachable"
    assert "refused" in answer["detail"].lower()


def test_the_frame_check_asks_with_no_assignment_of_anybody(worker, make_hit, tasks):
    hit = make_hit("/task?mark=check")
    look(worker, f"/hits/{hit}/frame-check")
    asked = [path for path in tasks.asked if "mark=check" in path]
    assert asked == [f"/task?mark=check&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId={hit}"]


def test_the_frame_check_is_for_workers(market, make_hit):
    url = f"{market.origin}/hits/{make_hit()}/frame-check"
    assert requests.get(url, allow_redirects=False, timeout=10).status_code == 302


def test_a_group_grants_every_free_place_and_no_more(market, requester, make_hit):
    """Everybody presses the same button at once; whoever loses one HIT gets the next."""
    hits = [make_hit(f"/task?{n}", Title="A race") for n in range(6)]
    group = requester.hit(hits[0])["HITTypeId"]
    people = market.workers(10)
    for person in people:
        look(person, "/")
    with ThreadPoolExecutor(len(people)) as pool:
        answers = pool.map(
            lambda person: press(person, f"/groups/{group}/accept", hit=hits[0]).status_code, people
        )
    assert sorted(answers) == [302] * 6 + [409] * 4
    assert [requester.state(hit) for hit in hits] == [("Unassignable", 0, 1)] * 6


@pytest.mark.parametrize("odd", ["%00", "3%00", "é", "3x", "A" * 65, "..%2f", "3'--"])
def test_an_id_of_another_shape_is_unknown(worker, odd):
    for path in (f"/hits/{odd}", f"/assignments/{odd}", f"/hits/{odd}/frame-check"):
        assert look(worker, path).status_code == 404, path
    assert press(worker, f"/groups/{odd}/accept").status_code == 404


@pytest.mark.parametrize("odd", ["\0", "é", "' OR 1=1", "x" * 10_000])
def test_an_odd_preferred_hit_is_no_preference(worker, requester, make_hit, odd):
    hit = make_hit(Title="Odd")
    assert take(worker, requester.hit(hit)["HITTypeId"], hit=odd) == worker.accept(hit)


def test_a_failure_of_ours_is_a_page_that_says_so_and_a_record(start_marketplace):
    market = start_marketplace(postgres="", MARKETPLACE_CONN_MAX_AGE="0")
    worker = market.worker()
    look(worker, "/")
    for file in Path(market.environment["HIGHRES_VAR"]).glob("marketplace.sqlite3*"):
        file.unlink()
    page = look(worker, "/history")
    assert page.status_code == 500
    assert "Something broke on our side" in page.text
    assert "OperationalError" not in page.text
    assert "OperationalError" in market.log.read_text()
