"""Nothing tells a worker which summaries are controls: not content, nor order, nor names."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations
from urllib.parse import urlencode

import pytest

from corpus.models import Document, Summary, System
from crowd.frame import PREVIEW
from crowd.models import HIT, Assignment, Batch, Item, Worker
from evaluation.allocation import draw_seed
from evaluation.models import ControlText
from evaluation.presenting import SUMMARY, in_order, named
from tests.evaluation import factories
from tests.evaluation.sealed import number_apart, require_no_ids, told, without_drawn_names
from tests.evaluation.visitor import Visitor

SEALED_WORDS = ["good", "mediocre", "bad", "control", "sanity", "ptgen", "tconvs2s", "human"]
NUMBERED = [Document, System, Summary, ControlText, Batch, Item, HIT, Assignment, Worker]
N_ASSIGNMENTS = 2400


@pytest.fixture(params=["fluency", "clarity"])
def worker(request, db) -> Visitor:
    number_apart(NUMBERED)
    hit = factories.make_quality_hit(request.param)
    System.objects.filter(is_reference=True).update(name="human")
    hit.mturk_id = "3HIT"
    hit.save()
    for table in (Summary, ControlText):
        for row in table.objects.all():
            row.text = f"the letters of this one are {row.pk * 7919 % 100_003:x} ."
            row.save()
    worker = Visitor(hit)
    worker.claims = replace(worker.claims, assignment_id="3ASG", hit_id="3HIT")
    worker.page = worker.page.split("?")[0] + "?" + urlencode(worker.claims.as_query())
    return worker


def work_through(worker: Visitor) -> None:
    """Everything there is to see, from the preview to the page after handing in."""
    visitor = Visitor(worker.hit, assignmentId=PREVIEW, hitId="3HIT", workerId="")
    worker.responses += [visitor.open()]
    worker.begin()
    values = worker.ranked()
    worker.save(dict(list(values.items())[:3]))
    worker.save(values, page="another")
    worker.save({"x": 1}, version=1)
    worker.finish({})
    worker.finish(values)
    worker.finish(values, token="forged")
    worker.open()


def test_no_role_system_or_database_id_is_in_any_response(worker):
    work_through(worker)
    assert {response.status_code for response in worker.responses} == {200, 303, 403, 409, 422}
    everything = told(worker)
    assert "the letters of this one" in everything
    words = without_drawn_names(everything)
    for word in SEALED_WORDS:
        assert not re.search(rf"(?i)(?<![a-z]){word}s?(?![a-z])", words), word
    require_no_ids(NUMBERED, everything)


def test_entries_of_controls_look_like_all_others(worker):
    worker.begin()
    names = [text.opaque_id for text in worker.shown]
    pages = [worker.text()]
    worker.save(dict.fromkeys(names, 55))
    pages.append(worker.text())
    for page in pages:
        entries = re.findall(r'<section class="entry".*?</section>', page, re.DOTALL)
        bare = {
            re.sub(r"the letters of this one are \w+|Summary \d| hidden(?=>)", "", entry).replace(
                name, "NAME"
            )
            for entry, name in zip(entries, names, strict=True)
        }
        assert len(bare) == 1
        assert len({len(name) for name in names}) == 1
        outside = re.sub(r'<section class="entry".*?</section>', "", page, flags=re.DOTALL)
        mentions = Counter(re.findall("|".join(names), outside))
        assert len({mentions[name] for name in names}) == 1


def test_names_are_another_assignments_own(worker):
    worker.begin()
    names = {text.opaque_id for text in worker.shown}
    shown = [(text.part, text.key) for text in worker.shown]
    other = Assignment(mturk_id="3OTHER", worker=worker.assignment.worker)
    assert names.isdisjoint(text.opaque_id for text in named(other, shown))


def orders() -> list[list[str]]:
    """What stands where, for many assignments of one task."""
    controls = [("good", 1), ("mediocre", 2), ("bad", 3)]
    return [
        [part for part, _ in in_order(range(5), controls, draw_seed(1, f"3ASG{number}", "A1"))]
        for number in range(N_ASSIGNMENTS)
    ]


def chi_square(observed: Counter, cells: list) -> float:
    expected = observed.total() / len(cells)
    return sum((observed[cell] - expected) ** 2 / expected for cell in cells)


def test_controls_stand_at_every_place_equally_often():
    drawn = orders()
    for role in ("good", "mediocre", "bad"):
        places = Counter(order.index(role) for order in drawn)
        assert chi_square(places, list(range(8))) < 24.3, role  # chi2 with 7 df, p = 0.001


def test_controls_come_in_every_order_equally_often():
    ranks = Counter(tuple(part for part in order if part != SUMMARY) for order in orders())
    assert chi_square(ranks, list(permutations(["good", "mediocre", "bad"]))) < 20.5  # 5 df, 0.001


def test_the_next_control_cannot_be_told_from_the_last():
    """A place after a control is a control's as often as any other: 2 of 7."""
    followed = Counter(
        after != SUMMARY
        for order in orders()
        for before, after in pairwise(order)
        if before != SUMMARY
    )
    assert abs(followed[True] / followed.total() - 2 / 7) < 0.02
