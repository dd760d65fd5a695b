"""Three people at the task page: one with a mouse, one with a finger, one with the keyboard alone.

Each sees words, not token indexes: what to mark is looked for on the screen.
"""

from dataclasses import dataclass
from typing import Protocol

from playwright.sync_api import Frame, Locator, Page

# The first run of `count` words of letters only (so that a word is a token) in a paragraph, from
# its `skip`-th word on, scrolled into view: its text, and points inside the first and last word.
FIND = """([paragraph, skip, count]) => {
  const node = document.querySelectorAll(".text p")[paragraph];
  const words = [...node.textContent.matchAll(/\\S+/g)];
  const plain = (word) => /^\\p{L}+$/u.test(word[0]);
  let at = skip;
  while (!words.slice(at, at + count).every(plain)) at += 1;
  const chosen = words.slice(at, at + count);
  if (chosen.length < count) return null;
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const place = (offset) => {
    texts.currentNode = node;
    let text = texts.nextNode();
    for (; offset > text.length; text = texts.nextNode()) offset -= text.length;
    return [text, offset];
  };
  const box = (word) => {
    const range = document.createRange();
    range.setStart(...place(word.index));
    range.setEnd(...place(word.index + word[0].length));
    return range.getBoundingClientRect();
  };
  const anchor = document.createRange();
  anchor.setStart(...place(chosen[0].index));
  anchor.startContainer.parentElement.scrollIntoView({ block: "center" });
  const [first, last] = [box(chosen[0]), box(chosen[count - 1])];
  return {
    first: [first.left + 3, first.top + first.height / 2],
    last: [last.right - 3, last.top + last.height / 2],
  };
}"""


@dataclass(frozen=True)
class Phrase:
    """Where a phrase is on the page of the browser, in pixels."""

    first: tuple[float, float]
    last: tuple[float, float]


def find(frame: Frame, paragraph: int, skip: int, count: int) -> Phrase:
    """Where the words are once everything has stopped scrolling: the frame, and the page it is in,
    which another process of the browser scrolls a moment later."""
    before = None
    while (now := seen(frame, [paragraph, skip, count])) != before:
        before = now
        frame.page.wait_for_timeout(120)
    return now


def seen(frame: Frame, wanted: list[int]) -> Phrase:
    found = frame.evaluate(FIND, wanted)
    assert found, (
        f"no {wanted[2]} plain words in a row in paragraph {wanted[0]} from {wanted[1]} on"
    )
    edge = frame.frame_element().bounding_box()
    assert edge
    return Phrase(*((x + edge["x"], y + edge["y"]) for x, y in (found["first"], found["last"])))


class Hands(Protocol):
    def press(self, page: Page, control: Locator) -> None:
        """Presses a button or follows a link."""

    def choose(self, page: Page, options: list[Locator], index: int) -> None:
        """Chooses one of a group of radio buttons."""

    def mark(self, page: Page, frame: Frame, paragraph: int, count: int) -> None:
        """Marks so many words somewhere in the paragraph."""


class Mouse:
    def press(self, page: Page, control: Locator) -> None:
        control.click()

    def choose(self, page: Page, options: list[Locator], index: int) -> None:
        options[index].click()

    def mark(self, page: Page, frame: Frame, paragraph: int, count: int, *, skip: int = 1) -> None:
        phrase = find(frame, paragraph, skip, count)
        page.mouse.move(*phrase.first)
        page.mouse.down()
        page.mouse.move(*phrase.last, steps=6)
        page.mouse.up()
        frame.get_by_role("button", name=f"Mark {count} word").click()


class Finger:
    def press(self, page: Page, control: Locator) -> None:
        control.tap()

    def choose(self, page: Page, options: list[Locator], index: int) -> None:
        options[index].tap()

    def mark(self, page: Page, frame: Frame, paragraph: int, count: int) -> None:
        phrase = find(frame, paragraph, 2, count)
        page.touchscreen.tap(*phrase.first)
        page.touchscreen.tap(*phrase.last)
        frame.get_by_role("button", name=f"Mark {count} word").tap()


class Keys:
    """Tab, arrows, Enter and the space bar; nothing is ever pointed at."""

    def press(self, page: Page, control: Locator) -> None:
        tab_to(page, control)
        page.keyboard.press("Enter")

    def choose(self, page: Page, options: list[Locator], index: int) -> None:
        """Tab reaches the first radio button of a group, arrows choose among the others."""
        tab_to(page, options[0])
        page.keyboard.press("Space")
        for _ in range(index):
            page.keyboard.press("ArrowDown")

    def mark(self, page: Page, frame: Frame, paragraph: int, count: int) -> None:
        tab_to(page, frame.locator(".text"))
        page.keyboard.press("Home")
        for _ in range(3 + 11 * paragraph):
            page.keyboard.press("ArrowRight")
        for _ in range(count - 1):
            page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Enter")


def tab_to(page: Page, control: Locator, limit: int = 60) -> None:
    """Presses Tab until the control has the focus."""
    control.wait_for(state="attached")
    for _ in range(limit):
        if control.evaluate("element => element === element.ownerDocument.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {control}")
