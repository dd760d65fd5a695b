"""A study on a stack, made and published by the commands a researcher uses."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from tests.stack import Stack

WORDS = (
    "minister river bridge city storm report people council train school doctor market farmer "
    "island harbour winter engine letter court union budget museum forest captain station village"
).split()


def write_articles(path: Path, n: int) -> Path:
    """`n` made-up articles of 60 to 400 words, every other statement true, as JSONL."""
    with path.open("w") as stream:
        for number in range(n):
            words = [WORDS[(number * 7 + i * i + i) % len(WORDS)] for i in range(60 + 7 * number)]
            sentences = [" ".join(words[i : i + 12]).capitalize() for i in range(0, len(words), 12)]
            row = {
                "id": f"article-{number:03}",
                "title": f"Article {number}",
                "text": ". ".join(sentences) + ".",
                "summaries": {"first": sentences[0] + ".", "last": sentences[-1] + "."},
                "reference": sentences[1] + ".",
                "sanity": [
                    {"statement": "It is so.", "answer": number % 2 == 0, "about": "document"}
                ],
            }
            stream.write(json.dumps(row) + "\n")
    return path


def publish_study(
    stack: Stack, corpus: Path, *, judges: int, articles: list[str] | None = None
) -> None:
    """Loads the corpus, makes study and batch, publishes, and waits until every HIT exists."""
    stack.manage("load_corpus", str(corpus), "--name", "articles")
    stack.manage(
        *("create_study", "flow", "--title", "A study of the tests"),
        *("--contact", "tests@example.org", "--budget", "50000"),
    )
    some = ["--documents", *articles] if articles else []
    stack.manage(
        *("create_batch", "flow", "--dataset", "articles", "--name", "first"),
        *("--judges", str(judges), *some),
    )
    stack.manage("publish_batch", "flow/first", "--wait")


def eventually(fact: Callable[[], bool], timeout_s: float, pause_s: float = 0.5) -> bool:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        if fact():
            return True
        time.sleep(pause_s)
    return fact()
