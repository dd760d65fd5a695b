"""Measures the page on which articles are marked: python -m tests.bench.page_bench [--json]

Everything is measured in one run, in one Chromium, against one server with the files as they are
in production. The yardstick re-creates statically what the page replaces: an article in which every
character is a component of its own, with a box, a class and four listeners. It arrives as finished
HTML, so rendering it on the way costs nothing here. A page is ready when its scripts have run and
its first frame is painted; the time is what the browser's main thread worked for it, the median of
alternating rounds (waiting for the network and for the screen's next frame is left out).
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Response, sync_playwright

from highres_web.preparation import manage
from highres_web.probe import wait_until_healthy
from highres_web.processes import BASE_DIR, WEB_SETTINGS, gunicorn
from tests.browser import DESK, launch_options
from tests.ports import free_port

ROUNDS = 9
SHORT, LONG = 5_000, 50_000
FRAME_MS = 1000 / 60
READY = """
globalThis.isReady = new Promise((ready) => {
  addEventListener("load", () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => ready(true);
    port2.postMessage(0);
  }));
});
"""
COMPONENT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Yardstick</title>
<style>
  p { font: 1.1875rem/1.65 serif; max-width: 68ch; }
  h-character { display: inline-block; white-space: pre; }
</style>
<script>
customElements.define("h-character", class extends HTMLElement {
  state = { selected: false, marked: false };
  connectedCallback() {
    for (const name of ["mousedown", "mouseover", "mouseup", "contextmenu"]) {
      this.addEventListener(name, this);
    }
    this.render();
  }
  handleEvent() { this.state.selected = true; this.render(); }
  render() { this.className = this.state.marked ? "character marked" : "character"; }
});
</script>
"""
PLAIN = COMPONENT.partition("<script>")[0]
# Marks a phrase at the start of a frame and tells how long that frame took until it was painted.
MARK = """async () => {
  const word = (key, shiftKey) => document.querySelector(".text").dispatchEvent(
    new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  word("ArrowRight"), word("ArrowRight", true), word("ArrowRight", true);
  await frame(), await frame(), await frame();
  const start = performance.now();
  word("Enter");
  await new Promise((painted) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = painted;
    port2.postMessage(0);
  });
  return performance.now() - start;
}"""


def article(n_words: int) -> list[str]:
    """Paragraphs of fifty made-up words; the same in every run."""
    draw = random.Random(1)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(n_words)]
    return [" ".join(words[at : at + 50]) for at in range(0, n_words, 50)]


def components(paragraphs: list[str]) -> str:
    made = ("".join(f"<h-character>{c}</h-character>" for c in text) for text in paragraphs)
    return COMPONENT + "".join(f"<p>{text}</p>" for text in made)


def plain(paragraphs: list[str]) -> str:
    return PLAIN + "".join(f"<p>{text}</p>" for text in paragraphs)


@contextmanager
def served(folder: Path) -> Iterator[dict[str, str]]:
    """Our web process over a database of its own; gives the addresses of the pages to measure."""
    port = free_port()
    origin = f"http://localhost:{port}"
    environment = {
        **os.environ,
        "HIGHRES_VAR": str(folder),
        "HIGHRES_ENV_FILE": os.devnull,
        "HIGHRES_ORIGIN": origin,
        "DJANGO_SETTINGS_MODULE": WEB_SETTINGS,
    }
    manage(environment, "migrate", "--verbosity", "0")
    manage(environment, "collectstatic", "--noinput", "--verbosity", "0")
    bench = folder / "static" / "bench"
    bench.mkdir()
    (bench / "plain.html").write_text(plain(article(SHORT)))
    (bench / "components.html").write_text(components(article(SHORT)))
    argv = gunicorn("highres_web.wsgi", f"127.0.0.1:{port}", processes=1, threads=4)
    server = subprocess.Popen(argv, env=environment, cwd=BASE_DIR)
    try:
        if not wait_until_healthy(f"127.0.0.1:{port}", origin, timeout_s=30):
            raise RuntimeError(f"the server at {origin} did not start")
        yield {
            "plain": f"{origin}/static/bench/plain.html",
            "components": f"{origin}/static/bench/components.html",
            **{name: origin + address for name, address in tasks(environment).items()},
        }
    finally:
        server.terminate()
        server.wait()


def tasks(environment: dict[str, str]) -> dict[str, str]:
    articles = {"short": "\n\n".join(article(SHORT)), "long": "\n\n".join(article(LONG))}
    made = subprocess.run(
        [sys.executable, "-m", "tests.bench.page_rows"],
        env=environment,
        cwd=BASE_DIR,
        input=json.dumps(articles),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(made.stdout)


class Meter:
    """A page of Chromium whose main thread is timed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.add_init_script(READY)

    def busy_ms(self) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    def ready_ms(self, address: str) -> float:
        """Work of the main thread from an empty page to this one, ready."""
        self.page.goto("about:blank")
        before = self.busy_ms()
        self.page.goto(address)
        self.page.evaluate("isReady")
        return self.busy_ms() - before

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.evaluate("isReady")


def measure(pages: dict[str, str], page: Page) -> dict[str, Any]:
    meter = Meter(page)
    times: dict[str, list[float]] = {name: [] for name in ("plain", "components", "short")}
    for _ in range(ROUNDS):
        for name, rounds in times.items():
            rounds.append(meter.ready_ms(pages[name]))
    ready = {name: statistics.median(rounds) for name, rounds in times.items()}
    paint = []
    for _ in range(ROUNDS):
        meter.open(pages["long"])
        paint.append(page.evaluate(MARK))
    return {
        "ready_ms": {name: round(value, 1) for name, value in ready.items()},
        "ratio_to_components": round(ready["components"] / ready["short"], 1),
        "ratio_to_plain": round(ready["short"] / ready["plain"], 2),
        "paint_ms_at_50000_tokens": round(statistics.median(paint), 1),
        "gzipped_bytes": gzipped_bytes(pages["short"], page),
    }


def gzipped_bytes(address: str, page: Page) -> int:
    """What the scripts and styles of the page weigh as they are sent, all of them together."""
    context = page.context.browser.new_context()
    sent: list[Response] = []
    fresh = context.new_page()
    fresh.on("response", lambda answer: sent.append(answer))
    fresh.goto(address, wait_until="networkidle")
    weights = [
        answer.request.sizes()["responseBodySize"]
        for answer in sent
        if answer.request.resource_type in ("script", "stylesheet")
    ]
    context.close()
    return sum(weights)


def run() -> dict[str, Any]:
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as pages,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page(**DESK)
        figures = measure(pages, page)
        browser.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the highlight page.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    figures = run()
    if asked.json:
        print(json.dumps(figures))
        return
    ready = figures["ready_ms"]
    print(f"page ready at {SHORT} tokens     {ready['short']:8.1f} ms of the main thread")
    print(f"  plain text                  {ready['plain']:8.1f} ms")
    print(f"  one component a character   {ready['components']:8.1f} ms")
    print(f"  faster than the components  {figures['ratio_to_components']:8.1f} x (to reach: 25)")
    print(
        f"mark painted at {LONG} tokens {figures['paint_ms_at_50000_tokens']:8.1f} ms "
        f"(to reach: {FRAME_MS:.1f}, one frame)"
    )
    print(f"scripts and styles, gzipped   {figures['gzipped_bytes']:8d} bytes (to reach: 12000)")


if __name__ == "__main__":
    main()
