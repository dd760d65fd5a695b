"""The pages by which people come and go: invitation, study, code, appeal. Part of the site tour."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.marketplace.harness import MINUTE, Marketplace, Requester, Worker, question
from tests.marketplace.own_calls import said
from tests.marketplace.studies import Study
from tests.marketplace.task_page import TaskSite


def arrivals(
    page: Page, market: Marketplace, requester: Requester, tasks: TaskSite, worker: Worker
) -> Iterator[str]:
    yield from appeals(page, requester, tasks, worker)
    page.get_by_role("button", name="Sign out").click()
    yield from invited(page, market, requester)
    page.get_by_role("button", name="Sign out").click()
    yield from studying(page, market, requester, tasks)


def appeals(page: Page, requester: Requester, tasks: TaskSite, worker: Worker) -> Iterator[str]:
    hit = requester.create(Question=question(tasks.url("/task?appeal")))["HITId"]
    assignment = worker.do(hit)
    requester.mturk.reject_assignment(AssignmentId=assignment, RequesterFeedback="Nothing marked.")
    page.goto(f"{worker.origin}/assignments/{assignment}")
    page.get_by_label("What should the requester know?").fill("I marked three words.")
    page.get_by_role("button", name="Appeal").click()
    page.get_by_text("the requester has not decided yet").wait_for()
    yield "appealed"


def invited(page: Page, market: Marketplace, requester: Requester) -> Iterator[str]:
    link = said(requester, "CreateInvitation", Contact="Ada, room 5")["InvitationURL"]
    page.goto(link)
    yield "invitation"
    page.get_by_role("button", name="I agree and take part").click()
    page.get_by_text("Keep this link now").wait_for()
    yield "joined by invitation"
    page.goto(link)
    page.get_by_text("This invitation has been used").wait_for()
    yield "used invitation"


def studying(
    page: Page, market: Marketplace, requester: Requester, tasks: TaskSite
) -> Iterator[str]:
    hits = [
        requester.create(Question=question(tasks.url(f"/task?s{n}")), Title="A study of its own")
        for n in range(2)
    ]
    study = Study.make(requester, hits[0]["HITTypeId"], Tasks=3, Contact="Ada, room 5")
    page.goto(market.origin + study.path("tour"))
    yield "study"
    page.get_by_role("button", name="I agree, begin").click()
    hand_in(page)
    page.get_by_role("button", name="Next task").wait_for()
    yield "next task"
    page.goto(market.origin + study.path("tour"))
    yield "welcome back"
    page.get_by_role("button", name="Continue").click()
    page.frame_locator("iframe").get_by_label("Most important word").wait_for()
    page.goto(market.origin + study.place())
    page.get_by_role("link", name="Continue").click()
    hand_in(page)
    page.get_by_role("button", name="End with what I have done").wait_for()
    yield "nothing left"
    page.get_by_role("button", name="End with what I have done").click()
    page.get_by_text("waiting for the requester").wait_for()
    yield "waiting for the code"
    market.advance(2 * MINUTE)
    page.goto(market.origin + study.place())
    yield "completion code"
    page.goto(f"{market.origin}/study/{study.study_id}")
    yield "link without parameters"


def hand_in(page: Page) -> None:
    word = page.frame_locator("iframe").get_by_label("Most important word")
    word.fill("barriers")
    word.press("Enter")


def requester_arrivals(page: Page, origin: str) -> Iterator[str]:
    """Where a requester makes what the people above came by."""
    for section in ("invitations", "studies"):
        page.goto(f"{origin}/requester/{section}")
        yield f"requester {section}"
    page.locator("tbody th a").first.click()
    page.get_by_role("heading", name="Who came").wait_for()
    yield "requester, one study link"
    page.goto(f"{origin}/requester/invitations/new")
    yield "requester, new invitation"
    page.get_by_label("People", exact=True).fill("0")
    page.keyboard.press("Enter")
    page.get_by_text("Nothing was made yet").wait_for()
    yield "requester, wrong invitation"
    page.get_by_label("People", exact=True).fill("5")
    page.keyboard.press("Enter")
    page.get_by_text("It is shown only once").wait_for()
    yield "requester, invitation made"
    for preset in ("prolific", "plain"):
        page.goto(f"{origin}/requester/studies/new?preset={preset}")
        yield f"requester, new study link, {preset}"
    page.get_by_role("button", name="Make the study link").click()
    page.get_by_text("Nothing was made yet").wait_for()
    yield "requester, wrong study link"
