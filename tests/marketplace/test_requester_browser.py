"""A requester makes links by keyboard and copies what is shown, on a phone and at a desk."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import DESK, PHONE
from tests.marketplace.site_tour import requester_signs_in
from tests.marketplace.test_arrival_browser import press

pytestmark = pytest.mark.browser


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def page(request, chromium: Browser, requester) -> Iterator[Page]:
    context = chromium.new_context(**request.param)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    requester_signs_in(page, requester)
    yield page
    context.close()


def tab_to(page: Page, wanted: Locator) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"Tab does not reach {wanted}")


def copied(page: Page) -> str:
    return page.evaluate("navigator.clipboard.readText()")


def test_an_invitation_is_made_by_keyboard_and_its_link_copied(page):
    press(page, "link", "Invitations")
    press(page, "link", "New invitation")
    tab_to(page, page.get_by_label("People", exact=True))
    page.keyboard.press("Control+a")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    press(page, "link", "People")  # from the summary of what is wrong to the field
    expect(page.get_by_label("People", exact=True)).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.get_by_text("It is shown only once").wait_for()
    press(page, "button", "Copy the link")
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert copied(page) == page.locator("[data-secret]").inner_text()
    page.goto(copied(page))
    expect(page.get_by_role("button", name="I agree and take part")).to_be_visible()


def test_a_study_link_is_made_by_keyboard_and_each_code_copied(page, requester):
    requester.create(Title="Read the news")
    press(page, "link", "Study links")
    press(page, "link", "New study link")
    tab_to(page, page.get_by_role("checkbox", name="Read the news"))
    page.keyboard.press("Space")
    press(page, "button", "Make the study link")
    page.get_by_role("heading", name="Completion codes").wait_for()
    press(page, "button", "Copy the address")
    expect(page.get_by_text("Copied", exact=True)).to_have_count(1)
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}" in copied(page)
    codes = page.locator(".codes code").all_inner_texts()
    for name, code in zip(("Complete", "Failed check", "Screened out"), codes, strict=True):
        press(page, "button", f"Copy the code {name}")
        expect(page.locator(".codes li", has_text=name)).to_contain_text("Copied")
        assert copied(page) == code
