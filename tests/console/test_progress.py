"""How far a batch is: every state counted, in a fixed number of statements, with a clear end."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from console.item_progress import item_progress
from console.progress import Phase, batch_progress
from crowd.models import Assignment


def progress(scene):
    return batch_progress([scene.batch])[0]


def test_each_state_is_counted_once_where_it_belongs(scene):
    item = scene.item()
    scene.opened(item)
    scene.saved(item)
    scene.confirmed(item)
    scene.confirmed(item, status=Assignment.Status.APPROVED)
    scene.failed(item)
    scene.failed(item, status=Assignment.Status.REJECTED)
    scene.confirmed(item, voided_at=scene.now, void_reason="a duplicate")
    assert progress(scene).tally == {
        "open": 1,
        "saved": 6,
        "confirmed": 5,
        "usable": 2,
        "awaiting": 1,
        "approved": 1,
        "rejected": 1,
        "voided": 1,
        "unaccounted": 1,
    }


def test_work_the_endpoint_may_still_confirm_is_not_unaccounted(scene):
    scene.saved(scene.item()).hit.assignments.update(opened_at=scene.now - timedelta(minutes=5))
    assert progress(scene).tally["unaccounted"] == 0


def test_an_item_counts_its_own_work_only(scene):
    first, second = scene.item(), scene.item()
    scene.confirmed(first)
    scene.failed(second)
    rows = item_progress([first, second])
    assert [row.tally["usable"] for row in rows] == [1, 0]
    assert [row.tally["awaiting"] for row in rows] == [0, 1]
    assert [row.n_missing for row in rows] == [2, 3]


def test_a_decision_taken_twice_does_not_count_work_twice(scene, accounts):
    assignment = scene.failed(scene.item())
    reviewer = accounts["reviewer"]
    scene.decision(assignment, "reject", "Thirty characters and more of it.", by=reviewer)
    scene.decision(assignment, "approve", by=reviewer)
    assert progress(scene).tally["confirmed"] == 1
    assert progress(scene).tally["awaiting"] == 0


def test_paid_is_reward_and_fee_of_what_the_endpoint_approved(scene):
    item = scene.item()
    scene.confirmed(item, status=Assignment.Status.APPROVED)
    scene.confirmed(item, status=Assignment.Status.APPROVED)
    scene.confirmed(item)
    assert progress(scene).paid_usd == Decimal("1.20")  # 2 x (0.50 + 20 %)
    assert progress(scene).reserved_usd == Decimal("1.80")


def test_the_bar_never_shows_more_than_is_wanted(scene):
    item = scene.item()
    for _ in range(5):
        scene.confirmed(item)
    scene.failed(item)
    assert sum(part.width for part in progress(scene).bar) == progress(scene).n_wanted == 3


def phase_of_draft(scene):
    scene.item(exists=False)
    scene.batch.published_at = None


def phase_of_creating(scene):
    scene.item()
    scene.item(exists=False)


def phase_of_running(scene):
    scene.confirmed(scene.item())


def phase_of_deciding(scene):
    scene.failed(scene.item())


def phase_of_finished(scene):
    item = scene.item()
    for _ in range(3):
        scene.confirmed(item)


def phase_of_closed(scene):
    scene.confirmed(scene.item())
    scene.batch.closed_at = scene.now


def phase_of_expired(scene):
    scene.confirmed(scene.item()).hit.item.hits.update(expires_at=scene.now)


@pytest.mark.parametrize(
    ("happens", "phase", "words"),
    [
        (phase_of_draft, Phase.DRAFT, "costs nothing until you publish it"),
        (phase_of_creating, Phase.CREATING, "1 of 2 HITs exist at the endpoint"),
        (phase_of_running, Phase.RUNNING, "2 usable assignments still wanted for 1 item"),
        (phase_of_deciding, Phase.DECIDING, "1 assignment failed a check"),
        (phase_of_finished, Phase.FINISHED, "This is the end"),
        (phase_of_expired, Phase.EXPIRED, "Nobody can begin any more"),
        (phase_of_closed, Phase.CLOSED, "2 usable assignments short"),
    ],
)
def test_the_page_says_in_words_where_the_batch_stands(scene, signed_in, happens, phase, words):
    happens(scene)
    scene.batch.save()
    assert progress(scene).phase == phase
    page = signed_in("researcher").get(reverse("console:batch", args=[scene.batch.pk]))
    assert words in page.content.decode()


def test_the_fragment_is_the_same_part_of_the_page(scene, signed_in):
    scene.confirmed(scene.item())
    browser = signed_in("researcher")
    page = browser.get(reverse("console:batch", args=[scene.batch.pk])).content.decode()
    part = browser.get(reverse("console:batch-progress", args=[scene.batch.pk])).content.decode()
    assert part.startswith("<div")
    assert part.strip() in page
    assert 'data-over="no"' in part


def test_a_finished_batch_tells_the_browser_to_stop_asking(scene, signed_in):
    phase_of_finished(scene)
    part = signed_in("researcher").get(reverse("console:batch-progress", args=[scene.batch.pk]))
    assert 'data-over="yes"' in part.content.decode()


def statements(browser, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert browser.get(address).status_code == 200
    return len(captured)


def busy_item(scene, accounts):
    item = scene.item()
    scene.confirmed(item)
    scene.failed(item)
    rejected = scene.failed(item, status=Assignment.Status.REJECTED)
    decision = scene.decision(rejected, "reject", "x" * 30, by=accounts["reviewer"])
    scene.call(item, decision=decision, error="Unavailable")
    scene.weigh(item)
    return rejected


@pytest.mark.parametrize(
    "name",
    ["studies", "study", "batch", "batch-progress", "assignments", "review", "decided", "case",
     "heat-list", "heat", "corpora", "dataset", "document"],
)  # fmt: skip
def test_a_page_takes_as_many_statements_for_many_rows_as_for_few(name, scene, signed_in, accounts):
    rejected = busy_item(scene, accounts)
    document = rejected.highlight.statement.document
    arguments = {
        "study": [scene.study.name],
        "heat-list": [scene.study.name],
        "heat": [scene.study.name, document.pk],
        "case": [rejected.pk],
        "dataset": [scene.dataset.name],
        "document": [scene.dataset.name, document.pk],
    }
    if name in ("batch", "batch-progress", "assignments"):
        arguments[name] = [scene.batch.pk]
    address = reverse(f"console:{name}", args=arguments.get(name, []))
    browser = signed_in("admin")
    few = statements(browser, address)
    for _ in range(8):
        busy_item(scene, accounts)
    assert statements(browser, address) == few
