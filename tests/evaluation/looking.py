"""What every page of a rating HIT must be: free of what axe finds, narrow enough, and light."""

import gzip
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from django.contrib.staticfiles import finders
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
        # The file, not the response's body: a browser may have let go of that already.
        if "/static/" in response.url:
            name = response.url.rpartition("/static/")[2]
            loaded[name] = len(gzip.compress(Path(finders.find(name)).read_bytes()))

    page.on("response", weigh)
    return loaded
