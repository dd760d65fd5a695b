"""What every page of a rating HIT must be: free of what axe finds, narrow enough, and light."""

import gzip

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Frame, Page, Response


def require_no_violations(task: Frame) -> None:
    violations = Axe().run(task).response["violations"]
    assert [(found["id"], found["nodes"][0]["html"]) for found in violations] == []
    width = "document.documentElement.scrollWidth <= innerWidth"
    assert task.evaluate(width), "the page is wider than its window"


def weigh_loaded(page: Page) -> dict[str, int]:
    """Filled, as the page loads them, with the compressed bytes of our scripts and styles."""
    loaded: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if "/static/" in response.url:
            loaded[response.url.rpartition("/static/")[2]] = len(gzip.compress(response.body()))

    page.on("response", weigh)
    return loaded
