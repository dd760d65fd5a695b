"""Every page of the worker site, one after the other, in a browser.

for name in tour(page, market, requester, tasks):
    ...     # `page` shows the page called `name`
"""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.marketplace.arrival_tour import arrivals, requester_arrivals
from tests.marketplace.exams import READING, READING_KEY
from tests.marketplace.harness import Marketplace, Requester, Worker, question
from tests.marketplace.task_page import TaskSite
from tests.marketplace.visits import press, submit

REASON = "You answered True; the second sentence says that she stayed in office.\nWrite to us."


def sign_in(page: Page, worker: Worker) -> None:
    page.goto(f"{worker.origin}/sign-in/{worker.secret}")
    page.get_by_role("button", name="Sign in on this device").press("Enter")
    page.wait_for_url(f"{worker.origin}/")


def tour(page: Page, market: Marketplace, requester: Requester, tasks: TaskSite) -> Iterator[str]:
    yield from entrance(page, market)
    worker = market.worker()
    sign_in(page, worker)
    yield from history(page, worker, requester, tasks)
    yield from task(page, worker, requester, tasks)
    yield from qualifications(page, worker, requester, tasks)
    yield from problems(page, market, worker, requester, tasks)
    yield from arrivals(page, market, requester, tasks, worker)
    yield from requesters(page, requester)


def entrance(page: Page, market: Marketplace) -> Iterator[str]:
    for name, path in (
        ("landing", "/"),
        ("about", "/about/"),
        ("join", "/join/"),
        ("sign-in", "/sign-in/"),
        ("sign-in link", "/sign-in/" + "x" * 40),
        ("unknown address", "/nowhere"),
    ):
        page.goto(market.origin + path)
        yield name
    page.goto(f"{market.origin}/sign-in/")
    page.get_by_label("Your sign-in code").fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_text("We do not know this code").wait_for()
    yield "wrong code"
    page.goto(f"{market.origin}/join/")
    page.get_by_role("button", name="Create my worker account").click()
    page.get_by_text("Keep this link now").wait_for()
    yield "joined"


def qualifications(
    page: Page, worker: Worker, requester: Requester, tasks: TaskSite
) -> Iterator[str]:
    kind = requester.mturk.create_qualification_type(
        Name="Fluent", Description="Reads news with ease.", QualificationTypeStatus="Active"
    )["QualificationType"]["QualificationTypeId"]
    needed = [{"QualificationTypeId": kind, "Comparator": "Exists"}]
    hit_id = make(requester, tasks, "/task?q", QualificationRequirements=needed)
    page.goto(f"{worker.origin}/hits/{hit_id}/requirements")
    yield "requirements"
    page.get_by_role("button", name="Ask for it").click()
    page.get_by_text("You asked for").wait_for()
    yield "requirements, asked"
    requester.mturk.associate_qualification_with_worker(
        QualificationTypeId=kind, WorkerId=worker.worker_id
    )
    page.goto(f"{worker.origin}/messages")
    yield "messages"
    page.goto(f"{worker.origin}/history")
    yield "history with qualifications"
    yield from examination(page, worker, requester)


def examination(page: Page, worker: Worker, requester: Requester) -> Iterator[str]:
    kind = requester.mturk.create_qualification_type(
        Name="Reads news with care",
        Description="Four questions about a short article.",
        QualificationTypeStatus="Active",
        Test=READING,
        AnswerKey=READING_KEY,
        TestDurationInSeconds=600,
    )["QualificationType"]["QualificationTypeId"]
    page.goto(f"{worker.origin}/qualifications/{kind}/test")
    yield "test before it begins"
    page.get_by_role("button", name="Begin the test").click()
    page.get_by_text("Which two words matter?").wait_for()
    yield "test"
    page.get_by_label("Answer true").first.check()
    page.get_by_role("button", name="Hand in the test").click()
    page.get_by_text("Some answers need another look").wait_for()
    yield "test with faults"


def history(page: Page, worker: Worker, requester: Requester, tasks: TaskSite) -> Iterator[str]:
    page.goto(f"{worker.origin}/history")
    yield "empty history"
    done = [worker.do(make(requester, tasks, f"/task?{n}")) for n in range(3)]
    requester.mturk.approve_assignment(AssignmentId=done[0], RequesterFeedback="Thank you.")
    requester.mturk.reject_assignment(AssignmentId=done[1], RequesterFeedback=REASON)
    worker.give_back(worker.accept(make(requester, tasks)))
    page.goto(f"{worker.origin}/history")
    yield "history"
    for name, assignment in zip(("approved", "rejected", "handed in"), done, strict=True):
        page.goto(f"{worker.origin}/assignments/{assignment}")
        yield name


def task(page: Page, worker: Worker, requester: Requester, tasks: TaskSite) -> Iterator[str]:
    hit, _next = make(requester, tasks, "/task?a"), make(requester, tasks, "/task?b")
    page.goto(f"{worker.origin}/")
    yield "list"
    page.goto(f"{worker.origin}/hits/{hit}")
    yield "preview"
    page.get_by_role("button", name="Accept").click()
    page.get_by_text("left").first.wait_for()
    yield "task"
    page.locator("summary", has_text="Details").click()
    yield "details"
    page.locator("summary", has_text="Return").click()
    yield "return"
    page.keyboard.press("Escape")
    word = page.frame_locator("iframe").get_by_label("Most important word")
    word.fill("barriers")
    word.press("Enter")
    page.get_by_text("Your work is handed in").wait_for()
    yield "receipt with a next task"
    page.goto(f"{worker.origin}/hits/{make(requester, tasks, '/deny')}")
    page.get_by_text("refused to be framed").wait_for()
    yield "refused frame"
    assignment = worker.accept(make(requester, tasks))
    page.goto(worker.frame_url(f"/assignments/{assignment}"))
    page.get_by_label("Most important word").fill("barriers")
    page.get_by_role("button").click()
    page.get_by_text("Your work is handed in").wait_for()
    yield "result"


def problems(
    page: Page, market: Marketplace, worker: Worker, requester: Requester, tasks: TaskSite
) -> Iterator[str]:
    returned = worker.accept(make(requester, tasks))
    press(worker, f"/assignments/{returned}/return")
    page.goto(f"{worker.origin}/assignments/{returned}")
    yield "returned"
    late = worker.accept(make(requester, tasks, AssignmentDurationInSeconds=60))
    market.advance(61)
    page.goto(f"{worker.origin}/assignments/{late}")
    yield "lost lease"
    taken = make(requester, tasks)
    page.goto(f"{worker.origin}/hits/{taken}")
    submit(worker, market.worker().accept(taken))
    page.get_by_role("button", name="Accept").click()
    page.get_by_text("No place is free any more").wait_for()
    yield "no place"
    page.goto(f"{worker.origin}/hits/{taken}")
    yield "preview of a taken task"
    page.goto(f"{worker.origin}/sign-out/")
    yield "button opened as a page"
    page.goto(f"{worker.origin}/mturk/externalSubmit")
    yield "refused result"


def make(requester: Requester, tasks: TaskSite, path: str = "/task", **wanted) -> str:
    return requester.create(Question=question(tasks.url(path)), **wanted)["HITId"]


def requester_signs_in(page: Page, requester: Requester) -> None:
    page.goto(f"{requester.market.origin}/requester/")
    page.get_by_label("Access key id").fill(requester.keys["access_key_id"])
    page.get_by_label("Secret access key").fill(requester.keys["secret_access_key"])
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=requester.name).wait_for()


def requesters(page: Page, requester: Requester) -> Iterator[str]:
    origin = requester.market.origin
    page.goto(f"{origin}/requester/sign-in/")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("do not belong together").wait_for()
    yield "requester, wrong key"
    requester_signs_in(page, requester)
    yield "requester"
    for section in ("hits", "ledger", "events", "keys"):
        page.goto(f"{origin}/requester/{section}")
        yield f"requester {section}"
    page.get_by_role("button", name="Make a new key").click()
    page.get_by_text("shown only now").wait_for()
    yield "requester, new key"
    yield from requester_arrivals(page, origin)
    page.goto(f"{origin}/requester/hits?status=Reviewing")
    yield "requester, no hits"
    page.goto(f"{origin}/requester/hits?status=Reviewable")
    page.locator("tbody th a").first.click()
    page.get_by_role("heading", name="What happened").wait_for()
    yield "requester, one hit"
