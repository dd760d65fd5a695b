"""The marking page in a browser, as a worker handles it: words by index, by mouse, touch or key."""

from typing import Any

from playwright.sync_api import Frame, Page, expect

# Where words are on the screen, found with the page's own module; the hands are Playwright's.
RECTS = """async ([start, end]) => {
  const { rectsOf } = await import("/static/annotation/words.js");
  return rectsOf([start, end]).map(({ left, top, width, height }) => [left, top, width, height]);
}"""
PAINTED = """(layer) => [...CSS.highlights.get(layer) ?? []].map(String)"""


class Desk:
    def __init__(self, page: Page, frame: Frame) -> None:
        self.page = page
        self.frame = frame

    def begin(self) -> "Desk":
        self.frame.get_by_role("button", name="I agree, begin").click()
        self.is_saved()
        return self

    def corner(self, word: int, *, last: bool = False) -> tuple[float, float]:
        """A point inside a word: two pixels from its left edge, or from its right one."""
        left, top, width, height = self.frame.evaluate(RECTS, [word, word + 1])[0]
        x = left + width - 2 if last else left + 2
        return x, top + height / 2

    def drag(self, first: int, last: int) -> None:
        mouse = self.page.mouse
        self.point_at(first)
        mouse.down()
        mouse.move(*self.corner(last, last=True), steps=4)
        mouse.up()

    def point_at(self, word: int) -> None:
        """Move the mouse there until the text knows: a frame that was not painted yet (a tab just
        brought to the front) leaves the mouse to the page around it."""
        for _ in range(250):
            self.page.mouse.move(*self.corner(word))
            if self.text.evaluate("(text) => text.matches(':hover')"):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the mouse does not reach the text")

    def click(self, word: int, button: str = "left") -> None:
        self.point_at(word)
        self.page.mouse.click(*self.corner(word), button=button)

    def tap(self, word: int) -> None:
        self.page.touchscreen.tap(*self.corner(word))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def mark(self) -> None:
        self.toolbar.locator(".mark").click()

    @property
    def toolbar(self) -> Any:
        return self.frame.locator(".toolbar")

    @property
    def text(self) -> Any:
        return self.frame.locator(".text")

    def painted(self, layer: str) -> list[str]:
        return self.frame.evaluate(PAINTED, layer)

    def has_phrases(self, *phrases: str) -> None:
        expect(self.frame.locator(".phrases .phrase")).to_have_text(list(phrases))

    def has_left(self, words: int) -> None:
        expect(self.frame.locator(".left")).to_have_text(str(words))

    def is_saved(self) -> None:
        expect(self.frame.locator(".save-state")).to_have_text("saved")

    def submit(self) -> None:
        self.frame.wait_for_load_state("domcontentloaded")  # people see no page without its script
        self.frame.get_by_role("button", name="Submit").click()

    def answer(self, label: str) -> None:
        self.frame.get_by_label(label).check()
        self.submit()
