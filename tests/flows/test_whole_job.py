"""The main job from end to end, in real browsers: from articles to HROUGE.

Three articles are published with three assignments each. Three workers, one with a mouse, one
with a finger, one with the keyboard alone, do all of them while their browsers forbid every cookie
of the task's site; the second answers one statement wrongly. That one waits for a person, is
rejected with a reason, and its place is offered again; the others are aggregated and scored.
"""

import json
import subprocess
import sys
from contextlib import ExitStack
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

from highres_web.processes import BASE_DIR
from tests.browser import DESK, PHONE
from tests.conftest import SHARED_DATA
from tests.flows.hands import Finger, Keys, Mouse
from tests.flows.persons import WorkerPerson, own_browser, reject_the_only_case
from tests.flows.readings import read, stored_work, weights
from tests.flows.study import eventually, publish_study
from tests.stack import Stack

pytestmark = [
    pytest.mark.stack,
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.timeout(900),
]

ARTICLES, JUDGES = 3, 3
REASON = "The statement about the article was answered wrongly; the text says the opposite of it."
PASSWORD = "a password of the tests"

ON_OFFER = """
from annotation.models import HighlightItem
print(json.dumps({
    " ".join(row.document.text.split())[:60]: {
        "truth": row.statement.answer,
        "key": row.item.key,
        "hit_ids": [hit.mturk_id for hit in row.item.hits.all()],
    }
    for row in HighlightItem.objects.all()
}))
"""
PHRASES = """
from annotation.models import Highlight
from crowd.models import Assignment
usable = set(Assignment.objects.usable().values_list("pk", flat=True))
rows = []
for row in Highlight.objects.all():
    document = row.assignment.hit.item.highlight_item.document
    rows.append({
        "worker_id": row.assignment.worker.mturk_id,
        "opening": " ".join(document.text.split())[:60],
        "phrases": [
            document.text[document.tokens[start][0]:document.tokens[end - 1][1]]
            for start, end in row.spans
        ],
        "usable": row.pk in usable,
    })
print(json.dumps(rows))
"""

PAID = """
import json
from django.db.models import Sum
from crowd.models import LedgerEntry
print(json.dumps(str(LedgerEntry.objects.aggregate(paid=Sum("paid_usd"))["paid"])))
"""


def corpus() -> tuple[Path, list[str]]:
    """The real articles where the optional folder is, else the bundled sample; three ids of it."""
    real = SHARED_DATA / "highres_bbc"
    if real.is_dir():
        return real, sorted(path.stem for path in (real / "documents").iterdir())[:ARTICLES]
    sample = BASE_DIR / "corpus" / "sample" / "news.jsonl"
    rows = [json.loads(line) for line in sample.read_text().splitlines()]
    return sample, [row["id"] for row in rows[:ARTICLES]]


def test_from_articles_to_hrouge(
    tmp_path: Path, profile: str, playwright: Playwright, chromium: Browser
) -> None:
    with (
        Stack(tmp_path / "stack", profile=profile, DJANGO_SUPERUSER_PASSWORD=PASSWORD) as stack,
        ExitStack() as browsers,
    ):
        path, articles = corpus()
        publish_study(stack, path, judges=JUDGES, articles=articles)
        on_offer = read(stack, ON_OFFER)
        assert len(on_offer) == ARTICLES
        mturk = stack.mturk()
        assert [hit["MaxAssignments"] for hit in mturk.list_hits()["HITs"]] == [JUDGES] * ARTICLES

        workers = []
        for hands, options in ((Mouse(), DESK), (Finger(), PHONE), (Keys(), DESK)):
            folder = tmp_path / type(hands).__name__
            context = browsers.enter_context(
                own_browser(playwright, folder, stack.web_origin, **options)
            )
            made = json.loads(stack.manage("marketplace_worker"))
            worker = WorkerPerson(
                stack, context.pages[0], hands, made["worker_id"], made["sign_in_url"]
            )
            workers.append(worker)
            worker.sign_in()
            lie = next(iter(on_offer)) if isinstance(hands, Finger) else ""
            for _ in range(ARTICLES):
                worker.do_task({opening: row["truth"] for opening, row in on_offer.items()}, lie)
        liar, wrong = workers[1], on_offer[next(iter(on_offer))]
        assert [worker.cookies_seen for worker in workers] == [[], [], []]

        stack.manage("sync_assignments", "flow/first")
        check_what_is_stored(stack, workers)
        stack.manage("createsuperuser", "--noinput", "--username=admin", "--email=a@example.org")
        staff = chromium.new_context(**DESK).new_page()
        rejected = reject_the_only_case(staff, stack, PASSWORD, REASON)
        assert rejected == liar.worker_id

        assert eventually(lambda: REASON in liar.reasons_read(), 60), "the reason does not arrive"
        assert eventually(lambda: places(mturk, wrong["hit_ids"]) == JUDGES + 1, 60)
        check_scores(stack, tmp_path / "export", n_annotators={wrong["key"]: JUDGES - 1})
        check_money(stack, mturk)


def check_money(stack: Stack, mturk) -> None:
    """Our books and the endpoint's agree to the cent, and no row is without its explanation."""
    assert eventually(lambda: "nothing differs" in stack.manage("reconcile", "flow"), 60)
    balance = mturk.get_account_balance()
    left = Decimal(balance["AvailableBalance"]) + Decimal(balance["OnHoldBalance"])
    assert Decimal("100000.00") - left == Decimal(read(stack, PAID)) > 0


def places(mturk, hit_ids: list[str]) -> int:
    return sum(mturk.get_hit(HITId=hit)["HIT"]["MaxAssignments"] for hit in hit_ids)


def check_what_is_stored(stack: Stack, workers: list[WorkerPerson]) -> None:
    """Every worker's phrases, as they read them in their list, and only the wrong answer fails."""
    stored = read(stack, PHRASES)
    assert len(stored) == len(stored_work(stack)) == ARTICLES * JUDGES
    assert sorted(
        (worker.worker_id, done.opening, done.phrases) for worker in workers for done in worker.done
    ) == sorted(
        (row["worker_id"], row["opening"], [" ".join(text.split()) for text in row["phrases"]])
        for row in stored
    )
    assert sum(row["usable"] for row in stored) == ARTICLES * JUDGES - 1


def check_scores(stack: Stack, folder: Path, n_annotators: dict[str, int]) -> None:
    """The scores in the application are those of `python -m metrics` on the export."""
    assert eventually(lambda: not weights(stack)["stale"], 60)
    for row in weights(stack)["rows"]:
        assert row["n_annotators"] == n_annotators.get(row["key"], JUDGES), row["key"]
    ours = json.loads(stack.manage("score_summaries", "flow", "--json"))
    stack.manage("export_highlights", "flow", "--out", str(folder))
    files = [
        argument
        for name in ("documents", "highlights", "summaries")
        for argument in (f"--{name}", str(folder / f"{name}.jsonl"))
    ]
    printed = subprocess.run(
        [sys.executable, "-m", "metrics", "hrouge", *files, "--json"],
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ours == json.loads(printed.stdout)
    assert {score["document"] for score in ours["scores"]} == {
        row["key"] for row in weights(stack)["rows"]
    }
    assert any(score["f1"] for score in ours["scores"])
