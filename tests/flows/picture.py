"""Takes the picture of the worker's page that the README shows: the sample, marked by mouse.

python -m tests.flows.picture docs/worker-page.png
"""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from highres_web.processes import BASE_DIR
from tests.browser import launch_options
from tests.flows.hands import Mouse
from tests.flows.persons import WorkerPerson
from tests.flows.study import publish_study
from tests.stack import Stack

SAMPLE = BASE_DIR / "corpus" / "sample" / "news.jsonl"
ARTICLE = json.loads(SAMPLE.read_text().splitlines()[0])["id"]
SIZE = {"width": 1280, "height": 800}
# Paragraph, words to skip, words to mark.
PHRASES = ((0, 1, 2), (0, 8, 3), (0, 13, 9), (3, 1, 4), (4, 0, 5))


def take(target: Path) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Stack(Path(folder)) as stack,
        sync_playwright() as playwright,
    ):
        publish_study(stack, SAMPLE, judges=3, articles=[ARTICLE])
        made = json.loads(stack.manage("marketplace_worker"))
        chromium = playwright.chromium.launch(**launch_options())
        page = chromium.new_page(viewport=SIZE, device_scale_factor=1)
        person = WorkerPerson(stack, page, Mouse(), made["worker_id"], made["sign_in_url"])
        person.sign_in()
        frame = person.take_task()
        frame.get_by_role("button", name="I agree, begin").click()
        frame.locator(".text").wait_for()
        frame.wait_for_load_state("load")
        for paragraph, skip, count in PHRASES:
            person.hands.mark(page, frame, paragraph, count, skip=skip)
        frame.locator("body").evaluate("() => scrollTo(0, 0)")
        page.mouse.move(0, 0)
        page.wait_for_timeout(1500)  # until the last mark is told to be saved
        page.screenshot(path=target)
        chromium.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
