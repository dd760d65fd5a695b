"""Arriving in a browser, on a phone and by keyboard: from invitation or study link to the end."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PHONE
from tests.marketplace.harness import question
from tests.marketplace.own_calls import said
from tests.marketplace.studies import Study

pytestmark = pytest.mark.browser
WORD = "Most important word"


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(**PHONE)
    yield context.new_page()
    context.close()


@pytest.fixture
def study(requester, tasks) -> Study:
    for n in range(2):
        hit = requester.create(Question=question(tasks.url(f"/task?{n}")))
    home = f"{tasks.url('/task')}?cc={{code}}"
    return Study.make(requester, hit["HITTypeId"], Tasks=2, ReturnURL=home)


def press(page: Page, role: str, name: str) -> None:
    """By keyboard: the thing is reached by Tab and pressed by Enter."""
    wanted = page.get_by_role(role, name=name)
    wanted.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return page.keyboard.press("Enter")
    raise AssertionError(f"Tab does not reach the {role} {name!r}")


def fill_the_task(page: Page) -> None:
    field = page.frame_locator("iframe").get_by_label(WORD)
    field.wait_for()
    field.focus()
    page.keyboard.type("barriers")
    page.keyboard.press("Enter")


def test_a_guest_goes_from_the_link_to_the_code_by_keyboard(market, requester, study, phone):
    phone.goto(market.origin + study.path("p1"))
    press(phone, "button", "I agree, begin")
    fill_the_task(phone)
    expect(phone.get_by_role("heading", name="Task 2 of 2")).to_be_visible()
    press(phone, "button", "Next task")
    fill_the_task(phone)
    phone.get_by_text("waiting for the requester").wait_for()
    for hit in requester.mturk.list_hits()["HITs"]:
        for work in requester.work(hit["HITId"]):
            requester.mturk.approve_assignment(AssignmentId=work["AssignmentId"])
    phone.wait_for_url(f"**/task?cc={study.codes['Complete']}")  # by itself: the page looks again
    phone.goto(market.origin + study.path("p1"))
    press(phone, "button", "Show my completion code")
    expect(phone.locator("[data-secret]")).to_have_text(study.codes["Complete"])
    press(phone, "link", "Return to Prolific")
    phone.wait_for_url(f"**/task?cc={study.codes['Complete']}")


def test_who_comes_back_in_another_browser_finds_the_same_task(market, study, phone, chromium):
    phone.goto(market.origin + study.path("p1"))
    phone.get_by_role("button", name="I agree, begin").click()
    phone.wait_for_url("**/assignments/*")
    other = chromium.new_page()
    other.goto(market.origin + study.path("p1"))
    other.get_by_role("button", name="Continue").click()
    other.wait_for_url("**/assignments/*")
    assert other.url == phone.url
    other.context.close()


def test_an_invitation_leads_to_a_link_that_signs_in_elsewhere(market, requester, phone, chromium):
    phone.goto(said(requester, "CreateInvitation")["InvitationURL"])
    press(phone, "button", "I agree and take part")
    link = phone.locator("[data-secret]").inner_text()
    worker_id = phone.locator("h1 .number").inner_text()
    other = chromium.new_page()
    other.goto(link)
    other.get_by_role("button", name="Sign in on this device").click()
    other.goto(f"{market.origin}/history")
    expect(other.get_by_text(worker_id).first).to_be_visible()
    other.context.close()
