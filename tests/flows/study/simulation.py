"""Plays a whole study by real HTTP: highlights, content in three contexts, fluency and clarity.

People come, take one task after another, and go; some are careless. A reviewer decides whatever
failed its check, places open again, and new people come until every quota is met.
"""

import json
import math
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from highres_web.processes import BASE_DIR
from tests.flows.readings import offers, read
from tests.flows.study import tables
from tests.flows.study.planted import Planted
from tests.flows.study.rater import MARKS, Done, Offered, Rater, Truth
from tests.flows.study.reading import plain
from tests.flows.study.tables import STUDY
from tests.stack import Stack

CONTENT = ("highlights", "document", "reference")
QUALITY = ("fluency", "clarity")
AT_ONCE = 8
MOST_ROUNDS = 20
N_SUMMARIES = 5
"""On a sheet, where there are as many articles."""
ONE_CARELESS_OF = 6


@dataclass(frozen=True)
class Size:
    """What is played. No systems and no articles are all there are."""

    corpus: Path
    articles: Sequence[str] = ()
    systems: Sequence[str] = ()
    highlighters: int = 10
    judges: int = 3
    patience: int = 6
    seed: int = 7


@dataclass
class Played:
    """What happened, as the people know it, and what the tables say in the end."""

    truth: Truth
    quotas: list[dict] = field(default_factory=list)
    raters: list[Rater] = field(default_factory=list)
    work: list[dict] = field(default_factory=list)
    ratings: list[dict] = field(default_factory=list)
    report: dict = field(default_factory=dict)
    """What `python -m metrics ratings` says of the ratings exported."""
    results: dict = field(default_factory=dict)
    """What `manage.py report` says."""
    exported: Path = Path()
    """Where the highlights and their articles were exported to."""
    played_s: float = 0.0

    @property
    def done(self) -> list[Done]:
        return [done for rater in self.raters for done in rater.done]


def play_study(stack: Stack, size: Size) -> Played:
    """From the corpus to the report; raises AssertionError where a quota cannot be met."""
    tables.command(
        stack,
        ["load_corpus", str(size.corpus), "--name", "articles"],
        ["create_study", STUDY, "--title=Simulated", "--contact=a@example.org", "--budget=90000"],
        [*batch("create_batch", MARKS, size), f"--judges={size.highlighters}"],
        ["publish_batch", f"{STUDY}/{MARKS}", "--wait"],
    )
    played = Played(learn(stack, size))
    started = time.monotonic()
    fill(stack, size, played, [MARKS])
    tables.command(
        stack,
        ["make_release", STUDY, "frozen", f"--min-annotators={size.highlighters}"],
        *(content_batch(context, size) for context in CONTENT),
        *(quality_batch(criterion, size) for criterion in QUALITY),
        *(["publish_batch", f"{STUDY}/{name}", "--wait"] for name in (*CONTENT, *QUALITY)),
    )
    learn(stack, size, played.truth)
    fill(stack, size, played, [*CONTENT, *QUALITY])
    played.played_s = time.monotonic() - started
    played.work = read(stack, tables.WORK)
    played.ratings, played.report = reported(stack, size.seed)
    played.results, played.exported = resulted(stack, size.seed)
    return played


def batch(command: str, name: str, size: Size) -> list[str]:
    some = ["--documents", *size.articles] if size.articles else []
    return [command, STUDY, "--dataset=articles", f"--name={name}", *some]


def content_batch(context: str, size: Size) -> list[str]:
    systems = [name for name in size.systems if (name, context) != ("reference", "reference")]
    return [
        *batch("create_content_batch", context, size),
        *(f"--context={context}", f"--judges={size.judges}", "--seed=1"),
        *(["--release=frozen"] if context == "highlights" else []),
        *(["--systems", *systems] if systems else []),
    ]


def quality_batch(criterion: str, size: Size) -> list[str]:
    return [
        *batch("create_quality_batch", criterion, size),
        *(f"--criterion={criterion}", f"--judges={size.judges}", "--seed=1"),
        *(["--systems", *size.systems] if size.systems else []),
    ]


def learn(stack: Stack, size: Size, truth: Truth | None = None) -> Truth:
    """What only the server knows of the texts; the second time also of the controls."""
    told = read(stack, tables.TEXTS)
    controls = {plain(text): role for text, role in told["controls"]}
    if truth is not None:
        truth.controls.update(controls)
        return truth
    judged = [
        (plain(text), system, article)
        for text, system, article in told["summaries"]
        if (not size.articles or article in size.articles)
        and (not size.systems or system in size.systems)
    ]
    planted = Planted(
        seed=size.seed,
        systems=sorted({system for _, system, _ in judged}),
        articles=sorted({article for *_, article in judged}),
    )
    summaries = {text: (system, article) for text, system, article in judged}
    assert len(summaries) == len(judged), "two summaries have the same words"
    statements = {plain(text): answer for text, answer in told["statements"]}
    return Truth(planted, statements, summaries, controls, told["references"])


def fill(stack: Stack, size: Size, played: Played, batches: list[str]) -> None:
    """Rounds of people and reviews until every item has its judges, and not one more."""
    for _ in range(MOST_ROUNDS):
        played.quotas = tables.review(stack, size.seed)
        missing = Counter(dict.fromkeys(batches, 0))
        for row in played.quotas:
            if row["batch"] in batches:
                missing[row["batch"]] += row["wanted"] - row["usable"]
        if not any(missing.values()):
            return
        newcomers = hired(missing, size, len(played.truth.planted.articles))
        come(stack, played, newcomers, visit_to(stack, size, batches))
        print(f"{sum(missing.values())} missing; {newcomers} people came", file=sys.stderr)
    raise AssertionError(f"after {MOST_ROUNDS} rounds there are missing: {missing}")


def visit_to(stack: Stack, size: Size, batches: list[str]) -> Callable[[Rater], None]:
    """What everybody who comes now does."""
    if MARKS in batches:
        articles = offers(stack)
        return lambda rater: rater.mark(articles)
    groups = read(stack, tables.GROUPS)
    offered = [Offered(name, groups[name]) for name in batches]
    return lambda rater: rater.work(offered, size.patience)


def come(stack: Stack, played: Played, n: int, visit: Callable[[Rater], None]) -> None:
    """So many new people, some at the same time, from joining to leaving."""

    def one(number: int) -> Rater:
        is_careless = number % ONE_CARELESS_OF == 1
        rater = Rater(stack, number, is_careless=is_careless, truth=played.truth)
        visit(rater)
        return rater

    first = len(played.raters)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        played.raters += pool.map(one, range(first, first + n))


def hired(missing: Counter, size: Size, n_articles: int) -> int:
    """How many people it takes, roughly; too few only make one more round."""
    one_by_one = sum(n for name, n in missing.items() if name not in QUALITY)
    on_sheets = sum(missing[name] for name in QUALITY) * min(N_SUMMARIES, n_articles)
    each = n_articles if MARKS in missing else min(n_articles, len(CONTENT) * size.patience)
    return math.ceil(one_by_one / each) + math.ceil(on_sheets / n_articles)


def reported(stack: Stack, seed: int) -> tuple[list[dict], dict]:
    """The rows exported, and what `python -m metrics ratings` makes of them."""
    path = stack.folder / "ratings.jsonl"
    stack.manage("export_ratings", STUDY, "--out", str(path))
    printed = subprocess.run(
        [
            sys.executable,
            "-m",
            "metrics",
            "ratings",
            f"--ratings={path}",
            "--json",
            f"--seed={seed}",
        ],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return rows, json.loads(printed.stdout)


def resulted(stack: Stack, seed: int) -> tuple[dict, Path]:
    """The report as the researcher has it, and the folder of the highlights' export."""
    out, export = stack.folder / "results", stack.folder / "export"
    stack.manage("report", STUDY, "--out", str(out), "--seed", str(seed))
    stack.manage("export_highlights", STUDY, "--out", str(export))
    return json.loads((out / "report.json").read_text()), export
